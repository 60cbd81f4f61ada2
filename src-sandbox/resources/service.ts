import type { ServiceClock } from '../clock.ts'
import type { SandboxDatabase } from '../database.ts'
import type { PdfRaster } from '../documents/raster/pdf-raster.ts'
import type { Settings } from '../fault-api/settings.ts'
import type { Location } from '../locations/location.ts'
import type { Locations } from '../locations/locations.ts'
import type { SatCodes } from '../sat/sat-codes.ts'

/** The services that the resources use. */
export interface Service {
  db: SandboxDatabase
  clock: ServiceClock
  locations: Locations
  satCodes: SatCodes
  /** Draws documents as pictures, in a thread of its own. */
  raster: PdfRaster
  /** Terminals, as places. */
  hubs: readonly Location[]
  /** Read at each request: the fault API changes them while the service runs. */
  settings: Settings
  /** The service's own base URL, `http://127.0.0.1:4010/api/v1`: documents and signatures are linked under it. */
  apiUrl: () => string
}
