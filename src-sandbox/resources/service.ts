import type { ServiceClock } from '../clock.ts'
import type { SandboxDatabase } from '../database.ts'
import type { Location } from '../locations/location.ts'
import type { Locations } from '../locations/locations.ts'

/** What the resources work with. */
export interface Service {
  db: SandboxDatabase
  clock: ServiceClock
  locations: Locations
  /** Terminals, as places. */
  hubs: readonly Location[]
  quoteShape: 'A' | 'B'
  /** The service's own base URL, `http://127.0.0.1:4010/api/v1`: documents and signatures are linked under it. */
  apiUrl: () => string
}
