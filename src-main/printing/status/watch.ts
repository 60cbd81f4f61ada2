import { monotonic, sleep } from '../../../src-node/runtime/wait.ts'
import type { PrintProof, SentDetail } from '../../../src-shared/station/printing/printing.ts'
import type { TcpAddress } from '../transports/uri.ts'
import type { AskOptions } from './ask.ts'
import { probeZpl, readOdometer } from './probe.ts'

export interface WatchTimes {
  /** For each question. */
  deadlineMs: number
  /** Between two looks at a printer at work; each is longer than the last, up to eight times. */
  everyMs: number
  /** All looks together. */
  forMs: number
}

const WATCH_TIMES: WatchTimes = { deadlineMs: 1_500, everyMs: 150, forMs: 30_000 }

/** A look at a printer before a run of labels, and the proof after it. */
export interface Watch {
  /** What keeps the printer from printing, before the first byte; null when nothing does or it does not say. */
  begin(signal: AbortSignal): Promise<string | null>
  /** Looks until `labels` are proved, or there is a reason to give up. `mayGoOn` false: new work has come. */
  prove(labels: number, mayGoOn: () => boolean, signal: AbortSignal): Promise<Verdict>
}

/** interrupted: new work came first; the run goes on and is proved later. */
type Verdict =
  { kind: 'proved'; proof: PrintProof } | { kind: 'unproved'; detail: SentDetail } | { kind: 'interrupted' }

/**
 * Proves by the printer's own word: nothing in its buffer, nothing remaining, nothing half received, no trouble, seen twice;
 * and where it counts labels, the count moved by exactly the number that was sent.
 */
export function watchZpl(address: TcpAddress, times: WatchTimes = WATCH_TIMES): Watch {
  let before: number | null = null
  return {
    begin: async (signal) => {
      const options = { deadlineMs: times.deadlineMs, signal }
      const probe = await probeZpl(address, options)
      before = probe.kind === 'answered' ? await countOf(address, options) : null
      return probe.kind === 'answered' || probe.kind === 'attention' ? probe.trouble : null
    },

    prove: async (labels, mayGoOn, signal) => {
      const options = { deadlineMs: times.deadlineMs, signal }
      let seenIdle = 0
      let wasLost = false
      let detail: SentDetail = 'not-idle'
      const giveUpAt = monotonic() + times.forMs
      for (let look = 0; monotonic() < giveUpAt && !signal.aborted; look += 1) {
        if (!mayGoOn()) return { kind: 'interrupted' }
        const probe = await probeZpl(address, options)
        const isGood = probe.kind === 'answered' && probe.isIdle && probe.trouble === null
        detail = detailOf(probe)
        wasLost ||= probe.kind === 'unreachable'
        seenIdle = isGood ? seenIdle + 1 : 0
        if (seenIdle >= 2) {
          // A printer that was away may have lost its buffer: then only its own count could prove anything.
          if (before === null && wasLost) return { kind: 'unproved', detail: 'no-answer' }
          if (before === null) return { kind: 'proved', proof: { kind: 'status-twice' } }
          const after = await countOf(address, options)
          if (after === before + labels) return { kind: 'proved', proof: { kind: 'odometer', from: before, to: after } }
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

/** Its count; asked twice, because a port that takes one connection at a time may still be closing the last one. */
async function countOf(address: TcpAddress, options: AskOptions): Promise<number | null> {
  const first = await readOdometer(address, options)
  if (first !== null) return first
  await sleep(100)
  return readOdometer(address, options)
}

function detailOf(probe: Awaited<ReturnType<typeof probeZpl>>): SentDetail {
  if (probe.kind === 'attention') return 'attention'
  if (probe.kind !== 'answered') return 'no-answer'
  return probe.trouble === null ? 'not-idle' : 'attention'
}
