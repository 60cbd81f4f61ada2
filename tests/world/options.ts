import { parseArgs } from 'node:util'
import { z } from 'zod'
import { dialectSchema } from '../../src-sandbox/dialect/dialect.ts'

const USAGE = `npm run simulate -- [--seed dock-7] [--days 1] [--stations 1]
  --seeds N        worlds dock-7-1, dock-7-2 ... N of them
  --minutes N      new seeds on all cores until the time is over
  --mutant NAME    with this fault in the code; --mutants: every one, until it is found, in at most --seeds worlds each
  --dialect NAME   how the service writes its answers (by the seed when left out)
  --trace FILE     every line of what happened
  --shrink         a seed that fails: the least that still does, told as a story
  --story FILE     where the story and its plan are written (FILE.txt, FILE.json)
  --replay FILE    a plan that was written by --story`

const optionsSchema = z
  .object({
    seed: z.string().min(1).default('dock'),
    days: z.coerce.number().int().min(1).max(366).default(1),
    stations: z.coerce.number().int().default(1),
    seeds: z.coerce.number().int().min(1).max(100_000).optional(),
    minutes: z.coerce.number().positive().max(1_440).optional(),
    mutant: z.string().optional(),
    mutants: z.boolean().default(false),
    dialect: dialectSchema.optional(),
    trace: z.string().optional(),
    shrink: z.boolean().default(false),
    story: z.string().optional(),
    replay: z.string().optional(),
  })
  .refine(({ stations }) => stations === 1, 'a world has one station so far')

export type SimulateOptions = z.infer<typeof optionsSchema>

/** What was asked for on the command line. @throws an Error whose message is for people */
export function simulateOptions(args: string[]): SimulateOptions {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean' } as const
  try {
    const { values } = parseArgs({
      args,
      options: {
        seed: text,
        days: text,
        stations: text,
        seeds: text,
        minutes: text,
        mutant: text,
        mutants: flag,
        dialect: text,
        trace: text,
        shrink: flag,
        story: text,
        replay: text,
      },
    })
    return optionsSchema.parse(values)
  } catch (error) {
    const why = error instanceof z.ZodError ? z.prettifyError(error) : error instanceof Error ? error.message : ''
    throw new Error(`${why}\n\n${USAGE}`, { cause: error })
  }
}
