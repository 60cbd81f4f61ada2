import { z } from 'zod'
import { programArguments } from '../../src-node/program-arguments.ts'
import { fuzzFiles } from './fuzz-files.ts'
import { seedOf } from './random.ts'

/** `npm run fuzz:files -- --minutes 5 --seed WORD`. Exit 1 when a file was neither read nor refused, or held the station. */

const MOST_HOLD_MS = 200

const USAGE = `npm run fuzz:files -- [--minutes 5] [--seed WORD]

Reads damaged and endless tables, invoices and labels as the station does.`

const { flags } = programArguments(
  USAGE,
  z.object({ minutes: z.coerce.number().positive().max(600).default(5), seed: z.string().min(1).default('waybill') }),
)
const { minutes, seed } = flags

const end = performance.now() + minutes * 60_000
const { cases, read, refused, broken, longestHoldMs, slowestMs, mostMemoryMb } = await fuzzFiles({
  seed: seedOf(seed),
  goesOn: () => performance.now() < end,
  mostHoldMs: MOST_HOLD_MS,
})
const reasons = Object.entries(refused).toSorted(([, a], [, b]) => b - a)
process.stdout.write(
  [
    `seed ${seed}, ${minutes} min`,
    `files ${cases}: read ${read}, refused ${cases - read - broken.length} (${reasons.map(([why, count]) => `${why} ${count}`).join(', ')})`,
    `the station was held for ${longestHoldMs} ms at most; the slowest file took ${Math.round(slowestMs)} ms; memory at most ${Math.round(mostMemoryMb)} MB`,
    `broken promises: ${broken.length}`,
    ...broken.map((one) => `  ${one}`),
    '',
  ].join('\n'),
)
process.exitCode = broken.length === 0 ? 0 : 1
