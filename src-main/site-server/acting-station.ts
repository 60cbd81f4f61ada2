import { AsyncLocalStorage } from 'node:async_hooks'

/** For whom the site acts: recorded in the audit row, and in what is added meanwhile. */
export interface ActingStation {
  stationId: string
  /** A change that this station uploads keeps the station's own id. */
  change?: { changeId: string; contentHash: string; createdAt: string }
}

const storage = new AsyncLocalStorage<ActingStation>()

/** The station for which this is done; null: the site does it automatically. */
export const actingStation = (): ActingStation | null => storage.getStore() ?? null

export const actForStation = <T>(station: ActingStation, work: () => T): T => storage.run(station, work)
