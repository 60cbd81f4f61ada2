import { connect, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

/**
 * So many connections to a port of this machine that say `words` and then nothing more. Given back when each is connected or
 * was closed again.
 */
export async function idleConnections(port: number, count: number, words = ''): Promise<Socket[]> {
  const sockets: Socket[] = []
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
  })
  // Not all at once: what a system keeps waiting for `accept` is less.
  for (let begun = 0; begun < count; begun += 100) {
    await Promise.all(
      Array.from({ length: Math.min(100, count - begun) }, async () => {
        const socket = connect(port, '127.0.0.1')
        sockets.push(socket)
        // Closed to make room for another: that is what is looked at.
        socket.on('error', () => socket.destroy())
        socket.resume()
        await new Promise<void>((resolve) => socket.once('connect', () => resolve()).once('close', () => resolve()))
        if (words !== '') socket.write(words)
      }),
    )
  }
  return sockets
}
