import v8 from 'node:v8'
import { parentPort, workerData } from 'node:worker_threads'
import { MOST_WASM_PAGES } from './limits.ts'
import { programSchema, requestSchema, type Reply } from './protocol.ts'
import { replyTo } from './reply.ts'
import { shareRenderer } from './zpl-renderer.ts'
import { z } from 'zod'

/** The thread that does the heavy work of conversion: one request after the other, in the order they come. */

// A library takes memory without telling; this is the one bound that holds for all of them.
v8.setFlagsFromString(`--wasm-max-mem-pages=${MOST_WASM_PAGES}`)

const port = parentPort
if (!port) throw new Error('raster.worker runs as a worker thread only')
const report = (reply: Reply) => port.postMessage(reply)

const { program } = z.object({ program: programSchema.nullable() }).parse(workerData)
shareRenderer(program, (compiled) => report({ kind: 'program', program: compiled }))

let last: Promise<void> = Promise.resolve()
port.on('message', (message: unknown) => {
  const request = requestSchema.parse(message)
  last = last.then(async () => {
    report({ kind: 'progress', id: request.id })
    report(await replyTo(request, report))
  })
})
