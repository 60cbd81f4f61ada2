import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { detailSchema, resultSchema } from '../world/telling/result.ts'

const RUN = join(import.meta.dirname, '../world/run.ts')

type Told = z.infer<typeof resultSchema> & Pick<z.infer<typeof detailSchema>, 'tally'>

/** Worlds, one after the other in a process of their own as `npm run simulate` lives them. */
async function simulate(...args: string[]): Promise<Told[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [RUN, ...args], { maxBuffer: 1 << 26 })
  const lines = stdout.trim().split('\n')
  return lines.flatMap((line, nth) => {
    if (!line.startsWith('{"seed"')) return []
    const { tally } = detailSchema.parse(JSON.parse(lines[nth - 1] ?? ''))
    return [{ ...resultSchema.parse(JSON.parse(line)), tally }]
  })
}

/** Of a year's pace: news is asked for a fourth as often as at a desk. */
const PACE = ['--slower-sync', '4']

describe('ten simulated working days', { timeout: 300_000 }, () => {
  let worlds: readonly Told[] = []
  let again: readonly Told[] = []
  const sum = (name: string) => worlds.reduce((all, { tally }) => all + (tally[name] ?? 0), 0)

  beforeAll(async () => {
    const halves = await Promise.all([
      simulate('--seed', 'east', '--seeds', '5', ...PACE),
      simulate('--seed', 'west', '--seeds', '5', ...PACE).then(async (found) => {
        again = await simulate('--seed', 'west-1', ...PACE)
        return found
      }),
    ])
    worlds = halves.flat()
  }, 300_000)

  it('break no promise, whatever befalls them', () => {
    expect(worlds.map(({ seed, violations }) => ({ seed, violations }))).toEqual(
      ['east', 'west'].flatMap((name) => [1, 2, 3, 4, 5].map((nth) => ({ seed: `${name}-${nth}`, violations: 0 }))),
    )
  })

  it('are the same when they are lived again', () => {
    const [first] = worlds.filter(({ seed }) => seed === 'west-1')
    expect(again).toEqual([{ ...first, timesLife: again[0]?.timesLife }])
  })

  // Days on which nothing is booked, printed or lost on the way prove nothing.
  it.each([
    ['BOOKED', 50],
    ['job PRINTED', 30],
    ['booking SENDING -> UNKNOWN', 5],
    ['act kill', 5],
    ['act go back', 2],
    ['call lost-after', 10],
    ['call refused', 10],
    ['call throttled', 10],
    ['act two desks', 5],
    ['act send back', 1],
    ['answer REFERENCE_USED', 5],
  ])('%s happens often enough in them', (name, least) => {
    expect(sum(name)).toBeGreaterThanOrEqual(least)
  })
})
