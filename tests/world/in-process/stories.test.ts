import { execFile } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { resultSchema } from './telling/result.ts'
import { full } from '../../support/full.ts'

const STORIES = join(import.meta.dirname, 'stories')
const RUN = join(import.meta.dirname, 'run.ts')
const storySchema = z.object({ mutant: z.string(), rule: z.string() })

const stories = readdirSync(STORIES)
  .filter((name) => name.endsWith('.json'))
  .map((name) => ({
    file: join(STORIES, name),
    ...storySchema.parse(JSON.parse(readFileSync(join(STORIES, name), 'utf8'))),
  }))

/** Those of which each costs a process of its own here; `--mutant NAME --replay FILE` shows every one. */
const SHOWN = ['void-without-refund', 'second-scan-while-off', 'printed-without-proof']

const simulate = (...args: string[]) => promisify(execFile)(process.execPath, [RUN, ...args], { maxBuffer: 1 << 26 })

describe(
  'the kept stories',
  full('all kept stories; the worlds of the default run live the same promises', { timeout: 300_000 }),
  () => {
    it('break no promise as the code is', async () => {
      const { stdout } = await simulate('--replay', STORIES)
      const results = stdout.split('\n').filter((line) => line.startsWith('{"seed"'))
      expect(results.map((line) => resultSchema.parse(JSON.parse(line)).violations)).toEqual(stories.map(() => 0))
    })

    it.each(stories.filter(({ mutant }) => SHOWN.includes(mutant)))(
      'show the fault of $mutant where it is put in',
      async ({ file, mutant, rule }) => {
        await expect(simulate('--mutant', mutant, '--replay', file)).rejects.toMatchObject({
          code: 1,
          stdout: expect.stringContaining(`${rule}: `),
        })
      },
    )
  },
)
