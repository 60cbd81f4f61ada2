import { connect, type Socket } from 'node:net'
import { Worker } from 'node:worker_threads'

/**
 * A port that is open but never accepts: its listener's thread sleeps, and its queue of connections is full. A further
 * connection attempt is neither taken nor refused, as with a printer that hangs.
 */
export async function startDeafPort(): Promise<{ port: number; close(): Promise<void> }> {
  const worker = new Worker(
    `const { createServer } = require('node:net')
     const { parentPort } = require('node:worker_threads')
     const server = createServer()
     server.listen({ host: '127.0.0.1', port: 0, backlog: 1 }, () => {
       parentPort.postMessage(server.address().port)
       Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
     })`,
    { eval: true },
  )
  const port = await new Promise<number>((resolve, reject) => {
    worker.once('message', resolve)
    worker.once('error', reject)
  })
  const fillers: Socket[] = []
  // The system holds a few more connections than asked for; the first that is not completed shows that it is full.
  for (let isFull = false; !isFull;) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    fillers.push(socket)
    isFull = await new Promise<boolean>((resolve) => {
      socket.once('connect', () => resolve(false))
      setTimeout(() => resolve(true), 100)
    })
  }
  return {
    port,
    close: async () => {
      for (const socket of fillers) socket.destroy()
      await worker.terminate()
    },
  }
}
