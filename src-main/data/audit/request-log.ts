import { after } from '../../../src-node/runtime/wait.ts'
import type { Log } from '../../../src-node/log/log.ts'
import { logHere } from '../../../src-node/runtime/runtime.ts'
import type { Timer } from '../../../src-node/runtime/timers.ts'
import type { LoggedRequestDetail, RequestPage } from '../../../src-shared/station/app/request-log.ts'
import type { ParsedInput } from '../../../src-shared/station/commands.ts'
import { notStored } from '../../../src-shared/station/error.ts'
import { logCall } from '../../kernel/log/station-log.ts'
import type { RequestEntry, RequestStore } from './requests.rows.ts'

export interface RequestLogOptions {
  requests: RequestStore
  onFault: (error: unknown) => void
  log: Log
  /** How long entries wait for others to share their commit. */
  flushMs?: number
}

const FLUSH_MS = 1000
/** Beyond this many the oldest that wait are dropped: a ledger that cannot be written must not take the memory too. */
const MOST_WAITING = 2000
const MOST_BODY_CHARACTERS = 4096

export type RequestLog = ReturnType<typeof createRequestLog>

/**
 * Records the client's reports of its calls. Nothing is written on the call's own path: entries wait in memory and go
 * to the ledger together, each second and at the end. Entries that wait during a power failure are lost; the bookings
 * themselves are not.
 */
export function createRequestLog({ requests, onFault, log, flushMs = FLUSH_MS }: RequestLogOptions) {
  let waiting: RequestEntry[] = []
  let timer: Timer | undefined
  let writing: Promise<void> = Promise.resolve()
  let isClosed = false

  async function write(): Promise<void> {
    const entries = waiting
    waiting = []
    if (entries.length === 0) return
    try {
      await requests.add(entries)
    } catch (error) {
      waiting = [...entries, ...waiting].slice(-MOST_WAITING)
      onFault(error)
    }
  }

  function flush(): Promise<void> {
    timer?.cancel()
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  return {
    note: (entry: RequestEntry): void => {
      logCall(logHere(log), entry)
      if (isClosed) return
      waiting.push(bounded(entry))
      if (waiting.length > MOST_WAITING) waiting.shift()
      timer ??= after(flushMs, () => void flush(), { isBackground: true })
    },

    /** What waits is written. */
    flush,

    /** Newest first. What was called a moment ago is looked for too. */
    list: async (query: ParsedInput<'requests.list'>): Promise<RequestPage> => {
      await flush()
      return requests.list(query)
    },

    /** One call with its bodies. @throws StationError NOT_FOUND */
    get: async (id: number): Promise<LoggedRequestDetail> => {
      const found = await requests.get(id)
      if (found) return found
      throw notStored('This call is no longer stored.', { id })
    },

    close: async (): Promise<void> => {
      isClosed = true
      await flush()
    },
  }
}

function bounded(entry: RequestEntry): RequestEntry {
  const increment = (text: string | null) => (text === null ? null : text.slice(0, MOST_BODY_CHARACTERS))
  const { requestId, at, family, priority, method, path, status, code, delivery, attempt, durationMs } = entry
  return {
    requestId,
    at,
    family,
    priority,
    method,
    path: path.slice(0, 2000),
    status,
    code,
    delivery,
    attempt,
    durationMs,
    requestBody: increment(entry.requestBody),
    responseBody: increment(entry.responseBody),
  }
}
