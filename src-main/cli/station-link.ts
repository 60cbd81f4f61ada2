import { setTimeout as sleep } from 'node:timers/promises'
import type { LogLevel } from '../../src-shared/station/app/log.ts'
import { StationError, wrongState } from '../../src-shared/station/error.ts'
import { normaliseBaseUrl } from '../app/base-url.ts'
import { connectControl } from '../control/client.ts'
import { stationOptions } from '../app/host-options.ts'
import { runCommandOf } from '../app/run-command.ts'
import type { ChildLauncher } from '../kernel/child-program.ts'
import type { Clock } from '../kernel/clock.ts'
import { systemFiles } from '../kernel/sqlite/files.ts'
import type { LedgerAnswer } from '../data/ledger/ledger.ts'
import type { StationLink } from './io.ts'

export interface StationLinkOptions {
  dataDir: string | undefined
  baseUrl: string | undefined
  /** Of a station that is opened for this command; one that runs keeps its own. */
  logLevel?: LogLevel | undefined
  env: NodeJS.ProcessEnv
  clock: Clock
  /** Sends and follows in the background, as the app does. */
  background: boolean
  /** A person's answer when there is no usable ledger; a Waybill that runs has one. */
  ledgerAnswer?: LedgerAnswer | undefined
  launcher?: ChildLauncher | undefined
}

/** Another command that is just beginning or ending holds the folder no longer than this, also on a machine that has much to do. */
const WAIT_MS = 30_000
const AGAIN_MS = 50
/** Commands that came in beside this one are let finish. */
const GUESTS_MS = 10 * 60_000

/**
 * The Waybill that has the data folder open, or else one opened here for as long as this command takes. Commands that run
 * side by side share the first one's.
 * @throws StationError DATA_IN_USE, WRONG_STATE for an answer to a Waybill that runs, and what `openStation` throws;
 * z.ZodError for the environment's variables
 */
export async function linkStation(options: StationLinkOptions): Promise<StationLink> {
  const { baseUrl, env, clock, background, ledgerAnswer, logLevel, launcher } = options
  const chosen = stationOptions(options.dataDir, baseUrl === undefined ? env : environmentFor(baseUrl, env))
  const { dataDir } = chosen
  systemFiles.makeFolder(dataDir)
  for (const giveUpAt = performance.now() + WAIT_MS; ; await sleep(AGAIN_MS)) {
    const remote = await connectControl(dataDir)
    if (remote !== null) {
      if (ledgerAnswer !== undefined) {
        remote.close()
        throw wrongState(
          `A running Waybill has ${dataDir} open. Its records are fine and in use, so they were not replaced.`,
          { state: 'RUNNING', dataDir },
        )
      }
      const link = { run: runCommandOf(remote), kind: 'running', dataDir, close: async () => remote.close() } as const
      return usingService(link, chosen.baseUrl, baseUrl !== undefined)
    }
    // A Waybill that runs has all of this loaded already, and a command beside it needs none of it.
    const [{ openStation }, { openControl }] = await Promise.all([
      import('../app/station.ts'),
      import('../control/server.ts'),
    ])
    try {
      const station = await openStation({
        ...chosen,
        clock,
        background,
        ledgerAnswer,
        logLevel,
        ...(launcher && { launcher }),
      })
      // A command that names no service must not be carried out at the one that is named for this one alone.
      const control = baseUrl === undefined ? await openControl(station, dataDir, { closeMs: GUESTS_MS }) : null
      const close = async () => {
        await control?.close()
        await station.close()
      }
      const link = { run: runCommandOf(station), kind: 'own', dataDir, close } as const
      return await usingService(link, chosen.baseUrl, baseUrl !== undefined)
    } catch (error) {
      const isBusy = error instanceof StationError && error.code === 'DATA_IN_USE'
      if (!isBusy || performance.now() > giveUpAt) throw error
    }
  }
}

/**
 * The link, if what is asked over it goes to the service that was named.
 * @param isOfThis it was named for this command, not for the machine, where a site goes first
 * @throws StationError WRONG_STATE
 */
async function usingService(link: StationLink, named: string | undefined, isOfThis: boolean): Promise<StationLink> {
  if (named === undefined) return link
  try {
    const { environment, site } = await link.run('station.state', {})
    if (environment.baseUrl === normaliseBaseUrl(named) || (site !== undefined && !isOfThis)) return link
    const inUse = environment.kind === 'embedded' ? 'the embedded service' : environment.baseUrl
    throw wrongState(
      `This command is for ${named}, but the Waybill with ${link.dataDir} uses ${inUse}. Nothing was sent. ${link.kind === 'running' ? 'Close that Waybill, or leave' : 'Leave'} the base URL out.`,
      { named, inUse },
    )
  } catch (error) {
    await link.close()
    throw error
  }
}

/** Another service for one command. The key of the environment stays behind when it was given for a service of its own. */
function environmentFor(baseUrl: string, env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const given = env['WAYBILL_BASE_URL']
  const isForAnother = given !== undefined && given !== '' && given.replace(/\/+$/, '') !== baseUrl.replace(/\/+$/, '')
  return { ...env, WAYBILL_BASE_URL: baseUrl, ...(isForAnother ? { WAYBILL_API_KEY: '' } : {}) }
}
