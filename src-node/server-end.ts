import type { Server } from 'node:http'
import { after } from './runtime/wait.ts'

/**
 * How a server is ended in order: it takes no new connection, those without a request are closed at once, and the others
 * when the last request is answered. To be called before the server listens.
 * @returns ends it; a request may hold that up for `withinMs` milliseconds
 */
export function orderlyEnd(server: Server): (withinMs: number) => Promise<void> {
  let running = 0
  let isEnding = false
  // What Node.js calls idle has had a request: a connection that a client opened ahead would be waited for.
  const closeWhenQuiet = () => {
    if (isEnding && running === 0) server.closeAllConnections()
  }
  server.on('request', (_request, response) => {
    running += 1
    response.once('close', () => {
      running -= 1
      closeWhenQuiet()
    })
  })
  return (withinMs) =>
    new Promise((resolve) => {
      isEnding = true
      server.close(() => resolve())
      if (withinMs === 0) return server.closeAllConnections()
      closeWhenQuiet()
      after(withinMs, () => server.closeAllConnections(), { isBackground: true })
    })
}
