import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { holdsMore, proveArchive, writeArchive } from './archive-file.rows.ts'

/** A year of a busy station takes minutes to write, to read back and to compare; here it blocks no one. */
const { copy, target, year, before } = z
  .object({ copy: z.string().nullable(), target: z.string(), year: z.int(), before: z.string().nullable() })
  .parse(workerData)
if (copy !== null) writeArchive(copy, target, year)
const facts = proveArchive(target)
parentPort?.postMessage({ facts, isLess: before !== null && holdsMore(before, target) })
