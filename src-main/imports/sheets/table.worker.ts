import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { sendRows, tableSchema } from './table-thread.ts'

/** The thread that reads a table, whose bounds hold for any file. */

const port = parentPort
if (!port) throw new Error('table.worker runs as a worker thread only')
await sendRows(
  tableSchema.parse(workerData),
  (message) => port.postMessage(message),
  async () => void (await once(port, 'message')),
)
port.close()
