import { receivedAs } from '../../src-shared/machine/upload.ts'
import type { UploadAnswer, UploadItem } from '../../src-shared/site/upload.ts'
import type { SitePerson } from '../../src-shared/site/identity.ts'
import type { SiteChangeBody } from '../../src-shared/site/record.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { asUser } from '../kernel/current-user.ts'
import type { Outbox } from '../booking/outbox/outbox.ts'
import { asData } from '../kernel/fault.ts'
import { actForStation } from './acting-station.ts'
import { contentHash } from '../kernel/content-hash.ts'
import { receiveBooking, refused } from './receive/receive-booking.rows.ts'
import { heldChange, isOfAnotherShipment, markDoubted } from './receive/receive-change.rows.ts'
import { siteChangesById } from './record.rows.ts'
import type { SiteDatabase } from './site-database.ts'
import { mustReadSite } from './site-row.rows.ts'

export interface UploadOptions {
  db: SiteDatabase
  outbox: Pick<Outbox, 'requestChange' | 'kick'>
  onFault: (error: unknown) => void
}

/** Takes over stations' uploads, one by one: none holds up another. */
export function createUploadService({ db, outbox, onFault }: UploadOptions) {
  async function receiveChange(
    stationId: string,
    { change, triedUnder }: Extract<UploadItem, { kind: 'change' }>,
  ): Promise<UploadAnswer> {
    const hash = contentHash(change)
    const held = await heldChange(db, change)
    if (held) {
      const isSame = held.changeId === change.changeId && held.stationId === stationId && held.contentHash === hash
      return isSame ? changeTaken(change.changeId) : refused(change.changeId, differs(change))
    }
    const site = await mustReadSite(db)
    const { changeId, createdAt, submissionId, shipmentId } = change
    const bookingId = (await isOfAnotherShipment(db, change)) ? null : change.bookingId
    await actForStation({ stationId, change: { changeId, contentHash: hash, createdAt } }, () =>
      outbox.requestChange({
        submissionId,
        change: change.change,
        ...(bookingId === null ? { shipmentId: shipmentId ?? '' } : { bookingId }),
      }),
    )
    if (receivedAs(triedUnder, site.timeline) === 'UNKNOWN') await markDoubted(db, changeId)
    return changeTaken(changeId)
  }

  async function changeTaken(changeId: string): Promise<UploadAnswer> {
    const change = (await siteChangesById(db, [changeId])).get(changeId)
    if (change === undefined) throw new Error(`${changeId} is gone after it was written`)
    return { answer: 'change-taken', change }
  }

  async function receive(stationId: string, item: UploadItem): Promise<UploadAnswer> {
    const { person, id } =
      item.kind === 'booking'
        ? { person: item.booking.person, id: item.booking.bookingId }
        : { person: item.change.person, id: item.change.changeId }
    try {
      return await asStation(stationId, person, () =>
        item.kind === 'booking' ? receiveBooking(db, stationId, item) : receiveChange(stationId, item),
      )
    } catch (error) {
      if (!(error instanceof StationError)) onFault(error)
      else if (error.code === 'DATABASE_AWAY') throw error
      const { code: _, message, retryable, details } = asData(error)
      const known = error instanceof StationError ? error.toData() : null
      return known
        ? { answer: 'refused', id, error: known }
        : refused(id, { code: 'INTERNAL', message, retryable, details })
    }
  }

  return {
    /** In the order of the items. @throws StationError DATABASE_AWAY: nothing is known, and all is uploaded again */
    receive: async (stationId: string, items: readonly UploadItem[]): Promise<UploadAnswer[]> => {
      const answers: UploadAnswer[] = []
      for (const item of items) answers.push(await receive(stationId, item))
      outbox.kick()
      return answers
    },
  }
}

export type UploadService = ReturnType<typeof createUploadService>

/** Does it for this station and its person: both are recorded in the audit log. */
export function asStation<T>(stationId: string, person: SitePerson, work: () => T): T {
  return actForStation({ stationId }, () => asUser(person, work))
}

function differs({ changeId }: SiteChangeBody): Parameters<typeof refused>[1] {
  return {
    code: 'SUBMISSION_DIFFERS',
    message: 'This id was already used with different content. Nothing was done.',
    details: { changeId },
  }
}
