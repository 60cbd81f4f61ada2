import { z } from 'zod'
import { programArguments } from '../../../src-node/program-arguments.ts'
import { KIND_NAMES } from './plan.ts'
import { sceneSchema } from './scenes.ts'
import { responseVariantSchema } from '../../../src-sandbox/response-variants/variant.ts'

const USAGE = `npm run simulate -- [--seed dock-7] [--days 1] [--stations 1]
  --seeds N        worlds dock-7-1, dock-7-2 ... N of them
  --minutes N      new seeds on all cores until the time is over
  --scene NAME     a few acts in the order in which one thing can go wrong (tests/world/in-process/scenes.ts)
  --scenes         all of them
  --mutant NAME    with this fault in the code; --mutants: every one, until it is found, in at most --seeds worlds each
  --hours N        of work in a day (10)
  --pace N         acts an hour (by the kind of world)
  --slower-sync N  news is asked for N times more seldom, as in a year
  --kind NAME      ordinary, quiet, printers, going back (by the seed when left out)
  --variant NAME            how the service writes its answers (by the seed when left out)
  --trace FILE     every line of what happened
  --shrink         a seed that fails: the least that still does, told as a story
  --memory         the slope of memory, handles and planned events over the days (node --expose-gc ... --days 10)
  --story FILE     where the plan of the story is written (FILE.json)
  --replay FILE    a plan that was written by --story; of a folder, all of them`

const optionsSchema = z.object({
  seed: z.string().min(1).default('dock'),
  days: z.coerce.number().int().min(1).max(366).default(1),
  stations: z.coerce.number().int().min(1).max(8).default(1),
  seeds: z.coerce.number().int().min(1).max(100_000).optional(),
  minutes: z.coerce.number().positive().max(1_440).optional(),
  hours: z.coerce.number().positive().max(10).optional(),
  pace: z.coerce.number().positive().max(200).optional(),
  'slower-sync': z.coerce.number().min(1).max(20).optional(),
  kind: z.enum(KIND_NAMES).optional(),
  scene: sceneSchema.optional(),
  scenes: z.boolean().default(false),
  mutant: z.string().optional(),
  mutants: z.boolean().default(false),
  variant: responseVariantSchema.optional(),
  trace: z.string().optional(),
  memory: z.boolean().default(false),
  shrink: z.boolean().default(false),
  story: z.string().optional(),
  replay: z.string().optional(),
})

export type SimulateOptions = z.infer<typeof optionsSchema>

/** What was asked for on the command line; ends the process where that is help, or wrong. */
export const simulateOptions = (args: readonly string[]): SimulateOptions =>
  programArguments(USAGE, optionsSchema, { args }).flags
