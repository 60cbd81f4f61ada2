import { parentPort, workerData } from 'node:worker_threads'
import { z } from 'zod'
import { forkProcess } from '../../kernel/child-program.ts'
import { copyBy, type Copied } from './copy-ledger.ts'

/** Starts the process that copies a ledger, and waits for it, off the main thread. Any message to it stops it. */
const { from, to } = z.object({ from: z.string(), to: z.string() }).parse(workerData)
const stopping = new AbortController()
parentPort?.once('message', () => stopping.abort())
const failure = await copyBy(forkProcess)(from, to, stopping.signal).then(
  () => null,
  (error: unknown) => ({
    message: error instanceof Error ? error.message : String(error),
    code: error instanceof Error && 'code' in error ? String(error.code) : '',
  }),
)
parentPort?.postMessage({ failure } satisfies Copied)
parentPort?.close()
