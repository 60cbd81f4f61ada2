import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { API_PATH } from '../src-shared/freight/envelope.ts'
import { createApp } from './app.ts'
import { forgetOldQuotes } from './booking/quotes.ts'
import { ServiceClock } from './clock.ts'
import { openSandboxDatabase, StartError } from './database.ts'
import { hubsOf } from './life/hubs.ts'
import { Locations } from './locations/locations.ts'
import { seedLocations } from './locations/seed.ts'
import type { Service } from './resources/service.ts'
import { bookSamples } from './samples/samples.ts'

export interface SandboxOptions {
  /** 0 takes a free one. */
  port: number
  /** Holds sandbox.db; made when missing. */
  dataDir: string
  apiKey: string
  /** Book sample shipments when there are none at all. */
  samples?: boolean
  quoteShape?: 'A' | 'B'
  /** Service seconds a machine second. */
  speed?: number
  /** Opens the fault door under /_sandbox; there is none without. */
  doorToken?: string
}

export interface Sandbox {
  /** Ends in the version segment: http://127.0.0.1:4010/api/v1 */
  baseUrl: string
  close(): Promise<void>
}

const HOST = '127.0.0.1'
/** How long a request that is under way may hold up the end. */
const CLOSE_AFTER_MS = 2000

/**
 * Starts the embedded freight service on the loopback address.
 * @throws StartError with a sentence: the data folder or the port cannot be used.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const db = openSandboxDatabase(options.dataDir)
  try {
    seedLocations(db)
    const clock = new ServiceClock(db, options.speed)
    const locations = new Locations(db)
    let baseUrl = ''
    const service: Service = {
      db,
      clock,
      locations,
      hubs: hubsOf(locations),
      quoteShape: options.quoteShape ?? 'A',
      apiUrl: () => baseUrl,
    }
    forgetOldQuotes(db, clock.now())
    if (options.samples) bookSamples(service)

    const app = createApp(service, options.apiKey, options.doorToken)
    const server = createAdaptorServer({ fetch: app.fetch, hostname: HOST })
    const { port } = await listening(server, options.port)
    baseUrl = `http://${HOST}:${port}${API_PATH}`
    return {
      baseUrl,
      close: () =>
        new Promise((resolve) => {
          server.close(() => {
            clock.close()
            db.close()
            resolve()
          })
          // What is under way may end; a connection that a client merely keeps open may not hold the server.
          if (!('closeAllConnections' in server)) return
          server.closeIdleConnections()
          setTimeout(() => server.closeAllConnections(), CLOSE_AFTER_MS).unref()
        }),
    }
  } catch (cause) {
    db.close()
    throw cause
  }
}

function listening(server: ReturnType<typeof createAdaptorServer>, port: number): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) => {
      reject(
        new StartError(
          cause.code === 'EADDRINUSE'
            ? `Port ${port} is in use by another program; choose another with --port.`
            : `The sandbox cannot listen on port ${port}: ${cause.message}`,
          { cause },
        ),
      )
    })
    server.listen(port, HOST, () => {
      const address = server.address()
      if (address !== null && typeof address === 'object') resolve(address)
    })
  })
}
