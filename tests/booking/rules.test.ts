import { describe, expect, it } from 'vitest'
import { FreightError } from '../../src-main/freight/http/failure.ts'
import { isReferenceUsed } from '../../src-main/booking/reconcile/match-shipment.ts'
import { reconcile } from '../../src-main/booking/reconcile/reconcile.ts'
import { LOOKS_BEFORE_ASKING } from '../../src-main/booking/outbox/schedule.ts'
import type { LedgerBooking } from '../../src-main/booking/booking-row.rows.ts'
import { createSendBackoff } from '../../src-main/booking/outbox/send-backoff.ts'
import type { Booking } from '../../src-shared/station/booking/booking.ts'
import { bookingOutbox } from '../support/booking-outbox.ts'
import { bookedElsewhere } from '../support/elsewhere.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { outboxOn } from '../support/scripted-service.ts'
import { inPassingTime } from '../world/processes/passing-time.ts'

type Desk = Awaited<ReturnType<typeof bookingOutbox>>

/** A booking whose request was lost on the way, after the reconcile that asks a person. */
async function notFound(desk: Desk): Promise<Booking> {
  await desk.onBooking({ kind: 'drop', when: 'before' })
  const { bookingId } = await desk.submit()
  await desk.inState(bookingId, 'UNKNOWN')
  desk.clock.advance(60_000)
  for (let reconcile = 0; reconcile < 4; reconcile++) await desk.station.run('bookings.check', { bookingId })
  return desk.inState(bookingId, 'NEEDS_DECISION')
}

describe('a booking that was not found', () => {
  it('is looked for again by itself while its question stands, and a find answers it', async () => {
    const desk = await bookingOutbox()
    const { bookingId, nextCheckAt, question } = await notFound(desk)
    expect(question).toEqual({ kind: 'not-found', checks: expect.any(Number) })
    expect(nextCheckAt).not.toBeNull()
    await desk.bookPast('PO-1')
    desk.wait(3600)
    const booked = await desk.inState(bookingId, 'BOOKED')
    expect(await desk.atService('PO-1')).toMatchObject([{ shipmentId: booked.shipmentId }])
  })

  it('is not asked about before the service has had time to show it, however often a person looks', async () => {
    const desk = await bookingOutbox()
    await desk.onBooking({ kind: 'drop', when: 'before' })
    const { bookingId } = await desk.submit()
    await desk.inState(bookingId, 'UNKNOWN')
    await desk.station.run('bookings.requestChange', {
      submissionId: 'cancel-form-1',
      bookingId,
      change: { kind: 'cancel', reason: 'Not needed' },
    })
    const looked = async () => {
      for (let look = 0; look < 8; look++) await desk.station.run('bookings.check', { bookingId })
      const { state, checks } = await desk.station.run('bookings.get', { bookingId })
      return { state, checks }
    }
    expect(await looked()).toEqual({ state: 'UNKNOWN', checks: 1 })
    desk.clock.advance(20_000)
    expect(await looked()).toEqual({ state: 'UNKNOWN', checks: 3 })
    // Only now it is there: nothing was given up, and the cancellation finds it.
    await desk.bookPast('PO-1')
    await desk.station.run('bookings.check', { bookingId })
    const { shipmentId } = await desk.inState(bookingId, 'BOOKED')
    await desk.station.until('its cancellation', async () => {
      const [shipment] = await desk.atService('PO-1')
      return shipment?.shipmentId === shipmentId && shipment.status === 'CANCELLED' ? shipment : null
    })
  })

  it('and is cancelled by its clerk is looked for once more, and given up', async () => {
    const desk = await bookingOutbox()
    const { bookingId } = await notFound(desk)
    await desk.station.run('bookings.requestChange', {
      submissionId: 'cancel-form-1',
      bookingId,
      change: { kind: 'cancel', reason: 'Not needed' },
    })
    expect(await desk.inState(bookingId, 'CANCELLED')).toMatchObject({ shipmentId: null })
  })
})

