import { monotonic, sleep } from '../../../src-node/runtime/wait.ts'
import type { PrintProof, SentDetail } from '../../../src-shared/station/printing/printing.ts'
import type { Spooled } from '../transports/transport.ts'
import type { Asker, AskOptions } from './ask.ts'
import { probeZpl, readOdometer, type ProbeOptions } from './probe.ts'

export interface WatchTimes {
  /** For each question. */
  deadlineMs: number
  /** Between two looks at a printer at work; each is longer than the last, up to eight times. */
  everyMs: number
  /** All looks together. */
  forMs: number
}

export const WATCH_TIMES: WatchTimes = { deadlineMs: 1_500, everyMs: 150, forMs: 30_000 }

/** A look at a printer before a run of labels, and the proof after it. */
export interface Watch {
  /** What keeps the printer from printing, before the first byte; null when nothing does or it does not say. */
  begin(signal: AbortSignal): Promise<string | null>
  /** The spooler took a copy under this number. */
  took?(spooled: Spooled): void
  /** Looks until `labels` are proved, or there is a reason to give up. `mayGoOn` false: new work has come. */
  prove(labels: number, mayGoOn: () => boolean, signal: AbortSignal): Promise<Verdict>
}

/** interrupted: new work came first; the run continues and is proved later. */
type Verdict =
  { kind: 'proved'; proof: PrintProof } | { kind: 'unproved'; detail: SentDetail } | { kind: 'interrupted' }

/** One look at a printer: see `Probe`. */
export type Sight =
  | { kind: 'answered'; isIdle: boolean; trouble: string | null }
  | { kind: 'attention'; trouble: string }
  | { kind: 'silent' }
  | { kind: 'unreachable'; reason: string }

/** Somebody who knows how a printer is, and how many labels it has printed. */
export interface StatusSource {
  /** Absent: the printer's own language. */
  by?: 'snmp' | 'ipp'
  look(options: AskOptions): Promise<Sight>
  /** Labels printed in its life; null: it counts none, or not labels. */
  count(options: AskOptions): Promise<number | null>
  /** Whether idle without an error, seen twice, proves where nothing is counted. */
  idleProves: boolean
}

/** The printer's own word: `~HS`, and its odometer. */
export function watchZpl(
  ask: Asker,
  times: WatchTimes = WATCH_TIMES,
  how: Pick<ProbeOptions, 'knowsErrors'> = {},
): Watch {
  return watchBy(
    {
      look: (options) => probeZpl(ask, { ...options, ...how }),
      count: (options) => countOf(ask, options),
      idleProves: true,
    },
    times,
  )
}

/**
 * Proves by a witness: nothing in the printer's buffer, nothing remaining, nothing half received, no trouble, seen twice;
 * and where it counts labels, the count moved by exactly the number that was sent.
 */
export function watchBy({ by, look: see, count, idleProves }: StatusSource, times: WatchTimes = WATCH_TIMES): Watch {
  let before: number | null = null
  return {
    begin: async (signal) => {
      const options = { deadlineMs: times.deadlineMs, signal }
      const sight = await see(options)
      before = sight.kind === 'answered' ? await count(options) : null
      return sight.kind === 'answered' || sight.kind === 'attention' ? sight.trouble : null
    },

    prove: async (labels, mayGoOn, signal) => {
      const options = { deadlineMs: times.deadlineMs, signal }
      let seenIdle = 0
      let wasLost = false
      let detail: SentDetail = 'not-idle'
      const giveUpAt = monotonic() + times.forMs
      for (let look = 0; monotonic() < giveUpAt && !signal.aborted; look += 1) {
        if (!mayGoOn()) return { kind: 'interrupted' }
        const sight = await see(options)
        const isGood = sight.kind === 'answered' && sight.isIdle && sight.trouble === null
        detail = detailOf(sight)
        wasLost ||= sight.kind === 'unreachable'
        seenIdle = isGood ? seenIdle + 1 : 0
        if (seenIdle >= 2) {
          // A printer that was away may have lost its buffer: then only its own count could prove anything.
          if (before === null && wasLost) return { kind: 'unproved', detail: 'no-answer' }
          if (before === null && !idleProves) return { kind: 'unproved', detail: 'uncounted' }
          if (before === null) return { kind: 'proved', proof: { kind: 'status-twice' } }
          const after = await count(options)
          if (after === before + labels) return { kind: 'proved', proof: odometer(before, after, by) }
          // Some printers count a label when it has left the cutter: later looks may find it counted.
          detail = after === null ? 'no-answer' : 'count-differs'
          if (after === null || after > before + labels || look > 20) return { kind: 'unproved', detail }
        }
        await sleep(times.everyMs * Math.min(8, 1 + look / 4), { signal }).catch(() => undefined)
      }
      return { kind: 'unproved', detail }
    },
  }
}

function odometer(from: number, to: number, by: StatusSource['by']): PrintProof {
  return { kind: 'odometer', from, to, ...(by ? { by } : {}) }
}

/** Its count; asked twice, because a port that takes one connection at a time may still be closing the last one. */
async function countOf(ask: Asker, options: AskOptions): Promise<number | null> {
  const first = await readOdometer(ask, options)
  if (first !== null) return first
  await sleep(100)
  return readOdometer(ask, options)
}

function detailOf(sight: Sight): SentDetail {
  if (sight.kind === 'attention') return 'attention'
  if (sight.kind !== 'answered') return 'no-answer'
  return sight.trouble === null ? 'not-idle' : 'attention'
}
