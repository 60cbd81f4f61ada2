import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const RUN = join(import.meta.dirname, '../world/run.ts')
const resultSchema = z.object({
  seed: z.string(),
  hash: z.string(),
  violations: z.int(),
  calls: z.int(),
  tally: z.record(z.string(), z.int()),
})

/** The results of worlds, lived in a process of their own as `npm run simulate` does. */
async function simulate(...args: string[]): Promise<z.infer<typeof resultSchema>[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [RUN, ...args], { maxBuffer: 1 << 26 })
  const lines = stdout.split('\n').filter((line) => line.startsWith('{"seed"'))
  return lines.map((line) => resultSchema.parse(JSON.parse(line)))
}

describe('a simulated working day', { timeout: 300_000 }, () => {
  it('breaks no promise, is a day on which things happened, and is the same when it is lived again', async () => {
    const [[world], [again]] = await Promise.all([simulate('--seed', 'check-1'), simulate('--seed', 'check-1')])
    expect(again).toEqual(world)
    expect(world).toMatchObject({ seed: 'check-1', violations: 0 })
    // A world in which nothing is booked, printed or lost on the way proves nothing.
    expect(world?.tally['BOOKED']).toBeGreaterThan(5)
    expect(world?.tally['job PRINTED']).toBeGreaterThan(3)
    for (const name of ['act kill', 'call lost-after', 'call refused']) expect(world?.tally[name]).toBeGreaterThan(0)
  })

  it('finds a fault that is put into the code: a booking that is sent again when no answer came', async () => {
    await expect(simulate('--mutant', 'resend-without-answer', '--seed', 'mutant-1')).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('doubled: '),
    })
  })
})
