import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { createFreightClient } from '../../src-main/freight/client.ts'
import type { SiteBooking } from '../../src-shared/site/record.ts'
import type { UploadItem } from '../../src-shared/site/upload.ts'
import type { TestSandbox } from '../support/sandbox.ts'
import { feedPageSchema } from '../../src-shared/site/feed.ts'
import { SITE_BASE } from '../../src-shared/site/identity.ts'
import { bookedElsewhere } from '../support/elsewhere.ts'
import { hasPostgres } from '../support/postgres.ts'
import { TEST_START } from '../support/running-clock.ts'
import { cancelOf, printClaim, printFact, testSite } from '../support/test-site.ts'
import { until } from '../support/until.ts'

/** Carried out at the service, by a send that the site knows nothing of. */
function bookAt({ baseUrl, apiKey, clock }: TestSandbox, { booking: { wire } }: UploadItem & { kind: 'booking' }) {
  if (wire.kind !== 'quote') throw new Error('not of a quote')
  return createFreightClient(async () => ({ baseUrl, apiKey }), { clock }).bookShipment(wire.request)
}

describe.skipIf(!hasPostgres)('a site', () => {
  it('books what a station hands over, and every station has its label without asking the service', async () => {
    const { station, atService } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    const item = await a.item('PO-1')
    expect(await a.upload(item)).toMatchObject({ answer: 'taken', booking: { course: { state: 'QUEUED' } } })
    const booked = await b.seen(item.booking.bookingId, ({ course }) => course.state === 'BOOKED')
    expect(booked).toMatchObject({ reference: 'PO-1', stationId: a.stationId, person: { name: 'Ana of Dock A' } })
    expect(await atService('PO-1')).toHaveLength(1)
    const labels = await until('its labels', async () => {
      const { events } = await b.feed(0)
      return events.find((event) => event.kind === 'labels') ?? null
    })
    if (labels.kind !== 'labels') throw new Error('no labels')
    const [label] = labels.labels.labels
    const bytes = await b.document(label?.sha256 ?? '')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(label?.sha256)
    expect(bytes.toString('latin1')).toMatch(/\^XA/)
    expect(await b.lookUp(booked.course.trackingNumber ?? '')).toMatchObject({ bookingId: item.booking.bookingId })
  })

  it('takes the same hand-over however often it is told, and books it once', async () => {
    const { station, atService } = await testSite()
    const a = await station('Dock A')
    const item = await a.item('PO-1')
    const answers = await Promise.all(Array.from({ length: 6 }, () => a.upload(item)))
    expect(answers.map(({ answer }) => answer)).toEqual(answers.map(() => 'taken'))
    await a.seen(item.booking.bookingId, ({ course }) => course.state === 'BOOKED')
    expect(await a.upload(item)).toMatchObject({ answer: 'taken', booking: { course: { state: 'BOOKED' } } })
    expect(await atService('PO-1')).toHaveLength(1)
  })

  it('goes on with a price within the tolerance, and asks about one above what its station allows', async () => {
    const { station, atService } = await testSite({ priceTolerance: 25 })
    const a = await station('Dock A')
    /** Its quote is over when it is taken, and the next is a fifth dearer. */
    const over = async (reference: string) => {
      const { booking, ...rest } = await a.item(reference)
      const now = booking.summary.total?.minor ?? 0
      const total = { minor: Math.floor(now / 1.2), currency: 'USD' }
      const quoteExpiresAt = new Date(Date.parse(TEST_START) - 1_000).toISOString()
      return { ...rest, booking: { ...booking, quoteExpiresAt, summary: { ...booking.summary, total } }, now }
    }
    const { now: allowed, ...free } = await over('PO-1')
    const { now, ...ruled } = await over('PO-2')
    const mostAllowed = { minor: now - 1, currency: 'USD' }
    await a.upload({ ...free, mostAllowed: { minor: allowed, currency: 'USD' } })
    await a.upload({ ...ruled, mostAllowed })
    await a.seen(free.booking.bookingId, ({ course }) => course.state === 'BOOKED')
    const asked = await a.seen(ruled.booking.bookingId, ({ course }) => course.state === 'NEEDS_DECISION')
    expect(asked.course.question).toMatchObject({ kind: 'price-changed', now: { minor: now, currency: 'USD' } })
    expect(await atService('PO-2')).toEqual([])
  })

  it('tells the second of two desks with one reference who has it, and what would be free', async () => {
    const { station, atService } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    const [mine, other] = [await a.item('PO-1'), await b.item('po-1')]
    const answers = await Promise.all([a.upload(mine), b.upload(other)])
    const second = answers.find(({ answer }) => answer === 'reference-taken')
    const first = answers.find(({ answer }) => answer === 'taken')
    if (second?.answer !== 'reference-taken' || first?.answer !== 'taken') throw new Error(JSON.stringify(answers))
    expect(second.holder.bookingId).toBe(first.booking.bookingId)
    expect(second.holder.person).toMatch(/^Ana of Dock/)
    expect(second.free.toLowerCase()).toBe('po-1-2')
    await a.seen(first.booking.bookingId, ({ course }) => course.state === 'BOOKED')
    expect(await atService(first.booking.reference)).toHaveLength(1)
  })

  /** As its station knows it that was reported the send, which the site has lost since. */
  const perhapsSent = (course: SiteBooking['course']) => ({ ...course, state: 'SENDING' as const, sentAt: TEST_START })

  it('asks the second of two desks with one reference where the first comes again after it may have been sent', async () => {
    const { station, atService, sandbox } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    const [first, second] = [await a.item('PO-1'), await b.item('po-1')]
    const hold = { day: '2026-11-20', until: '2026-11-20T00:00:00.000Z' }
    const waiting = await b.upload({ ...second, booking: { ...second.booking, hold } })
    if (waiting.answer !== 'taken') throw new Error(JSON.stringify(waiting))
    await bookAt(sandbox, first)
    const again = await a.upload({ ...first, known: perhapsSent(waiting.booking.course) })
    expect(again).toMatchObject({ answer: 'taken', booking: { reference: 'PO-1', course: { state: 'UNKNOWN' } } })
    const { bookingId } = second.booking
    const asked = await b.seen(bookingId, ({ course }) => course.state === 'NEEDS_DECISION')
    expect(asked).toMatchObject({
      reference: 'po-1-2',
      course: {
        question: {
          kind: 'reference-taken',
          holder: { bookingId: first.booking.bookingId, stationName: 'Dock A', person: 'Ana of Dock A' },
          free: 'po-1-2',
        },
      },
    })
    await a.seen(first.booking.bookingId, ({ course }) => course.state === 'BOOKED')
    const answer = { answer: 'new-reference' as const, reference: 'PO-9' }
    const { person } = second.booking
    await b.post('act', { actId: 'act_answer', act: { act: 'answer', bookingId, answer }, person })
    await b.post('act', { actId: 'act_release', act: { act: 'hold', bookingId, hold: null }, person })
    await b.seen(bookingId, ({ course, reference }) => course.state === 'BOOKED' && reference === 'PO-9')
    expect([await atService('PO-1'), await atService('PO-9')].map(({ length }) => length)).toEqual([1, 1])
  })

  it('looks through the service for what may have been sent beside a shipment under its reference, and names both', async () => {
    const { station, atService, sandbox } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    const [first, second] = [await a.item('PO-1'), await b.item('PO-1')]
    await b.upload(second)
    const { course: booked } = await b.seen(second.booking.bookingId, ({ course }) => course.state === 'BOOKED')
    const { shipmentId } = await bookAt(sandbox, first)
    const known = { ...perhapsSent(booked), shipmentId: null, trackingNumber: null, proNumber: null }
    expect(await a.upload({ ...first, known })).toMatchObject({ answer: 'taken', booking: { reference: 'PO-1-2' } })
    const { course } = await a.seen(first.booking.bookingId, ({ course: { state } }) => state === 'BOOKED')
    expect(course.shipmentId).toBe(shipmentId)
    expect(await atService('PO-1')).toHaveLength(2)
    const { notices } = await a.state()
    const shipmentIds = [shipmentId, booked.shipmentId].sort()
    expect(notices.map(({ error }) => error)).toMatchObject([{ code: 'BOOKED_TWICE', details: { shipmentIds } }])
  })

  it('sends what was not found beside a booking of its reference under another one alone, and asks before', async () => {
    const { station, atService } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    const [first, second] = [await a.item('PO-1'), await b.item('PO-1')]
    await b.upload(second)
    const { course: booked } = await b.seen(second.booking.bookingId, ({ course }) => course.state === 'BOOKED')
    const unknown = { state: 'UNKNOWN' as const, checks: 9, shipmentId: null, trackingNumber: null, proNumber: null }
    await a.upload({ ...first, known: { ...booked, ...unknown } })
    const { bookingId, person } = first.booking
    const asks = (kind: string) => a.seen(bookingId, ({ course: { question } }) => question?.kind === kind)
    await asks('not-found')
    await a.post('act', {
      ...{ actId: 'act_again', act: { act: 'answer', bookingId, answer: { answer: 'send-again' } }, person },
    })
    expect((await asks('reference-taken')).course.question).toMatchObject({
      holder: { bookingId: second.booking.bookingId, stationName: 'Dock B', state: 'BOOKED' },
      free: 'PO-1-2',
    })
    const answer = { answer: 'new-reference' as const, reference: 'PO-1-2' }
    await a.post('act', { actId: 'act_reference', act: { act: 'answer', bookingId, answer }, person })
    await a.seen(bookingId, ({ course }) => course.state === 'BOOKED')
    expect([await atService('PO-1'), await atService('PO-1-2')].map(({ length }) => length)).toEqual([1, 1])
    expect((await a.state()).notices).toEqual([])
  })

  it('asks of one freight that two desks hand over at one moment, once, and not where it is meant', async () => {
    const { station, atService } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    const [ofA, ofB] = [await a.item('PO-1'), await b.item('PO-2')]
    const both = await Promise.all([a.upload({ ...ofA, isFirst: true }), b.upload({ ...ofB, isFirst: true })])
    expect(both.map(({ answer }) => answer).toSorted()).toEqual(['reference-taken', 'taken'])
    expect(await a.upload({ ...ofA, isFirst: both[0]?.answer === 'taken' })).toMatchObject({ answer: 'taken' })
    expect(await b.upload({ ...ofB, isFirst: both[1]?.answer === 'taken' })).toMatchObject({ answer: 'taken' })
    for (const { booking } of [ofA, ofB]) await a.seen(booking.bookingId, ({ course }) => course.state === 'BOOKED')
    expect(await atService('PO-1')).toHaveLength(1)
  })

  it('names both bookings of one shipment when a station tells of one that it booked without the site', async () => {
    const { station } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    const [own, other] = [await a.item('PO-1'), await b.item('PO-2')]
    await b.upload(other)
    const { course } = await b.seen(other.booking.bookingId, ({ course: { state } }) => state === 'BOOKED')
    const { feedSeq } = await a.state()
    expect(await a.upload({ ...own, known: course })).toMatchObject({ answer: 'taken' })
    const { notices } = await a.state()
    expect(notices.map(({ error }) => error)).toMatchObject([
      {
        code: 'SHIPMENT_CLAIMED',
        message: expect.stringMatching(/^PO-1 and PO-2 .*SHP/),
        details: course.shipmentId && { shipmentId: course.shipmentId },
      },
    ])
    // Both are told, for a station that joined later heard of neither.
    await until('both in the feed', async () => {
      const { events } = await a.feed(feedSeq)
      const reported = events.flatMap((event) => (event.kind === 'booking' ? [event.booking.reference] : []))
      return reported.includes('PO-1') && reported.includes('PO-2') ? true : null
    })
  })

  it('keeps the second shipment of one booking and asks a person, however often its station tells of it', async () => {
    const { station, db } = await testSite()
    const a = await station('Dock A')
    const item = await a.item('PO-77')
    await a.upload(item)
    const { course } = await a.seen(item.booking.bookingId, ({ course: { state } }) => state === 'BOOKED')
    const known = { ...course, shipmentId: 'SHP-BY-HAND', trackingNumber: null, proNumber: null }
    const uploaded = await a.upload({ ...item, known })
    expect(uploaded).toMatchObject({ answer: 'taken', booking: { course: { shipmentId: course.shipmentId } } })
    const shipmentIds = [course.shipmentId, 'SHP-BY-HAND'].sort()
    const { notices } = await a.state()
    expect(notices.map(({ error }) => error)).toMatchObject([{ code: 'BOOKED_TWICE', details: { shipmentIds } }])
    const noted = () => db.all(`SELECT 1 FROM audit WHERE action = 'one-too-many'`)
    expect(await noted()).toHaveLength(1)
    // A station tells of it again with each report of the site: that makes no report of its own.
    await a.upload({ ...item, known })
    // Its station may have made it in other words since.
    await a.upload({ ...item, known, booking: { ...item.booking, createdAt: '2026-11-01T00:00:00.000Z' } })
    expect(await noted()).toHaveLength(1)
    expect((await a.state()).notices).toHaveLength(1)
    expect(
      await a.upload({ ...item, booking: { ...item.booking, createdAt: '2026-11-01T00:00:00.000Z' } }),
    ).toMatchObject({
      answer: 'refused',
      error: { code: 'SUBMISSION_DIFFERS' },
    })
    // What is wanted of the station's own shipment is not done to the site's.
    const change = {
      ...{ changeId: 'chg_by_hand', submissionId: 'sub_by_hand', environment: 'embedded', person: null },
      ...{ bookingId: item.booking.bookingId, shipmentId: 'SHP-BY-HAND', createdAt: item.booking.createdAt },
    }
    await a.upload({
      kind: 'change',
      triedUnder: a.timeline,
      change: { ...change, change: { kind: 'cancel', reason: 'twice' } },
    })
    expect(await db.all('SELECT booking_id, shipment_id FROM shipment_change')).toEqual([
      { booking_id: null, shipment_id: 'SHP-BY-HAND' },
    ])
  })

  it('changes a shipment that its station booked long before it joined', async () => {
    const { station, sandbox } = await testSite()
    const a = await station('Dock A')
    const shipmentId = await bookedElsewhere(sandbox, 'PO-1')
    const handed = { kind: 'change' as const, triedUnder: a.timeline, change: cancelOf('bkg_before', shipmentId) }
    expect(await a.upload(handed)).toMatchObject({ answer: 'change-taken', change: { bookingId: null, shipmentId } })
    const done = await until('its end', async () => {
      const answer = await a.upload(handed)
      return answer.answer === 'change-taken' && answer.change.state === 'DONE' ? answer.change : null
    })
    expect(done.cancellation).toMatchObject({ reason: 'Not needed' })
  })

  it('sends nothing that its station may have sent without it', async () => {
    const { station, atService } = await testSite()
    const a = await station('Dock A')
    const held = async (reference: string) => {
      const item = await a.item(reference)
      const hold = { day: '2027-01-04', until: '2027-01-04T00:00:00.000Z' }
      return { ...item, booking: { ...item.booking, hold } }
    }
    const [doubted, paid] = [await held('PO-1'), await held('PO-2')]
    const first = await a.upload(doubted)
    expect(first).toMatchObject({ answer: 'taken', booking: { course: { state: 'QUEUED' } } })
    await a.upload(paid)
    if (first.answer !== 'taken') throw new Error('the site has not taken it')
    const sent = { ...first.booking.course, sentAt: doubted.booking.createdAt, checks: 1 }
    expect(await a.upload({ ...doubted, known: { ...sent, state: 'UNKNOWN' } })).toMatchObject({
      booking: { course: { state: 'UNKNOWN' } },
    })
    expect(await a.upload({ ...paid, known: { ...sent, state: 'BOOKED', shipmentId: 'SHP-BY-HAND' } })).toMatchObject({
      booking: { course: { state: 'BOOKED', shipmentId: 'SHP-BY-HAND' } },
    })
    for (const reference of ['PO-1', 'PO-2']) expect(await atService(reference)).toHaveLength(0)
  })

  it('tells of every live booking that a code fits, and of the newest alone where none is live', async () => {
    const { db, station } = await testSite()
    const a = await station('Dock A')
    const book = async (reference: string) => {
      const item = await a.item(reference)
      await a.upload(item)
      return a.seen(item.booking.bookingId, ({ course }) => course.state === 'BOOKED')
    }
    const first = await book('PO-1')
    const code = first.course.trackingNumber ?? ''
    const second = await book(code)
    const found = async () => {
      const { bookingId, booking, others } = await a.lookUp(code)
      expect(booking?.bookingId).toBe(bookingId)
      return [bookingId, ...(others ?? []).map((other) => other.booking.bookingId)]
    }
    expect(await found()).toEqual([second.bookingId, first.bookingId])
    const canceled = JSON.stringify({ reason: null, refund: null, refundStatus: null, cancelledAt: TEST_START })
    await db.run('UPDATE booking SET cancellation = $1 WHERE booking_id = $2', canceled, second.bookingId)
    expect(await found()).toEqual([first.bookingId])
    await db.run('UPDATE booking SET cancellation = $1', canceled)
    expect(await found()).toEqual([second.bookingId])
  })

  it('gives a label to the first who prints it; the next needs a reason, unless the first failed', async () => {
    const { station } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    const both = await Promise.all([
      a.post('claimPrint', printClaim('claim-of-a')),
      b.post('claimPrint', printClaim('claim-of-b')),
    ])
    expect(both.map(({ answer }) => answer).toSorted()).toEqual(['granted', 'printed-before'])
    const [first, second, name] = both[0].answer === 'granted' ? [a, b, 'claim-of-a'] : [b, a, 'claim-of-b']
    expect(await first.post('claimPrint', printClaim(name))).toEqual({ answer: 'granted' })
    expect(await second.post('claimPrint', printClaim('claim-no-3'))).toMatchObject({
      answer: 'printed-before',
      prints: [{ stationName: first.name, printerName: 'Zebra' }],
    })
    expect(await second.post('claimPrint', printClaim('claim-no-4', 'Torn off'))).toEqual({ answer: 'granted' })
    await first.post('reportPrints', { facts: [printFact(name, { outcome: 'failed' })] })
    const torn = printFact('claim-no-4', { reason: 'Torn off', outcome: 'failed' })
    await second.post('reportPrints', { facts: [torn] })
    expect(await second.post('claimPrint', printClaim('claim-no-5'))).toEqual({ answer: 'granted' })
  })

  it('tells of a label that came out at two stations while they could not ask each other', async () => {
    const { station } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    const facts = (claimId: string) => [printFact(claimId, { onIsland: true })]
    expect(await a.post('reportPrints', { facts: facts('island-of-a') })).toEqual({ doubled: [] })
    const reported = await b.post('reportPrints', { facts: facts('island-of-b') })
    expect(reported.doubled.map(({ stationName }) => stationName)).toEqual(['Dock A'])
    expect((await a.state()).notices.map(({ error }) => error.code)).toEqual(['ALREADY_PRINTED'])
  })

  it('lets a person of any station hold, release and give up what was not sent', async () => {
    const { station, sandbox, atService } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    const until = new Date(sandbox.clock.now().getTime() + 86_400_000).toISOString()
    const item = await a.item('PO-1')
    const held = { ...item, booking: { ...item.booking, hold: { day: '2026-10-22', until } } }
    await a.upload(held)
    const { bookingId } = item.booking
    const act = { actId: 'act-cancel-1', person: null, act: { act: 'cancel' as const, bookingId } }
    expect((await b.post('act', act)).booking?.course.state).toBe('CANCELLED')
    expect((await b.post('act', act)).booking?.course.state).toBe('CANCELLED')
    await expect(b.post('act', { ...act, actId: 'act-cancel-2' })).rejects.toMatchObject({ code: 'WRONG_STATE' })
    await expect(a.post('act', act)).rejects.toMatchObject({ code: 'SUBMISSION_DIFFERS', status: 409 })
    expect(await atService('PO-1')).toHaveLength(0)
  })

  it('streams what happens to whoever listens, from where they were, in order', async () => {
    const { station, origin } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    const closing = new AbortController()
    const stream = await fetch(`${origin}${SITE_BASE}/feed/stream?after=0`, {
      headers: { authorization: `Bearer ${b.token}` },
      signal: closing.signal,
    })
    const item = await a.item('PO-1')
    await a.upload(item)
    let text = ''
    const states: string[] = []
    const seqs: number[] = []
    if (stream.body === null) throw new Error('no stream')
    for await (const chunk of stream.body as AsyncIterable<Uint8Array>) {
      text += Buffer.from(chunk).toString('utf8')
      const whole = text.split('\n\n')
      text = whole.pop() ?? ''
      for (const message of whole) {
        const data = /^data: (.*)$/m.exec(message)?.[1] ?? ''
        if (!message.includes('event: feed')) continue
        for (const event of feedPageSchema.parse(JSON.parse(data)).events) {
          seqs.push(event.seq)
          if (event.kind === 'booking') states.push(event.booking.course.state)
        }
      }
      if (states.includes('BOOKED')) break
    }
    closing.abort()
    expect(seqs).toEqual(seqs.toSorted((x, y) => x - y))
    expect(new Set(seqs).size).toBe(seqs.length)
    expect(states.at(-1)).toBe('BOOKED')
  })

  it('changes and cancels what was booked, for whichever station asks', async () => {
    const { station } = await testSite()
    const a = await station('Dock A')
    const item = await a.item('PO-1')
    await a.upload(item)
    const booked = await a.seen(item.booking.bookingId, ({ course }) => course.state === 'BOOKED')
    const change = cancelOf(booked.bookingId, booked.course.shipmentId)
    const handed = { kind: 'change' as const, triedUnder: a.timeline, change }
    expect(await a.upload(handed)).toMatchObject({ answer: 'change-taken', change: { changeId: 'chg_1' } })
    const cancelled = await a.seen(booked.bookingId, ({ course }) => course.cancellation !== null)
    expect(cancelled.course.cancellation).toMatchObject({ reason: 'Not needed' })
    expect(await a.upload(handed)).toMatchObject({ answer: 'change-taken', change: { state: 'DONE' } })
    const other = { ...handed, change: { ...change, change: { ...change.change, reason: 'Another' } } }
    expect(await a.upload(other)).toMatchObject({ answer: 'refused', error: { code: 'SUBMISSION_DIFFERS' } })
  })
})
