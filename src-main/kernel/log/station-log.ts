import { release } from 'node:os'
import { errorFacts } from '../../../src-node/log/error-facts.ts'
import { createLog, type Log, type LogFields } from '../../../src-node/log/log.ts'
import type { LogLevel } from '../../../src-shared/station/app/log.ts'
import type { StationEvent } from '../../../src-shared/station/app/events.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import { packageVersion } from '../../app/version.ts'
import type { Clock } from '../clock.ts'
import { asData } from '../fault.ts'
import type { RequestEntry } from '../../data/audit/requests.rows.ts'
import { openLogFiles, type LogFiles } from './log-files.ts'

export interface StationLog {
  log: Log
  files: Pick<LogFiles, 'dir' | 'failure' | 'bytes' | 'read'>
  /** From now on every line names its station: the beginning of its ledger's generation. */
  name(generation: string): void
  /** What a person set; a level that the command line named goes first. */
  use(level: LogLevel | undefined): void
  level(): LogLevel
}

/** The log of one station: a folder of its own, by the station's clock. */
export function openStationLog(dir: string, clock: Clock, fromCommandLine: LogLevel | undefined): StationLog {
  let station: string | undefined
  let level: LogLevel = fromCommandLine ?? 'info'
  const files = openLogFiles({ dir, now: () => clock.now() })
  const log = createLog({
    level: () => level,
    now: () => clock.now(),
    write: (line) => files.write(station === undefined ? line : { ...line, station }),
  })
  log.info('station opens', {
    version: packageVersion(),
    node: process.versions.node,
    system: `${process.platform} ${process.arch} ${release()}`,
  })
  return {
    log,
    files,
    name: (generation) => {
      station = generation.slice(0, 8)
    },
    use: (set) => {
      const next = fromCommandLine ?? set ?? 'info'
      if (next === level) return
      level = next
      log.info('level of the log', { state: level })
    },
    level: () => level,
  }
}

/** A fault of ours by the id that screens show of it; an expected one by its code. */
export function logFault(log: Log, error: unknown): void {
  const { code, details } = asData(error)
  const { requestId } = details
  const id = typeof requestId === 'string' ? { requestId } : {}
  if (error instanceof StationError) {
    const cause = error.cause instanceof Error ? { error: errorFacts(error.cause) } : {}
    log.warn('something went wrong', { code, ...id, ...cause })
  } else log.error('fault', { ...id, error: errorFacts(error) })
}

/** A call to the freight service; its content is in the list of calls, by its id. */
export function logCall(log: Log, call: RequestEntry): void {
  const { requestId, family, method, status, code, delivery, attempt, durationMs } = call
  const fields = { requestId, family, method, status, code, delivery, attempt, ms: Math.round(durationMs) }
  if (code === null) log.debug('call', fields)
  else log.warn('call failed', fields)
}

export function logEvent(log: Log, { name, payload }: StationEvent): void {
  const { shipmentIds, ...ids } = { shipmentIds: undefined, ...payload }
  log.debug('event', { event: name, ...idsOf(ids), ...(shipmentIds && { count: shipmentIds.length }) })
}

const IDS = ['bookingId', 'jobId', 'batchId', 'printerId', 'shipmentId'] as const

/** The ids that a command's input, or an event, names. */
export function idsOf(input: unknown): LogFields {
  if (typeof input !== 'object' || input === null) return {}
  const given = new Map<string, unknown>(Object.entries(input))
  return Object.fromEntries(
    IDS.flatMap((name) => {
      const value = given.get(name)
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
}