describe('a booking that was made twice', () => {
  it('keeps the shipment chosen and cancels the other with a refund when told so', async () => {
    const desk = await bookingOutbox()
    const { bookingId } = await desk.unanswered()
    await desk.bookPast('PO-1')
    await desk.sandbox.clearFaults()
    await desk.station.run('bookings.check', { bookingId })
    const { question } = await desk.inState(bookingId, 'NEEDS_DECISION')
    const [keep = '', other = ''] = question?.kind === 'duplicate' ? question.shipmentIds : []
    await desk.station.run('bookings.answer', {
      bookingId,
      answer: { answer: 'adopt', shipmentId: keep, voidOthers: true },
    })
    const done = await desk.station.until('the other is cancelled', async () => {
      const [change] = await desk.station.run('bookings.changes', { shipmentId: other })
      return change?.state === 'DONE' ? change : null
    })
    expect(done.cancellation).toMatchObject({ refundStatus: 'PROCESSING' })
    const left = (await desk.atService('PO-1')).filter(({ status }) => status !== 'CANCELLED')
    expect(left).toMatchObject([{ shipmentId: keep }])
  })

  it('cancels none that carries another reference, whatever the question lists', async () => {
    const desk = await bookingOutbox()
    await desk.bookPast('PO-1')
    await desk.bookPast('PO-9')
    const ids = (await Promise.all(['PO-1', 'PO-9'].map(desk.atService))).map(([one]) => one?.shipmentId ?? '')
    await desk.onBooking({ kind: 'drop', when: 'before' })
    await desk.losesLooks()
    const { bookingId } = await desk.submit()
    await desk.inState(bookingId, 'UNKNOWN')
    // As a version before this one asked it.
    const { db } = desk.station.station.stores.ledger
    db.prepare(`UPDATE booking SET state = 'NEEDS_DECISION', question = ?, due_at = NULL WHERE booking_id = ?`).run(
      JSON.stringify({ kind: 'duplicate', shipmentIds: ids }),
      bookingId,
    )
    await desk.sandbox.clearFaults()
    const [keep = ''] = ids
    const adopted = await desk.station.run('bookings.answer', {
      bookingId,
      answer: { answer: 'adopt', shipmentId: keep, voidOthers: true },
    })
    expect(adopted).toMatchObject({ state: 'BOOKED', shipmentId: keep })
    expect(await desk.station.run('bookings.changes', { shipmentId: ids[1] ?? '' })).toEqual([])
    expect(await desk.atService('PO-9')).not.toMatchObject([{ status: 'CANCELLED' }])
  })
})

describe('the outbox', () => {
  it('sends nothing while a rate limit lasts, and everything after it, each once', () =>
    inPassingTime(async (pass) => {
      const desk = await bookingOutbox()
      await desk.onBooking({ kind: 'status', when: 'before', status: 429, code: 'RATE_LIMIT_ERROR', retryAfter: '2' })
      const first = await desk.submit('PO-1')
      await desk.failed(first.bookingId)
      const second = await desk.submit('PO-2')
      await new Promise((resolve) => setTimeout(resolve, 150))
      expect(await desk.station.run('bookings.get', { bookingId: second.bookingId })).toMatchObject({ state: 'QUEUED' })
      expect(await desk.atService('PO-2')).toEqual([])
      desk.wait(10)
      pass(10_000)
      for (const { bookingId } of [first, second]) await desk.inState(bookingId, 'BOOKED')
      for (const reference of ['PO-1', 'PO-2']) expect(await desk.atService(reference)).toHaveLength(1)
    }))

  it('books each once when two of them work on one ledger at the same moment', async () => {
    const desk = await bookingOutbox({ station: { background: false } })
    const { environments, clock, ids, outbox } = desk.station.station.services
    const { db } = desk.station.station.stores.ledger
    const { outbox: other } = outboxOn(db, clock, {
      link: environments.link,
      ids,
      knowsShipment: async () => true,
      onFault: (error) => expect(error).toBeUndefined(),
    })
    const references = Array.from({ length: 12 }, (_, index) => `PO-${index}`)
    const submitted = await Promise.all(references.map((reference) => desk.submit(reference)))
    for (let kick = 0; kick < 20; kick++) {
      outbox.kick()
      other.kick()
      await new Promise((resolve) => setTimeout(resolve, 5))
    }
    for (const { bookingId } of submitted) await desk.inState(bookingId, 'BOOKED')
    for (const reference of references) expect(await desk.atService(reference)).toHaveLength(1)
    await other.close()
  })
})

