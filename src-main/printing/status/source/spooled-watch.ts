import type { SentDetail } from '../../../../src-shared/station/printing/printing.ts'
import { jobState, type SpoolerJob } from '../../transports/cups.ts'
import type { IppServer } from '../../transports/ipp-client.ts'
import type { Spooled } from '../../transports/transport.ts'
import { timeToLook, type Watch, type WatchTimes } from '../watch.ts'

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
      const time = timeToLook(times, labels, signal)
      for (; !time.isOver(); await time.pause()) {
        if (!mayGoOn()) return { kind: 'interrupted' }
        const states = await Promise.all(jobs.map(({ queue, jobId }) => jobState(server, queue, jobId, signal)))
        const known = states.filter((state) => state !== null)
        if (known.some(({ state }) => state === 'canceled' || state === 'aborted')) {
          return { kind: 'unproved', detail: 'attention' }
        }
        if (known.some(({ state }) => state === 'processing')) time.renew()
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
      }
      return { kind: 'unproved', detail }
    },
  }
}
