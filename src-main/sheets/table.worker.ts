import { once } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { sendRows } from './table-thread.ts'
import { typedTableSchema } from './typed-rows.ts'

/** The thread that reads a workbook, JSON or XML, whose bounds hold whatever is in the file. */

const port = parentPort
if (!port) throw new Error('table.worker runs as a worker thread only')
await sendRows(
  typedTableSchema.parse(workerData),
  (message) => port.postMessage(message),
  async () => void (await once(port, 'message')),
)
port.close()
