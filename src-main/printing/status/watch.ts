import { monotonic, sleep } from '../../../src-node/runtime/wait.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import type { PrintProof, SentDetail } from '../../../src-shared/station/printing/printing.ts'
import type { Spooled } from '../transports/transport.ts'
import type { Asker, AskOptions } from './ask.ts'
import { identityProblem, type KnownPrinter, type PrinterIdentity } from './identity.ts'
import { probeWithIdentity, probeZpl, readOdometer, type ProbeOptions } from './probe.ts'

export interface WatchTimes {
  /** For each question. */
  deadlineMs: number
  /** Between two looks at a printer at work; each is longer than the last, up to eight times. */
  everyMs: number
  /** All looks together, for each label: so long without a printer at work ends them. */
  forMs: number
  /** An answer so old says nothing of who is there now: 5 s when absent, less than it takes to exchange a printer. */
  staleMs?: number
}

const STALE_MS = 5_000

export const WATCH_TIMES: WatchTimes = { deadlineMs: 1_500, everyMs: 150, forMs: 30_000 }

/** A look at a printer before a run of labels, and the proof after it. */
export interface Watch {
  /**
   * Why nothing may be sent, before the first byte: another printer answers, or this one cannot print now. Null: nothing
   * keeps it, or it does not say.
   */
  begin(signal: AbortSignal): Promise<StationErrorData | null>
  /** Why nothing more of the run may be sent: another printer answers since. Not asked while the last answer is new. */
  resume?(signal: AbortSignal): Promise<StationErrorData | null>
  /** The spooler took a copy under this number. */
  took?(spooled: Spooled): void
  /** Something of the run was refused: the printer may have been off, and what it held may be lost. */
  wasAway?(): void
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
  /** The look before a run, with why the printer that answers is not the one known here; absent: it is looked at only. */
  identify?(options: AskOptions): Promise<{ sight: Sight; problem: StationErrorData | null }>
  /** Labels printed in its life; null: it counts none, or not labels. */
  count(options: AskOptions): Promise<number | null>
  /** Whether idle without an error, seen twice, proves where nothing is counted. */
  idleProves: boolean
}

/** Who has to answer before each run. */
export interface Expected {
  known: KnownPrinter
  /** What keeps the printer from being reached; null: nothing. */
  reach: () => Promise<StationErrorData | null>
  /** Its serial number where the port tells it; else the printer is asked for it. */
  serialAtPort?: () => Promise<string | null>
}

/** Nobody said who they are: no connection, or another printer. */
const problemOf = async ({ known, reach }: Expected, who: PrinterIdentity | null): Promise<StationErrorData | null> =>
  (who === null ? await reach() : null) ?? identityProblem(known, who)

/** The printer's own word: `~HS` and `~HI`, and its odometer. */
export function watchZpl(
  ask: Asker,
  times: WatchTimes = WATCH_TIMES,
  how: Pick<ProbeOptions, 'knowsErrors'> = {},
  expected: Expected | null = null,
): Watch {
  return watchBy(
    {
      look: (options) => probeZpl(ask, { ...options, ...how }),
      ...(expected && {
        identify: async (options) => {
          const serial = (await expected.serialAtPort?.()) ?? null
          const asksSerial = serial === null && expected.known.serial !== null
          const { probe, who } = await probeWithIdentity(ask, { ...options, ...how, asksSerial })
          // One that reports its errors alone is in trouble, which it says.
          if (probe.kind === 'attention') return { sight: probe, problem: null }
          return { sight: probe, problem: await problemOf(expected, who && { ...who, serial: serial ?? who.serial }) }
        },
      }),
      count: (options) => countOf(ask, options),
      idleProves: true,
    },
    times,
  )
}

/** A printer that is asked who it is before each run, and else watched as `watch` does; null: not at all. */
export function watchIdentity(
  expected: Expected,
  who: (options: AskOptions) => Promise<PrinterIdentity | null>,
  watch: Watch | null,
  { deadlineMs }: Pick<WatchTimes, 'deadlineMs'> = WATCH_TIMES,
): Watch {
  return {
    prove: async () => ({ kind: 'unproved', detail: 'handed-over' }),
    ...watch,
    begin: async (signal) =>
      (await problemOf(expected, await who({ deadlineMs, signal }))) ?? (await watch?.begin(signal)) ?? null,
  }
}

