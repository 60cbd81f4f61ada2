import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { inspectLedgerFile } from './inspect.ts'

/** Reading every page of a ledger takes minutes when it is large; here nobody waits for it. */
const { file } = z.object({ file: z.string() }).parse(workerData)
parentPort?.postMessage(inspectLedgerFile(file, { pages: true }))
