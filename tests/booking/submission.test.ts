import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { submissionOf } from '../../src-main/booking/submit/submission-of.ts'
import { submissionInputSchema } from '../../src-shared/station/booking/booking-input.ts'
import { bookingOutbox } from '../support/booking-outbox.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { testSandbox } from '../support/sandbox.ts'

type Desk = Awaited<ReturnType<typeof bookingOutbox>>

async function codeOf({ station }: Desk, name: string, input: unknown): Promise<string> {
  const answer = await station.station.invoke(name, input)
  return answer.ok ? 'taken' : answer.error.code
}

describe('a submission that is handed in again', () => {
  it('is the same booking where its content is the same, and refused where it is another', async () => {
    const desk = await bookingOutbox()
    const form = bookingOf(desk.quote, { reference: 'SAME-1', submissionId: 'sub-same-0001' })
    const first = await desk.station.run('bookings.submit', form)
    // The list tells how much it is before the carrier does.
    expect(await desk.station.run('bookings.list', {})).toMatchObject([{ cargo: { pieces: 2, weightLb: 1000 } }])
    // What a person says about it is none of its content.
    expect(await desk.station.run('bookings.submit', { ...form, usedReference: 'SAME-1' })).toMatchObject({
      bookingId: first.bookingId,
    })
    const others = [
      { ...form, reference: 'OTHER-9' },
      { ...form, consigneeInfo: { companyName: 'Initech' } },
      { ...form, rateId: desk.quote.rates[1]?.rateId ?? '' },
    ]
    for (const other of others) {
      expect(await desk.station.station.invoke('bookings.submit', other)).toMatchObject({
        ok: false,
        error: { code: 'SUBMISSION_DIFFERS', details: { first: { bookingId: first.bookingId } } },
      })
    }
    expect(await desk.station.run('bookings.list', { limit: 10 })).toHaveLength(1)
  })

  it('may be put right while nothing was made of it', async () => {
    const desk = await bookingOutbox()
    const form = bookingOf(desk.quote, { pickupDate: '2026-11-26', submissionId: 'sub-wrong-day' })
    expect(await codeOf(desk, 'bookings.submit', form)).toBe('INVALID_INPUT')
    expect(await codeOf(desk, 'bookings.submit', { ...form, pickupDate: '2026-11-27' })).toBe('taken')
  })

  it('of a booking of before, of which no content is known, is that booking', async () => {
    const desk = await bookingOutbox()
    const form = bookingOf(desk.quote, { submissionId: 'sub-of-before' })
    const first = await desk.station.run('bookings.submit', form)
    desk.station.station.stores.ledger.db.exec('DELETE FROM api_submission')
    const again = await desk.station.run('bookings.submit', { ...form, instructions: 'Dock 4' })
    expect(again.bookingId).toBe(first.bookingId)
  })

  it('is told apart for changes and copies, too', async () => {
    const desk = await bookingOutbox()
    const [one, two] = [await desk.booked('PO-1'), await desk.booked('PO-2')]
    const cancel = {
      submissionId: 'cancel-0001',
      bookingId: one.bookingId,
      change: { kind: 'cancel', reason: 'not needed' },
    }
    expect(await codeOf(desk, 'bookings.requestChange', cancel)).toBe('taken')
    expect(await codeOf(desk, 'bookings.requestChange', cancel)).toBe('taken')
    const other = { ...cancel, bookingId: two.bookingId }
    expect(await codeOf(desk, 'bookings.requestChange', other)).toBe('SUBMISSION_DIFFERS')
    const reason = { ...cancel, change: { ...cancel.change, reason: 'too late' } }
    expect(await codeOf(desk, 'bookings.requestChange', reason)).toBe('SUBMISSION_DIFFERS')
    // A reference that another booking has gets a suffix, and is the same change for that.
    const renamed = {
      submissionId: 'rename-0001',
      bookingId: two.bookingId,
      change: { kind: 'update', reference: 'PO-1' },
    }
    for (let time = 0; time < 2; time++) expect(await codeOf(desk, 'bookings.requestChange', renamed)).toBe('taken')

    const held = await desk.submit('PO-3', { holdUntil: '2026-11-20' })
    await desk.station.run('bookings.cancel', { bookingId: held.bookingId })
    const copy = { bookingId: held.bookingId, submissionId: 'copy-form-0001', changes: { instructions: 'Dock 4' } }
    expect(await codeOf(desk, 'bookings.copy', copy)).toBe('taken')
    expect(await codeOf(desk, 'bookings.copy', copy)).toBe('taken')
    expect(await codeOf(desk, 'bookings.copy', { ...copy, changes: {} })).toBe('SUBMISSION_DIFFERS')
    expect(await codeOf(desk, 'bookings.submit', bookingOf(desk.quote, { submissionId: 'copy-form-0001' }))).toBe(
      'SUBMISSION_DIFFERS',
    )
  })
})

describe('a booking of another service', () => {
  it('is not booked again at the one in use: its price is of the other', async () => {
    const desk = await bookingOutbox()
    const held = await desk.submit('PO-1', { holdUntil: '2026-11-20' })
    await desk.station.run('bookings.cancel', { bookingId: held.bookingId })
    const { baseUrl, apiKey } = await testSandbox()
    await desk.station.run('environment.use', { kind: 'service', baseUrl, apiKey })
    const copy = { bookingId: held.bookingId, submissionId: 'copy-form-0002', changes: {} }
    await expect(desk.station.run('bookings.copy', copy)).rejects.toMatchObject({
      code: 'WRONG_STATE',
      details: { environment: 'embedded' },
    })
    expect(await desk.station.run('bookings.list', { limit: 10 })).toHaveLength(1)
    await desk.station.run('environment.use', { kind: 'embedded' })
    const { bookingId } = await desk.station.run('bookings.copy', copy)
    await desk.inState(bookingId, 'BOOKED')
  })

  it('is not made of a quote of the other, whose answer came after the switch or is in hand', async () => {
    const desk = await bookingOutbox()
    const { quotes, outbox, environments } = desk.station.station.services
    const { db } = desk.station.station.stores.cache
    const { baseUrl, apiKey } = await testSandbox()
    const services = [{ kind: 'embedded' }, { kind: 'service', baseUrl, apiKey }] as const
    for (const [other, used] of [services, services.toReversed()]) {
      if (other === undefined || used === undefined) throw new Error('two services were expected')
      await desk.station.run('environment.use', other)
      const quote = await desk.station.run('quotes.request', palletsToChicago())
      const input = bookingOf(quote, { submissionId: `of ${other.kind}` })
      const inHand = await submissionOf(quotes, submissionInputSchema.parse(input), environments.link().key)
      const { kind, body } = z
        .object({ kind: z.string(), body: z.string() })
        .parse(db.prepare('SELECT kind, body FROM quote WHERE id = ?').get(quote.id))
      await desk.station.run('environment.use', used)
      await expect(outbox.submit(inHand)).rejects.toMatchObject({ code: 'QUOTE_EXPIRED' })
      db.prepare('INSERT INTO quote (id, kind, requested_at, body, of_batch) VALUES (?, ?, ?, ?, 0)').run(
        ...[quote.id, kind, quote.requestedAt, body],
      )
      await expect(desk.station.run('bookings.submit', input)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      await expect(desk.station.run('rules.decide', { quoteId: quote.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    }
    expect(await desk.station.run('bookings.list', { limit: 10 })).toEqual([])
  })
})
