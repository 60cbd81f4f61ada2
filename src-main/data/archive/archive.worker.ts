import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { proveArchive, writeArchive } from './archive-file.rows.ts'

/** A year of a busy station takes minutes to write and to read back; here it blocks no one. */
const { copy, target, year } = z
  .object({ copy: z.string().nullable(), target: z.string(), year: z.int() })
  .parse(workerData)
if (copy !== null) writeArchive(copy, target, year)
parentPort?.postMessage(proveArchive(target))
