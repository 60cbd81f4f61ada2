import { createServer } from 'node:net'
import { API_PATH } from '../../src-shared/freight/envelope.ts'

/** A base URL on this machine where nothing listens: calls to it are refused as if the service were unavailable. */
export function addressOfNobody(): Promise<string> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address()
      const port = bound === null || typeof bound === 'string' ? 9 : bound.port
      server.close(() => resolve(`http://127.0.0.1:${port}${API_PATH}`))
    })
  })
}
