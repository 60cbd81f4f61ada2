import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { drill } from './drill.rows.ts'

/** A ledger of years is copied and read through here; the station works on meanwhile. */
const { copy, target } = z.object({ copy: z.string(), target: z.string() }).parse(workerData)
parentPort?.postMessage(drill(copy, target))
