import { join } from 'node:path'
import type { Log } from '../../src-node/log/log.ts'
import { inRuntime, runtime } from '../../src-node/runtime/runtime.ts'
import { after, monotonic, nextTurn } from '../../src-node/runtime/wait.ts'
import type { Timer } from '../../src-node/runtime/timers.ts'
import { commands, isCommandName } from '../../src-shared/station/commands.ts'
import { StationError, type CommandResult, type StationErrorData } from '../../src-shared/station/error.ts'
import type { StationEvent } from '../../src-shared/station/app/events.ts'
import { delayAfter } from '../kernel/backoff.ts'
import { systemClock, type Clock } from '../kernel/clock.ts'
import { boundedAnswer, invalidInput, MOST_ANSWER, refuseExcess } from './command-bounds.ts'
import { commandHandlers } from './handlers.ts'
import { asData } from '../kernel/fault.ts'
import { idsOf, logFault, openStationLog, type StationLog } from '../kernel/log/station-log.ts'
import type { Caller } from '../people/sign-in.ts'
import { readIdentity, readKeychainName } from '../data/backup/identity.rows.ts'
import { keepPrivate } from './private-files.ts'
import type { Services } from './services.ts'
import { openCache, type Cache } from '../data/cache/cache.ts'
import { copierOf } from '../data/backup/copy-ledger.ts'
import { openLedger, type Ledger } from '../data/ledger/ledger.ts'
import { asDiskError } from '../kernel/sqlite/store-error.ts'
import type { StationOptions } from './station-options.ts'
import { warnOfSyncedFolder } from './synced-folder.ts'
import { createSubscribers } from '../kernel/subscribers.ts'
import { storedOpen, openKeychain } from '../kernel/secrets/keychain.ts'
import { namedKeychain } from '../kernel/secrets/named-keychain.ts'
import { openSiteToken } from '../kernel/secrets/site-token.ts'
import { wire, type Wired } from './wiring.ts'
import type { WireOptions } from './wire-base.ts'

export type { StationOptions } from './station-options.ts'

/** The whole app without a window: every host and the demo talk to this. */
export interface Station {
  /**
   * Runs a command of the table. Never throws: failures come back as data.
   * @param caller where it comes from; by default a screen, where people sign in
   */
  invoke(name: string, input: unknown, caller?: Caller): Promise<CommandResult<unknown>>
  subscribe(listener: (event: StationEvent) => void): () => void
  /** Shows a notice, which stays until a person acknowledges it, and logs it. */
  report(notice: StationError): void
  /** The same services the commands use, for programs in this process. Asked for each time: they change when the stores are opened again. */
  readonly services: Services
  /** Its log; a shell reports its process and its windows here. */
  log: Log
  /** The two databases, for who looks underneath: tests, and tools in this process. */
  stores: { ledger: Ledger; cache: Cache }
  /** Its stores are open: not while they are opened again, nor once it is closed. */
  readonly isOpen: boolean
  close(): Promise<void>
}

/** Seconds until stores that could not be opened again are tried again. */
const OPEN_AGAIN_S = [1, 2, 5, 10, 30] as const

/**
 * Opens the stores, wires the services, starts the background work.
 * @throws StationError what `openLedger` throws, INVALID_INPUT for a base URL that cannot be used
 */
export async function openStation(options: StationOptions): Promise<Station> {
  const { dataDir, clock = systemClock } = options
  const exposed = await keepPrivate(dataDir)
  const stationLog = openStationLog(join(dataDir, 'logs'), clock, options.logLevel)
  return inRuntime({ ...runtime(), log: stationLog.log }, () => openWithLog(options, clock, stationLog, exposed))
}

/** A station as it is between two openings of its stores. */
interface Opened extends Wired {
  ledger: Ledger
  cache: Cache
  handlers: ReturnType<typeof commandHandlers>
}

