import { onTestFinished } from 'vitest'
import type { StationEvent } from '../../src-shared/station/app/events.ts'
import { openStation, type Station, type StationOptions } from '../../src-main/app/station.ts'
import { runCommandOf, type RunCommand } from '../../src-main/app/run-command.ts'
import { newStores } from './new-stores.ts'
import type { TestSandbox } from './sandbox.ts'
import { until } from './until.ts'

/** A station on a folder and a service of its own, on the service's clock unless given another, with its commands typed and failures thrown. */
export interface TestStation {
  station: Station
  dataDir: string
  events: StationEvent[]
  run: RunCommand
  /** Asks until the answer is not null; fails the test after ten seconds. */
  until<T>(what: string, look: () => Promise<T | null>): Promise<T>
  close(): Promise<void>
}

const noKeychain = { available: false, get: async () => null, set: async () => undefined }

export async function testStation(sandbox: TestSandbox, options: Partial<StationOptions> = {}): Promise<TestStation> {
  const dataDir = options.dataDir ?? newStores()
  const station = await openStation({
    dataDir,
    clock: sandbox.clock,
    openKeychain: async () => noKeychain,
    startEmbedded: async () => ({ ...sandbox, close: async () => undefined }),
    ...options,
  })
  const events: StationEvent[] = []
  station.subscribe((event) => events.push(event))
  let isClosed = false
  const close = async () => {
    if (isClosed) return
    isClosed = true
    await station.close()
  }
  onTestFinished(close)

  return {
    station,
    dataDir,
    events,
    close,
    run: runCommandOf(station),
    until,
  }
}
