import { API_PATH } from '../src-shared/freight/envelope.ts'
import type { WireSatCode } from '../src-shared/freight/sat-code.ts'
import { grantOnce } from './account/account.ts'
import { createApp } from './app.ts'
import { forgetOldQuotes } from './booking/quote-store.ts'
import { writeQuotes } from './booking/waiting-quotes.ts'
import { ServiceClock } from './clock.ts'
import { openSandboxDatabase } from './database.ts'
import { PdfRaster } from './documents/raster/pdf-raster.ts'
import { DEFAULT_SETTINGS, perRequest, type Settings } from './fault-api/settings.ts'
import { hubsOf } from './lifecycle/hubs.ts'
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

export interface ServiceOptions {
  /** Holds sandbox.db; made when missing. */
  dataDir: string
  apiKey: string
  /** What `apiKey` is limited by; enterprise by default. */
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
  /** The machine's time, in milliseconds since 1970; for tests that need a day of their own. */
  machineNow?: () => number
  /** Opens the fault API under /_sandbox; there is none without. */
  faultToken?: string
}

/** The service without a port: its owner passes requests on. */
export interface OpenService {
  fetch: ReturnType<typeof createApp>['fetch']
  /** Begins to send webhooks, from links at this origin. */
  start(origin: string): void
  close(): Promise<void>
}

/**
 * Opens the service on its data folder.
 * @throws StartError with a sentence: the data folder cannot be used.
 */
export function openService(options: ServiceOptions): OpenService {
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
    return {
      fetch: app.fetch,
      start: (origin) => {
        baseUrl = origin + API_PATH
        webhooks.start()
      },
      close: async () => {
        await webhooks.close()
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
