import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { inspectCopy } from '../increments/backup-chain.ts'

/** Reading every page of a ledger takes minutes when it is large; here it blocks no one. */
const { file, pages } = z.object({ file: z.string(), pages: z.boolean() }).parse(workerData)
parentPort?.postMessage(inspectCopy(file, { pages }))