/**
 * Proves by a witness: nothing in the printer's buffer, nothing remaining, nothing half received, no trouble, seen twice;
 * and where it counts labels, the count moved by exactly the number that was sent.
 */
export function watchBy(
  { by, look: see, identify, count, idleProves }: StatusSource,
  times: WatchTimes = WATCH_TIMES,
): Watch {
  let before: number | null = null
  let answeredAt = -Infinity
  /** A printer that was away in this run may have lost its buffer: then only its own count could prove anything. */
  let wasLost = false
  const isStale = () => monotonic() - answeredAt >= (times.staleMs ?? STALE_MS)
  /** Who it is, is asked with how it is where the last answer is old; else only how. */
  const look = async (options: AskOptions): ReturnType<NonNullable<StatusSource['identify']>> => {
    const seen = identify && isStale() ? await identify(options) : { sight: await see(options), problem: null }
    if (seen.sight.kind === 'answered' && seen.problem === null) answeredAt = monotonic()
    wasLost ||= seen.sight.kind === 'unreachable'
    return seen
  }
  return {
    begin: async (signal) => {
      const options = { deadlineMs: times.deadlineMs, signal }
      const { sight, problem } = await look(options)
      wasLost = false
      if (problem !== null) return problem
      before = sight.kind === 'answered' ? await count(options) : null
      const trouble = sight.kind === 'answered' || sight.kind === 'attention' ? sight.trouble : null
      return trouble === null ? null : notReady(trouble)
    },

    resume: async (signal) =>
      identify && isStale() ? (await look({ deadlineMs: times.deadlineMs, signal })).problem : null,

    wasAway: () => {
      wasLost = true
    },

    prove: async (labels, mayGoOn, signal) => {
      const options = { deadlineMs: times.deadlineMs, signal }
      let seenIdle = 0
      let detail: SentDetail = 'not-idle'
      const time = timeToLook(times, labels, signal)
      for (; !time.isOver(); await time.pause()) {
        if (!mayGoOn()) return { kind: 'interrupted' }
        const { sight, problem } = await look(options)
        // Another printer has printed nothing of this run, and is asked nothing more.
        if (problem !== null && sight.kind !== 'unreachable') return { kind: 'unproved', detail: 'no-answer' }
        const isGood = sight.kind === 'answered' && sight.isIdle && sight.trouble === null
        detail = detailOf(sight)
        seenIdle = isGood ? seenIdle + 1 : 0
        if (sight.kind === 'answered' && !sight.isIdle && sight.trouble === null) time.renew()
        if (seenIdle >= 2) {
          if (before === null && wasLost) return { kind: 'unproved', detail: 'no-answer' }
          if (before === null && !idleProves) return { kind: 'unproved', detail: 'uncounted' }
          if (before === null) return { kind: 'proved', proof: { kind: 'status-twice' } }
          const after = await count(options)
          if (after === before + labels) return { kind: 'proved', proof: odometer(before, after, by) }
          // Some printers count a label when it has left the cutter: later looks may find it counted.
          detail = after === null ? 'no-answer' : 'count-differs'
          if (after === null || after > before + labels || seenIdle > 20) return { kind: 'unproved', detail }
        }
      }
      return { kind: 'unproved', detail }
    },
  }
}

/**
 * How long the looks at a run go on, and how far they are apart.
 * @param labels a hundred of them take longer than one: while they are being printed, the time is renewed for each
 */
export function timeToLook({ everyMs, forMs }: WatchTimes, labels: number, signal: AbortSignal) {
  const startedAt = monotonic()
  let giveUpAt = startedAt + forMs
  let looks = 0
  return {
    isOver: (): boolean => monotonic() >= giveUpAt || signal.aborted,
    renew: (): void => {
      giveUpAt = Math.min(monotonic() + forMs, startedAt + forMs * labels)
    },
    pause: (): Promise<void> => sleep(everyMs * Math.min(8, 1 + looks++ / 4), { signal }).catch(() => undefined),
  }
}

function notReady(problem: string): StationErrorData {
  return {
    code: 'PRINTER_NOT_READY',
    message: `The printer cannot print now: ${problem}. Nothing was sent.`,
    retryable: true,
    details: { problem },
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
