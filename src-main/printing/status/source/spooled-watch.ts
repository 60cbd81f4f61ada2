import { monotonic, sleep } from '../../../../src-node/runtime/wait.ts'
import type { SentDetail } from '../../../../src-shared/station/printing/printing.ts'
import { jobState, type SpoolerJob } from '../../transports/cups.ts'
import type { IppServer } from '../../transports/ipp-client.ts'
import type { Spooled } from '../../transports/transport.ts'
import type { Watch, WatchTimes } from '../watch.ts'

const ENDED = new Set<SpoolerJob['state']>(['completed', 'gone'])

/**
 * Follows jobs in the spooler to their ends. "Completed" says that the bytes are gone. Only where the spooler's backend read
 * the printer's own count while it sent, and it moved by exactly the labels of the run, they are proved: for a raw job
 * nothing else writes job-media-sheets-completed (CUPS, backend/socket.c by SNMP, backend/ipp.c from the printer's job). Jobs
 * that the spooler no longer knows, that a driver drew, or that `lp` may have given to another spooler, prove nothing.
 */
export function watchSpooled(server: IppServer, times: WatchTimes): Watch {
  const jobs: Spooled[] = []
  return {
    begin: async () => null,

    took: (spooled) => void jobs.push(spooled),

    prove: async (labels, mayGoOn, signal) => {
      let detail: SentDetail = 'spooled'
      const startedAt = monotonic()
      let giveUpAt = startedAt + times.forMs
      for (let look = 0; monotonic() < giveUpAt && !signal.aborted; look += 1) {
        if (!mayGoOn()) return { kind: 'interrupted' }
        const states = await Promise.all(jobs.map(({ queue, jobId }) => jobState(server, queue, jobId, signal)))
        const known = states.filter((state) => state !== null)
        if (known.some(({ state }) => state === 'canceled' || state === 'aborted')) {
          return { kind: 'unproved', detail: 'attention' }
        }
        // A hundred labels take longer than the looks at one.
        if (known.some(({ state }) => state === 'processing')) {
          giveUpAt = Math.min(monotonic() + times.forMs, startedAt + times.forMs * labels)
        }
        detail = known.some(({ state }) => state === 'held' || state === 'stopped') ? 'held' : 'spooled'
        const isEnded =
          known.length > 0 && known.length === states.length && known.every(({ state }) => ENDED.has(state))
        if (isEnded) {
          const isCounted =
            known.every(({ state }) => state !== 'gone') && jobs.every(({ isUncounted }) => isUncounted !== true)
          if (!isCounted) return { kind: 'unproved', detail: 'spooled' }
          const sheets = known.reduce((sum, job) => sum + (job.sheets ?? 0), 0)
          if (sheets === 0) return { kind: 'unproved', detail: 'spooled' }
          if (sheets !== labels) return { kind: 'unproved', detail: 'count-differs' }
          return { kind: 'proved', proof: { kind: 'odometer', from: 0, to: sheets, by: 'ipp' } }
        }
        await sleep(times.everyMs * Math.min(8, 1 + look / 4), { signal }).catch(() => undefined)
      }
      return { kind: 'unproved', detail }
    },
  }
}
