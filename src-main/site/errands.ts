import { SITE_POSTS } from '../../src-shared/site/endpoints.ts'
import { MOST_ANSWERS } from '../../src-shared/site/errand.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { PrintJob } from '../../src-shared/station/printing/printing.ts'
import type { ScanInput, ScanResult } from '../../src-shared/station/printing/scan.ts'
import { oneAtATime } from '../kernel/one-at-a-time.ts'
import type { AskedPrint, ErrandStore } from './errands.rows.ts'
import type { SiteClient } from './link/site-client.ts'
import type { Reach } from './link/site-link.ts'

export interface ErrandPorts {
  client: SiteClient
  store: ErrandStore
  reach: () => Reach
  /** As a scan at this station. */
  scan: (input: ScanInput) => Promise<ScanResult>
  /** A shipment's jobs, the newest first. */
  jobsOf: (shipmentId: string) => Promise<PrintJob[]>
  inBackground: (work: Promise<unknown>) => void
}

/** A supervisor's word answers these, as a person's at the station would. */
const ANSWERED = ['ELSEWHERE', 'ISLAND']

/** What the site's supervisors ask of this station: each label is printed once, and the site hears what became of everything. */
export function createErrands({ client, store, reach, scan, jobsOf, inBackground }: ErrandPorts) {
  let isClosed = false

  /** The job of one that was begun before this run, should it have been made. */
  async function madeBefore({ body, begunAt }: AskedPrint): Promise<PrintJob | null> {
    if (begunAt === null) return null
    const jobs = await jobsOf(body.shipmentId)
    return jobs.find(({ printerId, createdAt }) => printerId === body.printerId && createdAt >= begunAt) ?? null
  }

  async function print(asked: AskedPrint): Promise<void> {
    const { errand, body } = asked
    const { errandId } = errand
    const made = await madeBefore(asked)
    if (made) return store.printing(errandId, made.jobId)
    const by = errand.person === null ? errand.stationName : `${errand.person}, ${errand.stationName}`
    try {
      const result = await scan({
        code: body.shipmentId,
        printerId: body.printerId,
        reprintReason: `${body.reason} (${by})`,
        despite: ANSWERED,
      })
      if ('job' in result) return await store.printing(errandId, result.job.jobId)
      await store.refuse(errandId, result.kind === 'asks' ? result.question.key : result.kind)
    } catch (error) {
      if (!(error instanceof StationError)) throw error
      await store.refuse(errandId, error.code)
    }
  }

  const printing = oneAtATime(async () => {
    for (;;) {
      const asked = isClosed ? null : await store.nextPrint()
      if (asked === null) return
      await print(asked)
      tellSoon()
    }
  })

  const telling = oneAtATime(async () => {
    for (;;) {
      const answers = isClosed || reach().kind === 'island' ? [] : await store.toTell(MOST_ANSWERS)
      if (answers.length === 0) return
      try {
        await client.post(SITE_POSTS.tellErrands, { answers })
      } catch (error) {
        if (!(error instanceof StationError)) throw error
        // It is told when the site is back.
        return
      }
      await store.told(answers)
    }
  })

  const tellSoon = (): void => inBackground(telling())

  /** Does what was heard of, and tells the site. */
  function kick(): void {
    inBackground(printing())
    tellSoon()
  }

  return {
    /** The site told of errands. */
    heard: kick,

    tellSoon,

    /** A job has moved. */
    moved: async (jobId: string): Promise<void> => {
      if (await store.moved(jobId)) tellSoon()
    },

    start: async (): Promise<void> => {
      await store.lookAgain()
      kick()
    },

    close: async (): Promise<void> => {
      isClosed = true
      await Promise.all([printing(), telling()])
    },
  }
}