async function openWithLog(
  options: StationOptions,
  clock: Clock,
  stationLog: StationLog,
  exposed: StationError | null,
): Promise<Station> {
  const { dataDir, background = true } = options
  const { log } = stationLog
  const events = createSubscribers<StationEvent>()
  const keychain = storedOpen(options.openKeychain ?? openKeychain)
  let reopening: Promise<void> | null = null
  /** Why the stores are not open; null: they are. */
  let unopened: StationErrorData | null = null
  let tries = 0
  let openAgain: Timer | null = null
  let isClosed = false
  let asked = 0

  /** A person's answer is to the ledger as it was then. */
  let answer = options.ledgerAnswer

  async function open(): Promise<Opened> {
    const opened = await openStores(
      { ...options, ledgerAnswer: answer, userKeychain: keychain, reopen },
      clock,
      stationLog,
    )
    answer = undefined
    opened.subscribe((event) => void events.report(event).catch((error: unknown) => logFault(log, error)))
    return opened
  }

  /** Commands that come meanwhile wait for it. What keeps the stores from opening is tried again, and is their answer until then. */
  function reopen(): void {
    reopening ??= openAnew()
      .catch((error: unknown) => logFault(log, error))
      .finally(() => {
        reopening = null
      })
  }

  async function openAnew(): Promise<void> {
    // What asked for it is answered first.
    await nextTurn()
    if (isClosed) return
    if (unopened === null) await now.close()
    try {
      now = await open()
    } catch (error) {
      unopened = asData(error)
      openAgain = after(delayAfter(OPEN_AGAIN_S, tries++) * 1_000, reopen, { isBackground: true })
      return events.report({ name: 'station.changed', payload: {} })
    }
    unopened = null
    tries = 0
    await startConnections()
    log.info('station opened anew')
    await events.report({ name: 'station.changed', payload: {} })
  }

  const startConnections = async () => {
    if (background) await now.services.connections.start(station.invoke)
  }

  let now = await open()
  if (exposed) now.onFault(exposed)
  const station: Station = {
    get services() {
      return now.services
    },
    get stores() {
      return { ledger: now.ledger, cache: now.cache }
    },
    get isOpen() {
      return reopening === null && unopened === null && !isClosed
    },
    log,
    subscribe: events.subscribe,
    report: (notice) => now.onFault(notice),
    invoke: async (name, input, caller = 'screen') => {
      if (reopening) await reopening
      if (unopened !== null) return { ok: false, error: unopened }
      asked += 1
      const ofThis = log.with({
        command: isCommandName(name) ? name : 'unknown',
        request: String(asked),
        ...idsOf(input),
      })
      const { handlers, services, onFault } = now
      return inRuntime({ ...runtime(), log: ofThis }, () =>
        invoke({ handlers, services, onFault, dataDir }, name, input, caller),
      )
    },
    close: async () => {
      isClosed = true
      await reopening
      openAgain?.cancel()
      if (unopened === null) await now.close()
      log.info('station closed')
    },
  }
  try {
    await startConnections()
    return station
  } catch (error) {
    await now.close()
    throw error
  }
}

async function openStores(
  options: Omit<WireOptions, 'openKeychain' | 'siteToken'>,
  clock: Clock,
  stationLog: StationLog,
): Promise<Opened> {
  const { dataDir } = options
  const opened: { close(): void }[] = []
  try {
    const ledger = await openLedger(dataDir, clock, {
      answer: options.ledgerAnswer,
      copy: copierOf(options.launcher),
      onOpening: options.onOpening,
      ...(options.atStep && { atStep: options.atStep }),
    })
    opened.push(ledger)
    stationLog.name(readIdentity(ledger.db).generation)
    await warnOfSyncedFolder(ledger, dataDir, clock)
    const cache = await openCache(dataDir, clock, options.onOpening)
    opened.push(cache)
    const keychain = namedKeychain(options.userKeychain, readKeychainName(ledger.db))
    const siteToken = openSiteToken(keychain, join(dataDir, 'site-token'))
    const wired = await wire({ ...options, openKeychain: keychain, siteToken }, ledger, cache, stationLog)
    return { ...wired, ledger, cache, handlers: commandHandlers(wired.services, options.desktop ?? null) }
  } catch (error) {
    logFault(stationLog.log, error)
    for (const store of opened.reverse()) store.close()
    throw error
  }
}

interface Invoked {
  handlers: ReturnType<typeof commandHandlers>
  services: Pick<Services, 'people' | 'site'>
  onFault: (error: unknown) => void
  dataDir: string
}

async function invoke(
  { handlers, services, onFault, dataDir }: Invoked,
  name: string,
  input: unknown,
  caller: Caller,
): Promise<CommandResult<unknown>> {
  const { log } = runtime()
  const { signIn } = services.people
  const startedAt = monotonic()
  try {
    if (!isCommandName(name)) {
      const reported = name.slice(0, 80)
      throw new StationError({
        code: 'INVALID_INPUT',
        message: `There is no command ${reported}.`,
        details: { name: reported },
      })
    }
    refuseExcess(name, input)
    const { input: schema, access } = commands[name]
    signIn.refuse(name, access, caller, input)
    const parsed = schema.safeParse(input)
    if (!parsed.success) throw invalidInput(parsed.error)
    services.site.refuse?.(name)
    const handler: (input: never) => Promise<unknown> = handlers[name]
    const value = await signIn.run<unknown, unknown>(
      name,
      access,
      { parsed: parsed.data, written: input },
      caller,
      () => handler(parsed.data as never),
    )
    const answer = boundedAnswer(name, { ok: true, value }, MOST_ANSWER)
    log.debug('command', { ms: Math.round(monotonic() - startedAt) })
    return answer
  } catch (cause) {
    const error = asDiskError(cause, dataDir)
    if (!(error instanceof StationError)) onFault(error)
    const refusal = asData(error)
    log.info('command refused', { code: refusal.code, ms: Math.round(monotonic() - startedAt) })
    return { ok: false, error: refusal }
  }
}
