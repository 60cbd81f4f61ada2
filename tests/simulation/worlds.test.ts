import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { tempDir } from '../support/temp-dir.ts'

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
  it('is the same run for the same seed, line by line', async () => {
    const dir = tempDir()
    const [first, second] = [join(dir, 'first'), join(dir, 'second')]
    const [one] = await simulate('--seed', 'check-1', '--trace', first)
    const [other] = await simulate('--seed', 'check-1', '--trace', second)
    expect(one?.hash).toBe(other?.hash)
    expect(readFileSync(first, 'utf8')).toBe(readFileSync(second, 'utf8'))
    expect(one).toMatchObject({ violations: 0 })
  })

  it('breaks no promise, and is a day on which things happened', async () => {
    const worlds = await simulate('--seed', 'check', '--seeds', '3')
    expect(worlds.map(({ seed, violations }) => [seed, violations])).toEqual([
      ['check-1', 0],
      ['check-2', 0],
      ['check-3', 0],
    ])
    expect(new Set(worlds.map(({ hash }) => hash)).size).toBe(3)
    // A world in which nothing is booked, printed or lost on the way proves nothing.
    for (const { tally } of worlds) {
      expect(tally['BOOKED']).toBeGreaterThan(5)
      expect(tally['job PRINTED']).toBeGreaterThan(3)
    }
    const ofAll = (name: string) => worlds.reduce((sum, { tally }) => sum + (tally[name] ?? 0), 0)
    for (const name of ['act kill', 'call lost-before', 'call refused']) expect(ofAll(name)).toBeGreaterThan(0)
  })

  it('finds a fault that is put into the code: a booking that is sent again when no answer came', async () => {
    await expect(simulate('--mutant', 'resend-without-answer', '--seed', 'mutant-1')).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('doubled: '),
    })
  })
})