describe('a hold tag', () => {
  it('is printed for a booking that waits, finds it at the packing station, and gives way to its label', async () => {
    const desk = await bookingOutbox()
    await desk.sandbox.close()
    const { bookingId } = await desk.submit('PO-1')
    await desk.failed(bookingId)
    const job = await desk.station.run('bookings.printHoldTag', { bookingId })
    expect(job).toMatchObject({ purpose: 'hold-tag', title: 'PO-1', shipmentId: null })
    const scan = await desk.station.run('pack.scan', { code: 'PO-1' })
    expect(scan).toMatchObject({ kind: 'not-booked', booking: { bookingId, state: 'QUEUED' } })
    await desk.sandbox.reopen()
    desk.wait(120)
    await desk.inState(bookingId, 'BOOKED')
    expect(await desk.station.run('pack.scan', { code: 'PO-1' })).toMatchObject({ kind: 'printing' })
    await expect(desk.station.run('bookings.printHoldTag', { bookingId })).rejects.toMatchObject({
      code: 'WRONG_STATE',
    })
  })
})

describe('a reference', () => {
  it('stays the clerk’s own, and one that is used already is told before it is submitted', async () => {
    const desk = await bookingOutbox()
    const { bookingId } = await desk.booked('PO-1')
    expect(await desk.station.run('bookings.referenceFor', { reference: 'PO-1' })).toMatchObject({
      reference: 'PO-1-2',
      isTaken: true,
      usedBy: { bookingId, reference: 'PO-1', state: 'BOOKED' },
    })
    const again = bookingOf(desk.quote, { reference: 'PO-1', usedReference: 'PO-1' })
    const second = await desk.station.run('bookings.submit', again)
    expect(second.reference).toBe('PO-1-2')
    // A lost answer: the same form once more is the same booking.
    expect((await desk.station.run('bookings.submit', again)).bookingId).toBe(second.bookingId)
  })

  it('that is paid for already is booked again only when a person says so', async () => {
    const desk = await bookingOutbox()
    await desk.booked('PO-1')
    const asked = bookingOf(desk.quote, { reference: 'po-1' })
    await expect(desk.station.run('bookings.submit', asked)).rejects.toMatchObject({
      code: 'REFERENCE_USED',
      details: { next: 'po-1-2', usedBy: { reference: 'PO-1' } },
    })
    // A word about another reference is none about this one.
    await expect(desk.station.run('bookings.submit', { ...asked, usedReference: 'PO-9' })).rejects.toMatchObject({
      code: 'REFERENCE_USED',
    })
    expect(await desk.station.run('bookings.list', {})).toHaveLength(1)
  })

  it('that another place booked under is proposed, and booked again, under another name', async () => {
    const desk = await bookingOutbox()
    const shipmentId = await bookedElsewhere(desk.sandbox, 'AZ-9Y')
    await bookedElsewhere(desk.sandbox, 'AZ-9Y-2')
    await desk.station.run('tracking.sync', {})
    await expect
      .poll(() => desk.station.run('bookings.referenceFor', { reference: 'AZ-9Y' }))
      .toMatchObject({
        reference: 'AZ-9Y-3',
        isTaken: true,
        usedBy: { bookingId: null, shipmentId, reference: 'AZ-9Y' },
      })
    const asked = bookingOf(desk.quote, { reference: 'AZ-9Y' })
    await expect(desk.station.run('bookings.submit', asked)).rejects.toMatchObject({
      code: 'REFERENCE_USED',
      message: expect.stringContaining('To book it again as AZ-9Y-3,'),
    })
    const booked = await desk.station.run('bookings.submit', { ...asked, usedReference: 'AZ-9Y' })
    expect(booked.reference).toBe('AZ-9Y-3')
    expect(await desk.station.run('bookings.submit', { ...asked, usedReference: 'AZ-9Y' })).toMatchObject(booked)
  })

  it('that two people hand in at the same moment is one booking, and the other is told', async () => {
    const desk = await bookingOutbox()
    const both = await Promise.allSettled(
      [1, 2].map(() => desk.station.run('bookings.submit', bookingOf(desk.quote, { reference: 'PO-1' }))),
    )
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'REFERENCE_USED', details: { reference: 'PO-1', next: 'PO-1-2' } },
    })
    expect(await desk.station.run('bookings.list', {})).toHaveLength(1)
  })

  it('is free again once its booking was called off', async () => {
    const desk = await bookingOutbox()
    const { shipmentId } = await desk.booked('PO-1')
    const change = { kind: 'cancel' as const, reason: 'wrong label' }
    await desk.station.run('bookings.requestChange', { submissionId: 'cancel-po-1', shipmentId, change })
    await desk.station.until('the cancellation', async () => {
      const [asked] = await desk.station.run('bookings.changes', { shipmentId })
      return asked?.state === 'DONE' ? true : null
    })
    const second = await desk.station.run('bookings.submit', bookingOf(desk.quote, { reference: 'PO-1' }))
    expect(second.reference).toBe('PO-1-2')
  })
})

