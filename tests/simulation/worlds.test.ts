import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { detailSchema, resultSchema } from '../world/telling/result.ts'

const RUN = join(import.meta.dirname, '../world/run.ts')

/** What a world came to, lived in a process of its own as `npm run simulate` does. */
async function simulate(...args: string[]) {
  const { stdout } = await promisify(execFile)(process.execPath, [RUN, ...args], { maxBuffer: 1 << 26 })
  const [detail = '', result = ''] = stdout.trim().split('\n').slice(-2)
  return { result: resultSchema.parse(JSON.parse(result)), tally: detailSchema.parse(JSON.parse(detail)).tally }
}

describe('a simulated working day', { timeout: 300_000 }, () => {
  it('breaks no promise, is a day on which things happened, and is the same when it is lived again', async () => {
    const [world, again] = await Promise.all([simulate('--seed', 'dock-8'), simulate('--seed', 'dock-8')])
    expect({ hash: again.result.hash, tally: again.tally }).toEqual({ hash: world.result.hash, tally: world.tally })
    expect(world.result).toMatchObject({ seed: 'dock-8', days: 1, stations: 1, violations: 0 })
    // A world in which nothing is booked, printed or lost on the way proves nothing.
    expect(world.tally['BOOKED']).toBeGreaterThan(3)
    expect(world.tally['job PRINTED']).toBeGreaterThan(3)
    for (const name of ['act kill', 'call lost-after', 'call refused']) expect(world.tally[name]).toBeGreaterThan(0)
  })
})
