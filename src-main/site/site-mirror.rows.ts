import { z } from 'zod'
import { hasFailed } from '../../src-shared/machine/change.ts'
import type { FeedEvent, FeedPage } from '../../src-shared/site/feed.ts'
import { printFactSchema, type PrintFact } from '../../src-shared/site/print-claim.ts'
import { siteLabelsSchema, type SiteBooking, type SiteLabels } from '../../src-shared/site/record.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { alikeSql, alikeValues, byCodeSql, byCodeValues } from '../shipments/by-code.rows.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { isIn } from '../kernel/sqlite/is-in.ts'
import type { LedgerBooking } from '../booking/booking-row.rows.ts'
import { isOnManifest } from '../documents/endofday/on-manifest.rows.ts'
import { toPickups, type BookedPickup, type PickupQuery } from '../documents/endofday/pickup.rows.ts'
import { applySiteBooking, applySiteChange, storeSiteBooking, type AppliedBooking } from './apply-site-update.rows.ts'
import { noteUpload } from './upload-row.rows.ts'
import { handAllowedAgain } from './uploads.rows.ts'
import { mergeRemote, type SharedEffect } from './merge-remote.ts'
import { bookingsOfOthers } from './others-bookings.rows.ts'
import { putOffTimes } from './put-off.ts'
import { storeSiteManifest } from './site-manifests.rows.ts'
import { writeFollowed } from './site-link.rows.ts'

/** What a page of the feed changed here. */
export interface FeedEffect {
  /** Of this station. */
  bookings: AppliedBooking[]
  changes: string[]
  /** Of other stations. */
  others: SiteBooking[]
  hasLabels: boolean
  hasManifests: boolean
  /** What all stations share and is another here since. */
  shared: SharedEffect[]
  /** Shipments that another station cancels, or has canceled. */
  canceled: string[]
  /** What the site has to know of what was booked here. */
  hasUploads: boolean
}

const BOOKED = ['BOOKED'] as const
const MOST_OF_DAYS = 10_000
const labelRowSchema = z.object({ labels: jsonColumn(siteLabelsSchema), attempts: z.int() })

export type SiteMirror = ReturnType<typeof siteMirror>

const BY_CODE = byCodeSql('site_booking', 'booking_id, environment')
const ALIKE = alikeSql('site_booking', 'booking_id, environment')