describe('a day of pickup', () => {
  it.each([
    ['2026-11-22', 'weekend'],
    ['2026-11-26', 'Thanksgiving'],
    ['2027-11-22', 'year'],
  ])('%s is refused by the station: %s', async (pickupDate, word) => {
    const desk = await bookingOutbox()
    await expect(desk.submit('PO-1', { pickupDate })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { issues: [{ path: 'pickupDate', message: expect.stringContaining(word) }] },
    })
    expect(await desk.station.run('bookings.list', {})).toEqual([])
  })

  it('is what Settings say of it for every carrier, and for the one that is booked', async () => {
    const desk = await bookingOutbox()
    const { run } = desk.station
    const refusal = async (reference: string, pickupDate: string) =>
      desk.submit(reference, { pickupDate }).then(
        () => null,
        (error: unknown) => String(error),
      )
    const every = { country: 'US' as const, worked: ['Thanksgiving' as const], closed: ['2026-11-25'] }
    await run('settings.update', { pickupDays: [every] })
    expect(await refusal('PO-1', '2026-11-26')).toBeNull()
    expect(await refusal('PO-2', '2026-11-25')).toContain('no pickups on this day (Settings > Carriers and cutoffs)')
    const carrier = desk.quote.rates[0]?.carrierName ?? ''
    await run('settings.update', { pickupDays: [every, { ...every, carrier, worked: [] }] })
    expect(await refusal('PO-2', '2026-11-26')).toContain(
      'no pickups on Thanksgiving (Settings > Carriers and cutoffs)',
    )
  })

  it('before the one that the rates of its quote are for is refused: the carrier does not come on it', async () => {
    const desk = await bookingOutbox()
    const freight = { ...palletsToChicago(), shipDate: '2026-10-24' }
    const quote = await desk.station.run('quotes.request', freight)
    expect(quote.warnings).toContain('No pickup is possible on 2026-10-24; the rates are for pickup on 2026-10-26.')
    const submit = (pickupDate: string) => desk.station.run('bookings.submit', bookingOf(quote, { pickupDate }))
    await expect(submit('2026-10-23')).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { issues: [{ path: 'pickupDate', message: expect.stringContaining('for pickup on 2026-10-26') }] },
    })
    expect(await submit('2026-10-26')).toMatchObject({ pickupDate: '2026-10-26' })
  })
})

