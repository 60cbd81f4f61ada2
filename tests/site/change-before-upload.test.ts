import { describe, expect, it } from 'vitest'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { changeStore } from '../../src-main/booking/changes/shipment-changes.rows.ts'
import { randomIds } from '../../src-main/kernel/ids.ts'
import { createSiteOutbox } from '../../src-main/site/site-outbox.ts'
import { uploadStore } from '../../src-main/site/uploads.rows.ts'
import { handsOver } from '../../src-main/site/wire-site.ts'
import { pickupTermsOf } from '../../src-shared/station/booking/pickup-terms.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { newBooking } from '../support/bookings.ts'
import { testLedger } from '../support/ledger.ts'

const TIMELINE = 'ABCDEF0100000001'

/** The outbox of a station whose first upload of `bkg_a` leaves in the moment before the ledger takes a hold or an edit. */
async function racedOutbox() {
  const { clock, db } = await testLedger()
  const noted = handsOver(db, clock)
  const bookings = bookingStore(db, clock, noted.booking)
  const changes = changeStore(db, clock, noted.change)
  const store = uploadStore(db, clock)
  await bookings.submit(newBooking('a'))
  /** What left for the site. */
  const uploaded: Awaited<ReturnType<typeof store.take>> = []
  const raced =
    <A extends unknown[], R>(work: (...given: A) => Promise<R>) =>
    async (...given: A): Promise<R> => {
      uploaded.push(...(await store.take(TIMELINE, 10)))
      return work(...given)
    }
  const nothing = () => undefined
  const needed = () => new StationError({ code: 'SITE_NEEDED', message: 'The site is offline.', details: {} })
  const outbox = createSiteOutbox({
    bookings,
    changes,
    uploads: { ...store, hold: raced(store.hold), edit: raced(store.edit) },
    upload: { kick: nothing, hasten: async () => undefined, drain: async () => false, close: async () => undefined },
    client: { post: async () => Promise.reject(needed()) },
    ...{ clock, ids: randomIds, environment: 'embedded' },
    restoredFrom: async () => null,
    knowsShipment: async () => false,
    assertReached: () => {
      throw needed()
    },
    pickups: async () => pickupTermsOf(),
    onChange: nothing,
    onShipmentChange: nothing,
  })
  return { outbox, bookings, uploaded }
}

describe('a booking that is uploaded for the first time while a person changes it', () => {
  it('is not kept here alone: the site is asked to hold it', async () => {
    const { outbox, bookings, uploaded } = await racedOutbox()
    await expect(outbox.hold('bkg_a', '2026-11-23')).rejects.toMatchObject({ code: 'SITE_NEEDED' })
    expect(uploaded).toMatchObject([{ booking: { bookingId: 'bkg_a', hold: null } }])
    expect((await bookings.get('bkg_a')).holdUntil).toBeNull()
  })

  it('is not corrected here alone: the change follows it to the site', async () => {
    const { outbox, bookings, uploaded } = await racedOutbox()
    const change = { kind: 'update' as const, instructions: 'Use dock 9' }
    const made = await outbox.requestChange({ submissionId: 'change-of-a', bookingId: 'bkg_a', change })
    expect(made).toMatchObject({ state: 'QUEUED', change })
    expect(uploaded).toHaveLength(1)
    expect((await bookings.get('bkg_a')).request.instructions).toBeUndefined()
  })
})