/** The work of the site's other stations, kept here so that a scan needs no network. */
export function siteMirror(db: SqliteDatabase, clock: Clock) {
  function storeLabels(labels: SiteLabels, seq: number): boolean {
    const { environment, shipmentId } = labels
    const before = statement(
      db,
      'SELECT document_id || sha256 FROM label WHERE environment = ? AND shipment_id = ? ORDER BY piece',
    )
      .pluck()
      .all(environment, shipmentId)
    const reported = labels.labels.map(({ documentId, sha256 }) => documentId + sha256)
    if (reported.length === 0 || JSON.stringify(reported) === JSON.stringify(before)) return false
    statement(
      db,
      `INSERT INTO site_label (shipment_id, seq, labels, due_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (shipment_id) DO UPDATE SET seq = excluded.seq, labels = excluded.labels, due_at = excluded.due_at`,
    ).run(shipmentId, seq, JSON.stringify(labels), clock.now().toISOString())
    return true
  }

  function storePrint(print: PrintFact): void {
    statement(
      db,
      `INSERT INTO site_print (claim_id, shipment_id, fact) VALUES (?, ?, ?)
       ON CONFLICT (claim_id) DO UPDATE SET fact = excluded.fact`,
    ).run(print.claimId, print.shipmentId, JSON.stringify(print))
  }

  function apply(event: FeedEvent, timeline: string, stationId: string, effect: FeedEffect): void {
    switch (event.kind) {
      case 'booking': {
        const adopted =
          event.booking.stationId === stationId
            ? applySiteBooking(db, clock.now(), { reported: event.booking, timeline })
            : null
        if (adopted) {
          effect.bookings.push(adopted)
          // A person may have agreed to another price, or the report is from before the limit was changed.
          const { bookingId, summary } = event.booking
          const isAgain = handAllowedAgain(db, clock.now(), bookingId, summary.mostAllowed)
          effect.hasUploads = isAgain || adopted.isKept || effect.hasUploads
        }
        if (adopted || isOwn(event.booking.bookingId)) return
        storeSiteBooking(db, event.booking)
        effect.hasUploads = uploadClaim(event.booking) || effect.hasUploads
        effect.others.push(event.booking)
        const { cancellation, shipmentId } = event.booking.course
        if (cancellation !== null && shipmentId !== null) effect.canceled.push(shipmentId)
        return
      }
      case 'change': {
        const { changeId, shipmentId, change } = event.change
        if (applySiteChange(db, clock.now(), { reported: event.change, timeline })) effect.changes.push(changeId)
        else if (change.kind === 'cancel' && shipmentId !== null && !hasFailed(event.change)) {
          effect.canceled.push(shipmentId)
        }
        return
      }
      case 'labels':
        effect.hasLabels = storeLabels(event.labels, event.seq) || effect.hasLabels
        return
      case 'print':
        if (event.print.stationId !== stationId) storePrint(event.print)
        return
      case 'manifest':
        storeSiteManifest(db, event.manifest)
        effect.hasManifests = true
        return
      case 'record':
        effect.shared.push(...mergeRemote(db, clock.now(), { record: event.record, timeline, stationId }))
        return
      case 'other':
    }
  }

  /** Another station's booking has a shipment that was booked here: the site, which may not know, is notified. */
  function uploadClaim({ environment, course }: SiteBooking): boolean {
    const sql = 'SELECT booking_id FROM booking WHERE shipment_id = ? AND +environment = ?'
    const own = statement(db, sql).pluck().get(course.shipmentId, environment)
    if (typeof own !== 'string') return false
    noteUpload(db, clock.now(), 'booking', own)
    return true
  }

  const isOwn = (bookingId: string): boolean =>
    statement(db, 'SELECT 1 FROM booking WHERE booking_id = ?').get(bookingId) !== undefined

  /** Those of an environment that a look-up by a code finds. */
  const found = (sql: string, values: Record<string, string>): LedgerBooking[] =>
    bookingsOfOthers(
      db,
      `booking_id IN (SELECT booking_id FROM (${sql}) WHERE +environment = @environment)
       ORDER BY booking_id DESC LIMIT 50`,
      values,
    )

  return {
    /** Takes over a page of the feed: its events and how far it goes are one commit. */
    follow: (page: FeedPage, stationId: string): Promise<FeedEffect> =>
      inTransaction(db, () => {
        const effect: FeedEffect = {
          ...{ bookings: [], changes: [], others: [], shared: [], canceled: [] },
          ...{ hasLabels: false, hasManifests: false, hasUploads: false },
        }
        for (const event of page.events) apply(event, page.timeline, stationId, effect)
        writeFollowed(db, { feedSeq: page.next, feedTimeline: page.timeline })
        return effect
      }),

    /** The result of a look-up at the site. @returns whether its labels are still to be fetched */
    keep: (booking: SiteBooking | null, labels: SiteLabels | null, stationId: string): Promise<boolean> =>
      inTransaction(db, () => {
        if (booking && booking.stationId !== stationId) storeSiteBooking(db, booking)
        return labels !== null && storeLabels(labels, 0)
      }),

    /** Every booking of another station behind a code, as `BookingStore.findByCode` finds this station's own. */
    findByCode: async (environment: string, code: string): Promise<LedgerBooking[]> =>
      found(BY_CODE, { ...byCodeValues(code), environment }),

    /** The same of those whose reference differs in dashes, blanks and small letters alone. */
    findAlike: async (environment: string, code: string): Promise<LedgerBooking[]> =>
      found(ALIKE, { ...alikeValues(code), environment }),

    findByShipment: async (environment: string, shipmentId: string): Promise<LedgerBooking | null> =>
      bookingsOfOthers(db, 'shipment_id = ? AND +environment = ? LIMIT 1', shipmentId, environment)[0] ?? null,

    /** What other stations booked that a driver takes between two days, as far as it is booked and on no manifest. */
    ofDays: async (environment: string, fromDay: string, day: string): Promise<LedgerBooking[]> =>
      bookingsOfOthers(
        db,
        `environment = ? AND record ->> '$.summary.pickupDate' BETWEEN ? AND ?
           AND ${isIn("record ->> '$.course.state'", BOOKED)}
           AND NOT ${isOnManifest('site_booking.environment', 'site_booking.shipment_id')} ORDER BY booking_id LIMIT ?`,
        ...[environment, fromDay, day, MOST_OF_DAYS],
      ),

    /** What other stations booked to be picked up between two days. */
    pickups: async (query: PickupQuery): Promise<BookedPickup[]> =>
      toPickups(
        statement(
          db,
          `SELECT booking_id, reference, record ->> '$.course.state' AS state, shipment_id,
             record ->> '$.summary.carrierName' AS carrier, record ->> '$.summary.consigneeName' AS consignee,
             record ->> '$.summary.destination' AS destination, record ->> '$.summary.pickupDate' AS pickup
           FROM site_booking WHERE environment = @environment
             AND record ->> '$.summary.pickupDate' BETWEEN @from AND @until
             AND ${isIn("record ->> '$.course.state'", BOOKED)} AND record ->> '$.course.cancellation' IS NULL
           ORDER BY record ->> '$.summary.pickupDate' LIMIT @limit`,
        ).all({ ...query }),
      ),

    /** Prints of a shipment at other stations that came out, or may have, newest first. */
    printsOf: async (shipmentId: string): Promise<PrintFact[]> =>
      z
        .array(jsonColumn(printFactSchema))
        .parse(statement(db, 'SELECT fact FROM site_print WHERE shipment_id = ?').pluck().all(shipmentId))
        .filter(({ outcome }) => outcome !== 'failed')
        .sort((a, b) => Date.parse(b.at) - Date.parse(a.at)),

    /** Labels whose bytes are to be fetched now, the latest reports first. */
    labelsToFetch: async (most: number): Promise<{ labels: SiteLabels; attempts: number }[]> =>
      z.array(labelRowSchema).parse(
        statement(
          db,
          'SELECT labels, attempts FROM site_label WHERE due_at <= @now OR due_at > @latest ORDER BY due_at, seq LIMIT @most',
        ).all({
          ...putOffTimes(clock.now()),
          most,
        }),
      ),

    nextLabelAt: async (): Promise<Date | null> => {
      const due = statement(db, 'SELECT min(iif(due_at > @latest, @now, due_at)) FROM site_label')
        .pluck()
        .get(putOffTimes(clock.now()))
      return typeof due === 'string' ? new Date(due) : null
    },

    /** They are kept; those reported meanwhile stay, too. */
    labelsKept: (labels: SiteLabels): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'DELETE FROM site_label WHERE shipment_id = ? AND labels = ?').run(
          labels.shipmentId,
          JSON.stringify(labels),
        )
      }),

    labelsLater: (shipmentId: string, dueAt: Date): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'UPDATE site_label SET attempts = attempts + 1, due_at = ? WHERE shipment_id = ?').run(
          dueAt.toISOString(),
          shipmentId,
        )
      }),
  }
}
