import { monotonic, sleep } from '../../../src-node/runtime/wait.ts'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import type { SendOutcome, Transport } from './transport.ts'
import { getQueue, isPdf, jobState, printRaw } from './cups.ts'
import type { Lp } from './lp-program.ts'
import type { IppServer } from './ipp-client.ts'
import { queueInterrupted, queueRefused } from './queue-error.ts'

export interface CupsTimes {
  /** How long a job is watched in the spooler, in milliseconds. */
  watchMs: number
}

const CUPS_TIMES: CupsTimes = { watchMs: 15_000 }
const NOTHING = new Uint8Array()

/**
 * A queue of CUPS, taken raw over IPP. Its "completed" says that the spooler's backend handed everything on, never that
 * paper came out; a job that the spooler gave up may have left in part. Where no IPP is taken, `lp` hands the label over, and
 * nothing is known of it but its number.
 */
export function cupsTransport(
  server: IppServer,
  queue: string,
  times: CupsTimes = CUPS_TIMES,
  lp: Lp | null = null,
): Transport {
  const refused = (reason: string) => queueRefused(queue, reason)
  const interrupted = (reason: string, bytes: number) => queueInterrupted(queue, reason, bytes)

  const check = async (): Promise<StationErrorData | null> => {
    const found = await getQueue(server, queue)
    // Whether `lp` finds a spooler elsewhere shows when it is used.
    if ('reason' in found && lp) return null
    if ('reason' in found) return refused(`the spooler does not answer (${found.reason})`)
    if (!found.queue) return refused('there is no queue with that name')
    return found.queue.isAccepting ? null : refused('it is not accepting jobs')
  }

  /** A job that waits does not say that its queue is stopped. */
  const isStopped = async (): Promise<boolean> => {
    const found = await getQueue(server, queue)
    return 'queue' in found && found.queue?.isStopped === true
  }

  const byLp = async (program: Lp, bytes: Uint8Array): Promise<SendOutcome> => {
    const outcome = await program(queue, bytes)
    if (outcome.kind === 'refused') return { kind: 'refused', error: refused(outcome.reason) }
    if (outcome.kind === 'unknown') {
      return { kind: 'unknown', bytes: 0, answer: NOTHING, error: interrupted(`broke off (${outcome.reason})`, 0) }
    }
    const spooled = outcome.jobId === null ? {} : { spooled: { queue, jobId: outcome.jobId, isUncounted: true } }
    return { kind: 'accepted', bytes: bytes.length, answer: NOTHING, detail: 'spooled', ...spooled }
  }

  return {
    check,

    send: async (bytes, { onProgress, signal } = {}): Promise<SendOutcome> => {
      if (signal?.aborted) return { kind: 'refused', error: refused('the station is closing') }
      const printed = await printRaw(server, queue, 'Waybill label', bytes, signal)
      if (printed.kind === 'unreachable' && lp) return byLp(lp, bytes)
      if (printed.kind === 'unreachable' || printed.kind === 'refused')
        return { kind: 'refused', error: refused(printed.reason) }
      if (printed.kind === 'unknown') {
        const error = interrupted(`broke off (${printed.reason})`, 0)
        return { kind: 'unknown', bytes: 0, answer: NOTHING, error }
      }
      onProgress?.(bytes.length)
      const spooled = { queue, jobId: printed.jobId, isUncounted: isPdf(bytes) }
      const giveUpAt = monotonic() + times.watchMs
      let isHeld = false
      for (let look = 0; monotonic() < giveUpAt && !signal?.aborted; look += 1) {
        const job = await jobState(server, queue, printed.jobId, signal)
        if (job?.state === 'completed' || job?.state === 'gone') break
        if (job?.state === 'aborted' || job?.state === 'canceled') {
          const error = interrupted(`${job.state} the job${job.message ? ` (${job.message})` : ''}`, bytes.length)
          return { kind: 'unknown', bytes: bytes.length, answer: NOTHING, error, spooled }
        }
        isHeld = job?.state === 'held' || job?.state === 'stopped' || (job?.state === 'pending' && (await isStopped()))
        if (isHeld) break
        await sleep(Math.min(500, 10 + look * 10))
      }
      return { kind: 'accepted', bytes: bytes.length, answer: NOTHING, detail: isHeld ? 'held' : 'spooled', spooled }
    },
  }
}