describe('a booking sent while the clock was ahead', () => {
  /** The service has its shipment, the answer was lost, and no look has found it yet. */
  async function unanswered() {
    const desk = await bookingOutbox()
    const { bookingId } = await desk.unanswered()
    await desk.sandbox.clearFaults()
    const { bookings, environments, clock } = desk.station.station.services
    // The clock was set right, and the sync saw the shipment at a time before the one at which it was sent.
    const guard = { isClaimed: async () => false, wasSeenBefore: async () => true }
    const tools = { clock, backoff: createSendBackoff(clock), guard }
    const [shipment] = await desk.atService('PO-1')
    const shipmentId = shipment?.shipmentId ?? ''
    return { booking: await bookings.get(bookingId), client: environments.link().client, tools, clock, shipmentId }
  }

  it('is looked for past a shipment since the backup that cannot be read, and a reference may be in use by one', async () => {
    const { booking, client, tools } = await unanswered()
    const unreadable = new FreightError('uncertain', {
      code: 'UNREADABLE_ANSWER',
      message: 'not JSON',
      retryable: false,
      details: {},
    })
    const broken = { ...client, lookUpShipment: () => Promise.reject(unreadable) }
    const restoredFrom = new Date(Date.parse(booking.createdAt) - 60_000).toISOString()
    expect(await reconcile({ ...booking, restoredFrom }, broken, tools)).toMatchObject({ checks: booking.checks + 1 })
    expect(await isReferenceUsed(broken, 'PO-1')).toBe(true)
    expect(await isReferenceUsed(client, 'PO-1')).toBe(true)
    expect(await isReferenceUsed(client, 'PO-2')).toBe(false)
  })

  it('and is to be canceled is asked about where not all that the service made since could be read through', async () => {
    const { booking, client, tools, shipmentId } = await unanswered()
    const many: typeof client = {
      ...client,
      listShipments: async (query) => {
        const page = await client.listShipments({ ...query, reference: undefined })
        const [one] = page.shipments
        if (query.reference !== undefined || !one) return { ...page, shipments: [] }
        return {
          ...page,
          shipments: Array.from({ length: 41 }, (_, nth) => ({ ...one, shipmentId: `shp_other_${nth}` })),
        }
      },
      lookUpShipment: async (id) => {
        const other = await client.lookUpShipment(shipmentId)
        return { ...other, shipmentId: id, reference: 'PO-77', consigneeInfo: { companyName: 'Initech' }, totalCost: 1 }
      },
    }
    const seen = { ...tools, guard: { ...tools.guard, wasSeenBefore: async () => false } }
    const looked = { ...booking, checks: LOOKS_BEFORE_ASKING, hasWaitingCancel: true }
    const move = await reconcile(looked, many, seen)
    expect(move).toMatchObject({ to: 'NEEDS_DECISION', question: { kind: 'not-found', isCutShort: true } })
    expect(move).not.toHaveProperty('question.near')
  })

  it('and is to be canceled is asked about where a row of the list cannot be read', async () => {
    const { booking, client, tools } = await unanswered()
    const unread: typeof client = {
      ...client,
      listShipments: async (query) => {
        const page = await client.listShipments(query)
        return { ...page, shipments: [], quarantined: [{ raw: { shipmentId: 'LD 2026/77' }, issues: [] }] }
      },
      lookUpShipment: () => expect.unreachable('nothing is listed that could be read'),
    }
    const looked = { ...booking, checks: LOOKS_BEFORE_ASKING, hasWaitingCancel: true }
    const move = await reconcile(looked, unread, tools)
    expect(move).toMatchObject({ to: 'NEEDS_DECISION', question: { kind: 'not-found', isCutShort: true } })
    expect(await isReferenceUsed(unread, 'PO-2')).toBe(true)
  })

  it('is shown what the service made since of it, or may have, where the reference comes back joined', async () => {
    const { booking, client, tools, clock, shipmentId } = await unanswered()
    const joined = (reportedAt: boolean): typeof client => ({
      ...client,
      listShipments: async (query) => {
        const page = await client.listShipments({ ...query, reference: undefined })
        const shipments = page.shipments.map((one) => (reportedAt ? one : { ...one, createdAt: undefined }))
        return query.reference === undefined ? { ...page, shipments } : { ...page, shipments: [] }
      },
      lookUpShipment: async (id) => ({ ...(await client.lookUpShipment(id)), reference: 'PO-1, BOL 7781' }),
    })
    const looked = async (change: Pick<LedgerBooking, 'sentAt' | 'restoredFrom'>, reportedAt: boolean) => {
      const asked: LedgerBooking = { ...booking, ...change }
      asked.checks = LOOKS_BEFORE_ASKING
      const move = await reconcile(asked, joined(reportedAt), tools)
      return 'question' in move && move.question?.kind === 'not-found'
        ? (move.question.near ?? []).map((near) => near.shipmentId)
        : move
    }
    const before = new Date(clock.now().getTime() - 60_000).toISOString()
    // Made since by the service's clock; or sent at a time that a restored ledger does not know.
    expect(await looked({ sentAt: before, restoredFrom: null }, true)).toEqual([shipmentId])
    expect(await looked({ sentAt: before, restoredFrom: before }, false)).toEqual([shipmentId])
    expect(await looked({ sentAt: before, restoredFrom: null }, false)).toEqual([])
  })
})
