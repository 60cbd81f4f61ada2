import type { AddressInfo } from 'node:net'
import { createAdaptorServer } from '@hono/node-server'
import { API_PATH } from '../src-shared/freight/envelope.ts'
import type { WireSatCode } from '../src-shared/freight/sat-code.ts'
import { grantOnce } from './account/account.ts'
import { createApp } from './app.ts'
import { forgetOldQuotes } from './booking/quote-store.ts'
import { writeQuotes } from './booking/waiting-quotes.ts'
import { ServiceClock } from './clock.ts'
import { openSandboxDatabase, StartError } from './database.ts'
import { PdfRaster } from './documents/raster/pdf-raster.ts'
import { DEFAULT_SETTINGS, perRequest, type Settings } from './fault-api/settings.ts'
import { hubsOf } from './life/hubs.ts'
import type { Location } from './locations/location.ts'
import { Locations } from './locations/locations.ts'
import { keepPlaces, seedLocations } from './locations/seed.ts'
import type { ApiKey } from './limits/keys.ts'
import type { Plan } from './limits/plan.ts'
import type { Service } from './resources/service.ts'
import { SatCodes } from './sat/sat-codes.ts'
import { importSatCodes, seedSatCodes } from './sat/seed.ts'
import { bookSamples } from './samples/samples.ts'
import { WebhookDispatcher } from './webhooks/dispatcher.ts'
import { forgetOldDeliveries } from './webhooks/outbox.ts'

export interface SandboxOptions {
  /** 0 takes a free one. */
  port: number
  /** Holds sandbox.db; made when missing. */
  dataDir: string
  apiKey: string
  /** What `apiKey` is limited by; enterprise unless said otherwise. */
  plan?: Plan
  /** More keys, each with its plan. */
  moreKeys?: readonly ApiKey[]
  /** Book sample shipments when there are none at all. */
  samples?: boolean
  settings?: Partial<Settings>
  /** SAT codes beside those that come with the service; they replace those of the same number, and stay. */
  satCodes?: readonly WireSatCode[]
  /** Places beside those that come with the service, read with its knowledge of states; they stay too. */
  places?: (locations: Locations) => readonly Location[]
  /** Service seconds a machine second. */
  speed?: number
  /** What the machine's clock says, in milliseconds since 1970; for tests that need a day of their own. */
  machineNow?: () => number
  /** Opens the fault API under /_sandbox; there is none without. */
  faultToken?: string
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
    const clock = new ServiceClock(db, options.speed, options.machineNow)
    const locations = new Locations(db)
    seedSatCodes(db)
    if (options.satCodes) importSatCodes(db, options.satCodes)
    if (options.places) keepPlaces(db, options.places(locations))
    let baseUrl = ''
    const service: Service = {
      db,
      clock,
      locations,
      satCodes: new SatCodes(db),
      raster: new PdfRaster(),
      hubs: hubsOf(locations),
      settings: perRequest({ ...DEFAULT_SETTINGS, ...options.settings }),
      apiUrl: () => baseUrl,
    }
    forgetOldQuotes(db, clock.now())
    forgetOldDeliveries(db, clock.now())
    if (options.samples) bookSamples(service)
    const { balanceMinor } = service.settings
    if (balanceMinor !== null) grantOnce(db, balanceMinor, clock.now())

    const webhooks = new WebhookDispatcher(service)
    const app = createApp(service, {
      keys: [{ key: options.apiKey, plan: options.plan ?? 'enterprise' }, ...(options.moreKeys ?? [])],
      faultToken: options.faultToken,
      afterRequest: () => webhooks.nudge(),
    })
    const server = createAdaptorServer({ fetch: app.fetch, hostname: HOST })
    const { port } = await listening(server, options.port)
    baseUrl = `http://${HOST}:${port}${API_PATH}`
    webhooks.start()
    return {
      baseUrl,
      close: async () => {
        await webhooks.close()
        await new Promise<void>((resolve) => {
          server.close(() => resolve())
          // What is under way may end; a connection that a client merely keeps open may not hold the server.
          if (!('closeAllConnections' in server)) return
          server.closeIdleConnections()
          setTimeout(() => server.closeAllConnections(), CLOSE_AFTER_MS).unref()
        })
        await service.raster.close()
        writeQuotes(db)
        clock.close()
        db.close()
      },
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
