import type { Clock } from '../kernel/clock.ts'
import { FreightError, isOfOneAlone } from '../freight/http/failure.ts'
import { MOST_TRACKED_AT_ONCE } from '../../src-shared/freight/tracking-request.ts'
import { isWantingDetail } from '../../src-shared/machine/shipment.ts'
import type { ServiceFacts } from './service-facts.rows.ts'
import type { ShipmentStore, TrackedName } from './shipments.rows.ts'
import type { TrackingLink, TrackingPriority } from './client-for.ts'
import type { createReader } from './reader.ts'

/** Calls for records of the past in one turn: 500 shipments. */
const RECORD_CALLS_A_TURN = 5
const DETAILS_A_TURN = 40
/** Shipments under way whose timeline is compared whole in one turn. */
const CHECKS_A_TURN = 5
const CHECK_AFTER_MS = 6 * 60 * 60 * 1000
/** A service without bulk tracking records may get them one day. */
const TRY_MANY_AGAIN_MS = 7 * 24 * 60 * 60 * 1000

export interface DetailsOptions {
  reader: ReturnType<typeof createReader>
  shipments: ShipmentStore
  facts: ServiceFacts
  clock: Clock
  isClosed: () => boolean
  /** Is the failure of what was asked for alone? */
  failsAlone: (link: TrackingLink, error: unknown) => Promise<boolean>
  /** A reading that fails for this shipment alone is quarantined. @throws FreightError of any other failure */
  skippingUnread: (reading: Promise<void>, shipmentId: string) => Promise<void>
}

/**
 * Fields of a shipment that a list does not have: reference, PRO, places. A tracking record has them too, and a
 * hundred come in one call, so a detail of its own is asked only for shipments on the dock or in an exception,
 * without a tracking number, or opened by a person. A service without bulk records is asked for each.
 */
export function createDetails(options: DetailsOptions) {
  const { reader, shipments, facts, clock, isClosed, failsAlone, skippingUnread } = options

  async function namesMany({ key }: TrackingLink): Promise<boolean> {
    const known = await facts.get(key, 'track-many')
    if (known?.value !== 'refused') return true
    const age = clock.now().getTime() - Date.parse(known.learnedAt)
    return age < 0 || age > TRY_MANY_AGAIN_MS
  }

  /**
   * One call for at most a hundred records. `refused`: the service does not offer them so; `failed`: it does not for
   * these, of which one may be enough. @throws FreightError
   */
  async function readMany(
    link: TrackingLink,
    names: readonly TrackedName[],
    priority: TrackingPriority,
  ): Promise<'read' | 'refused' | 'failed'> {
    const numbers = names.map(({ trackingNumber }) => trackingNumber)
    const reported = await reader.byNumbers(link, numbers, priority).catch(async (error: unknown) => {
      if (!(await failsAlone(link, error))) throw error
      return error instanceof FreightError && isOfOneAlone(error) ? 0 : null
    })
    if (reported === null) return 'failed'
    await facts.learn(link.key, 'track-many', reported > 0 ? 'works' : 'refused')
    if (reported > 0) await shipments.noteTracked(names.map(({ shipmentId }) => shipmentId))
    return reported > 0 ? 'read' : 'refused'
  }

  /** Records of the past, some calls of them. `read`: more are to come; null: none. */
  async function readPast(link: TrackingLink): Promise<'read' | 'refused' | 'failed' | null> {
    for (let call = 0; call < RECORD_CALLS_A_TURN && !isClosed(); call += 1) {
      const names = await shipments.untracked(MOST_TRACKED_AT_ONCE)
      if (names.length === 0) return null
      const end = await readMany(link, names, 'background')
      if (end !== 'read') return end
    }
    return 'read'
  }

  /** What changed and is under way: by records where they suffice. Gives those that need their detail. */
  async function readNews(link: TrackingLink, changed: readonly string[], byMany: boolean): Promise<string[]> {
    const names: TrackedName[] = []
    const others: string[] = []
    for (const shipmentId of new Set(changed)) {
      const shipment = await shipments.get(shipmentId)
      if (!shipment) continue
      const { trackingNumber } = shipment
      if (byMany && trackingNumber !== null && !isWantingDetail(shipment)) names.push({ shipmentId, trackingNumber })
      else others.push(shipmentId)
    }
    for (let from = 0; from < names.length && !isClosed(); from += MOST_TRACKED_AT_ONCE) {
      const some = names.slice(from, from + MOST_TRACKED_AT_ONCE)
      if ((await readMany(link, some, 'tracking')) !== 'read') others.push(...some.map(({ shipmentId }) => shipmentId))
    }
    return others
  }

  return {
    /**
     * Fetches missing and changed fields. Returns whether more records are to be asked for at once.
     * @param isFilled the lists are here whole: timelines may be compared too
     * @throws FreightError
     */
    complete: async (link: TrackingLink, changed: readonly string[], isFilled: boolean): Promise<boolean> => {
      const byMany = await namesMany(link)
      const news = await readNews(link, changed, byMany)
      const past = byMany ? await readPast(link) : null
      const hasMore = past === 'read'
      const isAskedOneByOne = past === 'failed' || !(await namesMany(link))
      const wanted = [
        ...(await shipments.wantingDetail(DETAILS_A_TURN)),
        ...news,
        ...(await shipments.withoutRecord(DETAILS_A_TURN, isAskedOneByOne)),
      ]
      for (const shipmentId of [...new Set(wanted)].slice(0, DETAILS_A_TURN)) {
        if (isClosed()) return false
        await skippingUnread(reader.detail(link, shipmentId, 'tracking'), shipmentId)
        // One that the service fails for is among no hundred again.
        if (past === 'failed') await shipments.noteTracked([shipmentId])
      }
      if (!isFilled) return hasMore
      const at = clock.now()
      const unchecked = await shipments.unchecked(new Date(at.getTime() - CHECK_AFTER_MS), at, CHECKS_A_TURN)
      for (const shipmentId of unchecked) {
        if (isClosed()) return false
        await skippingUnread(reader.whole(link, shipmentId, 'background'), shipmentId)
      }
      return hasMore
    },
  }
}
