import { LOG_LEVELS, type LogLevel } from '../../src-shared/station/app/log.ts'
import type { ErrorFacts } from './error-facts.ts'

/**
 * The facts of a log line besides its event. There is no field for free text, and none takes any: a name, an
 * address or a key has no way in, whichever code writes the line.
 */
export interface LogFields {
  /** The command that was asked for, and the number of the asking in this run. */
  command?: string
  request?: string
  /** The service's own id of a call, or a fault's, as screens show it. */
  requestId?: string | null
  bookingId?: string | null
  jobId?: string | null
  batchId?: string | null
  printerId?: string | null
  shipmentId?: string | null
  /** Which program, thread or page it comes from; absent: the station. */
  source?: 'service' | 'thread' | 'screen' | 'process'
  screen?: string
  event?: string
  code?: string | null
  state?: string
  family?: string
  method?: string
  delivery?: string | null
  status?: number | null
  attempt?: number
  ms?: number
  bytes?: number
  count?: number
  /** Text of a statement, without its values. */
  sql?: string
  plan?: readonly string[]
  error?: ErrorFacts
  version?: string
  node?: string
  system?: string
}

export interface LogLine extends LogFields {
  /** ISO 8601 in UTC. */
  at: string
  level: LogLevel
  /** Which station, where there may be several. */
  station?: string
  /** What happened: a literal of the source, never made from data. */
  what: string
}

/** Where the station, its threads and its service write their log. */
export interface Log {
  error(what: string, fields?: LogFields): void
  warn(what: string, fields?: LogFields): void
  info(what: string, fields?: LogFields): void
  debug(what: string, fields?: LogFields): void
  /** The same log; every line bears these fields too. */
  with(fields: LogFields): Log
}

export interface LogOptions {
  /** Asked for every line: it may change while the program runs. */
  level: () => LogLevel
  now: () => Date
  write: (line: LogLine) => void
}

export function createLog(options: LogOptions, always: LogFields = {}): Log {
  const at = (level: LogLevel) => (what: string, fields?: LogFields) => {
    if (LOG_LEVELS.indexOf(level) > LOG_LEVELS.indexOf(options.level())) return
    options.write({ at: options.now().toISOString(), level, what, ...harmless({ ...always, ...fields }) })
  }
  return {
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: at('debug'),
    with: (fields) => createLog(options, { ...always, ...fields }),
  }
}

/** An id, a code, a state: no blank, nothing of a mail address, and short. */
const TOKEN = /^[\w.:/-]{1,100}$/
const HIDDEN = '•••'
/** Written in the source; their values are not in them. */
const OF_THE_SOURCE = ['sql', 'plan', 'error', 'system']

/** Ids come from services and screens: one that is none is hidden. */
function harmless(fields: LogFields): LogFields {
  return Object.fromEntries(
    Object.entries(fields)
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([name, value]) => [
        name,
        typeof value === 'string' && !OF_THE_SOURCE.includes(name) && !TOKEN.test(value) ? HIDDEN : value,
      ]),
  )
}
