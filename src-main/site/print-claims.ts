import { SITE_POSTS } from '../../src-shared/site/endpoints.ts'
import type { PrintFact } from '../../src-shared/site/print-claim.ts'
import type { LabelQuestion } from '../../src-shared/station/printing/label-question.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { currentSitePerson } from '../kernel/current-user.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import { oneAtATime } from '../kernel/one-at-a-time.ts'
import type { PrintClaimStore } from './print-claims.rows.ts'
import type { SiteMirror } from './site-mirror.rows.ts'
import type { SiteClient } from './link/site-client.ts'
import { offlineSinceOf, type Reach } from './link/site-link.ts'

/** What is to be printed, and the person's reason. */
export interface WantedPrint {
  shipmentId: string
  printerName: string
  /** Why it is printed despite an objection; absent: there was no question. */
  reason: string | undefined
  /** It was printed here before: the site gets the reason, and its first print needs none. */
  isReprint: boolean
  isAnswered: (question: LabelQuestion) => boolean
}

/** The leave to print, which is made a job of. */
export interface PrintLeave {
  claimId: string
  onIsland: boolean
}

export interface PrintClaimPorts {
  client: SiteClient
  store: PrintClaimStore
  mirror: SiteMirror
  reach: () => Reach
  /** Was it booked at this station? */
  isOwn: (shipmentId: string) => Promise<boolean>
  clock: Clock
  ids: Ids
  /** Two came out without a reason: this station's person has to know. */
  onDoubled: (prints: PrintFact[]) => void
  inBackground: (work: Promise<unknown>) => void
}

/** A packer waits for it. */
const CLAIM_MS = 2_500
const MOST_REPORTED = 100
/** What was printed before is not checked again: it was reported, or no one waits for it. */
const LOOK_BACK_MS = 3 * 24 * 60 * 60_000
const MOST_SHOWN = 5

export type PrintClaims = ReturnType<typeof createPrintClaims>

/** One print of a label for the whole site, unless a person gives a reason for another. */
export function createPrintClaims(ports: PrintClaimPorts) {
  const { client, store, mirror, reach, isOwn, clock, ids, onDoubled, inBackground } = ports

  const elsewhere = (prints: readonly PrintFact[]): LabelQuestion => ({
    kind: 'printed-elsewhere',
    key: 'ELSEWHERE',
    prints: prints.slice(0, MOST_SHOWN).map(({ stationName, person, at, printerName, outcome, onIsland }) => ({
      ...{ stationName, person, at, printerName },
      ...{ isProved: outcome === 'printed', onIsland },
    })),
  })

  /** What is known here: the site cannot be asked. */
  async function onIsland(wanted: WantedPrint): Promise<LabelQuestion | null> {
    if (wanted.isReprint) return null
    const prints = await mirror.printsOf(wanted.shipmentId)
    if (prints.length > 0) return elsewhere(prints)
    if (await isOwn(wanted.shipmentId)) return null
    return { kind: 'offline', key: 'ISLAND', since: offlineSinceOf(reach()) }
  }

  /** @throws StationError WRONG_STATE (details.isCanceled) */
  async function claim(wanted: WantedPrint): Promise<PrintLeave | LabelQuestion> {
    const { shipmentId, printerName, reason, isReprint, isAnswered } = wanted
    // A reason that was given for another question is none for this one.
    const given = isReprint || isAnswered(elsewhere([])) ? (reason ?? null) : null
    const begun = await store.open(shipmentId)
    const isSame = begun !== null && begun.reason === given
    const request = {
      claimId: isSame ? begun.claimId : ids.next('clm'),
      shipmentId,
      printerName,
      reason: given,
      person: currentSitePerson(),
    }
    const asked = isSame ? begun : request
    if (!isSame) await store.begin(request, clock.now())
    if (offlineSinceOf(reach()) === null) {
      try {
        const answer = await client.post(SITE_POSTS.claimPrint, asked, { timeoutMs: CLAIM_MS })
        if (answer.answer === 'granted') return { claimId: asked.claimId, onIsland: false }
        await store.forget(asked.claimId)
        return elsewhere(answer.prints)
      } catch (error) {
        if (!(error instanceof StationError)) throw error
        // No refusal is a reason to leave a packer without a label, except that it was printed elsewhere, or is canceled.
        if (error.details['isCanceled'] === true) {
          await store.forget(asked.claimId)
          throw error
        }
      }
    }
    const question = await onIsland(wanted)
    if (question !== null && !isAnswered(question)) return question
    // The site gets the reason when it is back online.
    if (question !== null) await store.begin({ ...asked, reason: reason ?? null }, clock.now())
    return { claimId: asked.claimId, onIsland: true }
  }

  let isClosed = false

  const report = oneAtATime(async () => {
    for (;;) {
      const facts = isClosed ? [] : await store.toReport(MOST_REPORTED)
      if (facts.length === 0) return
      const { doubled } = await client.post(SITE_POSTS.reportPrints, { facts })
      await store.reported(facts)
      if (doubled.length > 0) onDoubled(doubled)
    }
  })

  function reportSoon(): void {
    if (offlineSinceOf(reach()) !== null) return
    inBackground(
      report().catch((error: unknown) => {
        // It is reported when the site is back online.
        if (!(error instanceof StationError)) throw error
      }),
    )
  }

  return {
    claim,

    /** This job prints what there was leave for. */
    printing: async ({ claimId, onIsland: isOffline }: PrintLeave, jobId: string): Promise<void> => {
      await store.printing(claimId, jobId, isOffline)
      reportSoon()
    },

    /** A job has moved. */
    moved: async (jobId: string): Promise<void> => {
      if (await store.moved(jobId)) reportSoon()
    },

    reportSoon,

    /**
     * The site's timeline changed: what came out here is reported again. @throws StationError the site cannot be
     * reached
     */
    reportAgain: async (): Promise<void> => {
      // A report under way may reach the timeline before.
      await report().catch(() => undefined)
      await store.reportAgain(new Date(clock.now().getTime() - LOOK_BACK_MS))
      await report()
    },

    start: async (): Promise<void> => {
      await store.lookAgain(new Date(clock.now().getTime() - LOOK_BACK_MS))
      reportSoon()
    },

    close: async (): Promise<void> => {
      isClosed = true
      await report().catch(() => undefined)
    },
  }
}
