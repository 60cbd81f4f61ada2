import { mkdirSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { StationError } from '../../src-shared/station/error.ts'
import { connectControl } from '../control/client.ts'
import { openControl } from '../control/server.ts'
import { stationOptions } from '../host-options.ts'
import { runCommandOf } from '../run-command.ts'
import { openStation } from '../station.ts'
import type { StationLink } from './io.ts'

export interface StationLinkOptions {
  dataDir: string | undefined
  baseUrl: string | undefined
  env: NodeJS.ProcessEnv
  /** Sends and follows in the background, as the app does. */
  background: boolean
}

/** Another command that is just ending holds the folder no longer than this. */
const WAIT_MS = 10_000
const AGAIN_MS = 50
/** Commands that came in beside this one are let finish. */
const GUESTS_MS = 10 * 60_000

/**
 * The Waybill that has the data folder open, or else one opened here for as long as this command takes. Commands that run
 * side by side meet in the first one's.
 * @throws StationError DATA_IN_USE, and what `openStation` throws; z.ZodError for the environment's variables
 */
export async function linkStation(options: StationLinkOptions): Promise<StationLink> {
  const { baseUrl, env, background } = options
  const chosen = stationOptions(options.dataDir, baseUrl === undefined ? env : { ...env, WAYBILL_BASE_URL: baseUrl })
  const { dataDir } = chosen
  mkdirSync(dataDir, { recursive: true })
  for (const giveUpAt = performance.now() + WAIT_MS; ; await sleep(AGAIN_MS)) {
    const remote = await connectControl(dataDir)
    if (remote !== null) {
      return { run: runCommandOf(remote), kind: 'running', dataDir, close: async () => remote.close() }
    }
    try {
      const station = await openStation({ ...chosen, background })
      const control = await openControl(station, dataDir, GUESTS_MS)
      return {
        run: runCommandOf(station),
        kind: 'own',
        dataDir,
        close: async () => {
          await control?.close()
          await station.close()
        },
      }
    } catch (error) {
      const isBusy = error instanceof StationError && error.code === 'DATA_IN_USE'
      if (!isBusy || performance.now() > giveUpAt) throw error
    }
  }
}
