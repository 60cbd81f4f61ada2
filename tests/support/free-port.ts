import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports that a system gives out when any will do: between two looks no one else is given one of these. */
const FIRST_FREE = 20_000
const FREE_PORTS = 12_007
/** Every process begins elsewhere. */
let nextFree = process.pid * 101

/**
 * A port on 127.0.0.1 that nothing listens on: connecting is refused until a test opens it, or opens it again. One that the
 * system has given out is another's as soon as it is closed.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = FIRST_FREE + (nextFree++ % FREE_PORTS)
    const server = createServer()
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening')
    } catch {
      continue
    }
    await once(server.close(), 'close')
    return port
  }
}
