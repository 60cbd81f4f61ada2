import { describe, expect, it } from 'vitest'
import { bookingAfter } from '../../src-shared/machine/booking.ts'
import type { Booking } from '../../src-shared/station/booking/booking.ts'
import { outcomeOfQuote } from '../../src-main/quotes/requote.ts'
import { addDays, dayAt } from '../../src-shared/station/day.ts'
import { bookingOutbox } from '../support/booking-outbox.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'

const HOUR_S = 3700

/** A booking that waits, unsent, until its quote has ended; its price is what the test says. */
async function expired(
  desk: Awaited<ReturnType<typeof bookingOutbox>>,
  cheaperBy = 0,
  companyName = 'Globex Corporation',
): Promise<string> {
  const { sandbox, station, quote } = desk
  const [rate] = quote.rates
  if (!rate) throw new Error('no rate')
  await sandbox.close()
  const { submissionId, shipperInfo, consigneeInfo, reference, instructions, pickupDate, labelFormat } = bookingOf(
    quote,
    {
      reference: 'PO-1',
      consigneeInfo: { companyName },
    },
  )
  const { bookingId } = await station.station.services.outbox.submit({
    kind: 'quote',
    submissionId,
    quote,
    rate: { ...rate, total: { ...rate.total, minor: rate.total.minor - cheaperBy } },
    details: { shipperInfo, consigneeInfo, reference, instructions, pickupDate, labelFormat },
  })
  await desk.failed(bookingId)
  await sandbox.reopen()
  return bookingId
}

/** Accepts the price that a booking asks about. */
function accepting({ question }: Booking) {
  if (question?.kind !== 'price-changed') throw new Error('it asks about no price')
  return { answer: 'accept-price', quoteId: question.quoteId, price: question.now } as const
}

describe('a booking whose quote ended while it waited', () => {
  it('is quoted again by itself and goes on when the price is the same', async () => {
    const desk = await bookingOutbox()
    const bookingId = await expired(desk)
    desk.wait(HOUR_S)
    const booked = await desk.inState(bookingId, 'BOOKED')
    expect(await desk.atService('PO-1')).toMatchObject([{ shipmentId: booked.shipmentId }])
    const { request } = await desk.station.station.services.bookings.get(bookingId)
    expect(request).not.toMatchObject({ quoteId: desk.quote.rates[0]?.quoteId })
    expect(booked.total).toEqual(desk.quote.rates[0]?.total)
  })

  it('asks when the price rose, and is booked at the new one when a person accepts it', async () => {
    const desk = await bookingOutbox()
    const bookingId = await expired(desk, 100)
    desk.wait(HOUR_S)
    const asked = await desk.inState(bookingId, 'NEEDS_DECISION')
    const now = desk.quote.rates[0]?.total
    expect(asked.question).toMatchObject({ kind: 'price-changed', was: { minor: (now?.minor ?? 0) - 100 }, now })
    expect(await desk.atService('PO-1')).toEqual([])
    await expect(
      desk.station.run('bookings.answer', { bookingId, answer: { answer: 'send-again' } }),
    ).rejects.toMatchObject({ code: 'WRONG_STATE' })
    await desk.station.run('bookings.answer', { bookingId, answer: accepting(asked) })
    expect(await desk.inState(bookingId, 'BOOKED')).toMatchObject({ total: now })
    expect(await desk.atService('PO-1')).toHaveLength(1)
  })

  it('is replaced by another booking only while it asks: accepted meanwhile, it is booked alone', async () => {
    const desk = await bookingOutbox()
    const { run, station } = desk.station
    const bookingId = await expired(desk, 100)
    desk.wait(HOUR_S)
    const asked = await desk.inState(bookingId, 'NEEDS_DECISION')
    const quote = await run('quotes.request', palletsToChicago())
    const form = bookingOf(quote, { reference: 'PO-1', usedReference: 'PO-1', replaces: bookingId })
    await run('bookings.answer', { bookingId, answer: accepting(asked) })
    const refused = { ok: false, error: { code: 'WRONG_STATE', details: { bookingId } } }
    expect(await station.invoke('bookings.submit', form)).toMatchObject(refused)
    await desk.inState(bookingId, 'BOOKED')
    expect(await station.invoke('bookings.submit', form)).toMatchObject(refused)
    expect(await run('bookings.list', {})).toHaveLength(1)
    expect(await desk.atService('PO-1')).toHaveLength(1)
  })

  it('is replaced once: another form that would replace it, too, books nothing unasked', async () => {
    const desk = await bookingOutbox()
    const { run, station } = desk.station
    const bookingId = await expired(desk, 100)
    desk.wait(HOUR_S)
    await desk.inState(bookingId, 'NEEDS_DECISION')
    const quote = await run('quotes.request', palletsToChicago())
    const form = { ...bookingOf(quote), usedQuote: undefined, reference: 'PO-1', usedReference: 'PO-1' }
    const one = { ...form, submissionId: 'sub-offer-1', replaces: bookingId }
    const other = { ...form, submissionId: 'sub-offer-2', rateId: quote.rates[1]?.rateId ?? '', replaces: bookingId }
    const instead = await run('bookings.submit', one)
    await run('bookings.answer', { bookingId, answer: { answer: 'give-up' } })
    const codeOf = async (input: object) => {
      const answer = await station.invoke('bookings.submit', input)
      return answer.ok ? 'taken' : answer.error.code
    }
    expect(await codeOf(other)).toBe('WRONG_STATE')
    // Opened again it replaces nothing, and asks about what is booked under its reference.
    expect(await codeOf({ ...other, replaces: undefined, usedReference: '' })).toBe('REFERENCE_USED')
    // The same form once more is its booking, whatever became of the one before.
    expect(await run('bookings.submit', one)).toMatchObject({ bookingId: instead.bookingId })
    expect(await run('bookings.submit', { ...one, replaces: undefined })).toMatchObject({
      bookingId: instead.bookingId,
    })
    expect(await run('bookings.list', {})).toHaveLength(2)
  })

  it('is not booked at another price than the one that was shown', async () => {
    const desk = await bookingOutbox()
    const bookingId = await expired(desk, 100)
    desk.wait(HOUR_S)
    const asked = await desk.inState(bookingId, 'NEEDS_DECISION')
    const shown = accepting(asked)
    const others = [
      { ...shown, price: { ...shown.price, minor: shown.price.minor - 1 } },
      { ...shown, quoteId: 'QTE-OF-ANOTHER-TAB' },
    ]
    for (const answer of others) {
      await expect(desk.station.run('bookings.answer', { bookingId, answer })).rejects.toMatchObject({
        code: 'WRONG_STATE',
        details: { now: shown.price, quoteId: shown.quoteId },
      })
    }
    expect(await desk.atService('PO-1')).toEqual([])
    await desk.station.run('bookings.answer', { bookingId, answer: shown })
    expect(await desk.inState(bookingId, 'BOOKED')).toMatchObject({ total: shown.price })
  })

  it('accepted after the new quote ended too is quoted once more, against the price accepted', async () => {
    const desk = await bookingOutbox()
    const bookingId = await expired(desk, 100)
    desk.wait(HOUR_S)
    const asked = await desk.inState(bookingId, 'NEEDS_DECISION')
    desk.wait(HOUR_S)
    await desk.station.run('bookings.answer', { bookingId, answer: accepting(asked) })
    await desk.inState(bookingId, 'BOOKED')
    expect(await desk.atService('PO-1')).toHaveLength(1)
  })

  it('goes on by itself when the price rose within the tolerance that was set', async () => {
    const desk = await bookingOutbox()
    await desk.station.run('settings.update', { priceTolerance: 5 })
    const bookingId = await expired(desk, 100)
    desk.wait(HOUR_S)
    expect(await desk.inState(bookingId, 'BOOKED')).toMatchObject({ total: desk.quote.rates[0]?.total })
  })

  it('asks once new quotes have come to more than the tolerance of what was agreed to, however small each step', async () => {
    const desk = await bookingOutbox()
    const { bookingId } = await desk.submit('PO-1', { holdUntil: '2026-10-23', pickupDate: '2026-10-26' })
    let booking = await desk.station.station.services.bookings.get(bookingId)
    const agreed = booking.total
    if (agreed === null) throw new Error('it has a price')
    const dearer = (percent: number) => {
      const rates = desk.quote.rates.map((rate) => {
        const minor = Math.floor(((booking.total?.minor ?? 0) * (100 + percent)) / 100)
        return { ...rate, total: { ...rate.total, minor } }
      })
      return outcomeOfQuote(booking, { ...desk.quote, rates }, 10, desk.clock.now())
    }
    const first = dearer(9)
    expect(first).toMatchObject({ to: 'QUEUED', action: 'requoted' })
    booking = { ...booking, ...bookingAfter(booking, first, desk.clock.now()) }
    expect(booking).toMatchObject({ agreed, total: { minor: Math.floor((agreed.minor * 109) / 100) } })
    const second = dearer(9)
    expect(second).toMatchObject({ to: 'NEEDS_DECISION', question: { kind: 'price-changed', was: agreed } })
    // What a person accepts is what they agreed to from then on.
    if (second.to !== 'NEEDS_DECISION' || !('offer' in second)) throw new Error('it asks with an offer')
    const accepted = { to: 'QUEUED', actor: 'operator', terms: second.offer, dueAt: desk.clock.now() } as const
    expect(bookingAfter(booking, accepted, desk.clock.now()).agreed).toEqual(second.offer.total)
  })

  it.each(['quote', 'booking'] as const)(
    'asks where the %s names no SCAC and the service is offered by a carrier of another name',
    async (without) => {
      const desk = await bookingOutbox()
      const { bookingId } = await desk.submit('PO-1', { holdUntil: '2026-10-23', pickupDate: '2026-10-26' })
      const booking = await desk.station.station.services.bookings.get(bookingId)
      if (booking.origin?.kind !== 'domestic') throw new Error('it is of a domestic quote')
      const origin = { ...booking.origin, scac: without === 'booking' ? null : booking.origin.scac }
      const quoted = (carrierName: string) => {
        const [rate] = desk.quote.rates
        if (!rate) throw new Error('no rate')
        const rates = [{ ...rate, carrierName, scac: without === 'quote' ? null : rate.scac }]
        return outcomeOfQuote({ ...booking, origin }, { ...desk.quote, rates }, 0, desk.clock.now())
      }
      expect(quoted(booking.carrierName)).toMatchObject({ to: 'QUEUED', action: 'requoted' })
      expect(quoted('Another Carrier')).toMatchObject({ to: 'NEEDS_DECISION', question: { kind: 'rate-gone' } })
    },
  )

  it('asks when the rise is within the tolerance but a rule forbids the price, and stays forbidden when accepted', async () => {
    const desk = await bookingOutbox()
    await desk.station.run('settings.update', { priceTolerance: 25 })
    const now = desk.quote.rates[0]?.total
    if (!now) throw new Error('no rate')
    const bookingId = await expired(desk, 100)
    const most = { ...now, minor: now.minor - 50 }
    const [rule] = await desk.station.run('rules.save', {
      name: 'Not above',
      isOn: true,
      does: { kind: 'limit', most },
    })
    desk.wait(HOUR_S)
    const asked = await desk.inState(bookingId, 'NEEDS_DECISION', 'BOOKED')
    expect(asked).toMatchObject({ question: { kind: 'price-changed', now }, error: { code: 'RULE_FORBIDS' } })
    const accept = () => desk.station.run('bookings.answer', { bookingId, answer: accepting(asked) })
    await expect(accept()).rejects.toMatchObject({ code: 'RULE_FORBIDS', details: { rule: 'Not above' } })
    expect(await desk.atService('PO-1')).toEqual([])
    await desk.station.run('rules.remove', { ruleId: rule?.ruleId ?? '' })
    await accept()
    expect(await desk.inState(bookingId, 'BOOKED')).toMatchObject({ total: now })
  })

  it('asks when a rule forbids the new price for the consignee that the booking names', async () => {
    const desk = await bookingOutbox()
    await desk.station.run('settings.update', { priceTolerance: 25 })
    const bookingId = await expired(desk, 100, 'Initech')
    const does = { kind: 'limit', most: { minor: 1, currency: 'USD' } } as const
    await desk.station.run('rules.save', { name: 'Not above', isOn: true, when: { consignee: 'initech' }, does })
    desk.wait(HOUR_S)
    const asked = await desk.inState(bookingId, 'NEEDS_DECISION', 'BOOKED')
    expect(asked).toMatchObject({ state: 'NEEDS_DECISION', error: { code: 'RULE_FORBIDS' } })
    await expect(desk.station.run('bookings.answer', { bookingId, answer: accepting(asked) })).rejects.toMatchObject({
      code: 'RULE_FORBIDS',
    })
  })

  it('is accepted above what a rule wants approved with the name of who approves it, which is noted', async () => {
    const desk = await bookingOutbox()
    const bookingId = await expired(desk, 100)
    desk.wait(HOUR_S)
    const asked = await desk.inState(bookingId, 'NEEDS_DECISION')
    const does = { kind: 'approve', above: { minor: 0, currency: 'USD' } } as const
    await desk.station.run('rules.save', { name: 'Ask', isOn: true, does })
    const answer = accepting(asked)
    await expect(desk.station.run('bookings.answer', { bookingId, answer })).rejects.toMatchObject({
      code: 'APPROVAL_NEEDED',
    })
    await desk.station.run('bookings.answer', { bookingId, answer: { ...answer, approvedBy: 'Marta Ruiz' } })
    await desk.inState(bookingId, 'BOOKED')
    const { rows: noted } = await desk.station.run('audit.list', { subjectId: bookingId })
    expect(noted.find(({ detail }) => detail['answer'] === 'accept-price')).toMatchObject({
      detail: { approvedBy: 'Marta Ruiz' },
    })
  })

  it('is held against the daily limit by what it rose', async () => {
    const desk = await bookingOutbox()
    const bookingId = await expired(desk, 100)
    desk.wait(HOUR_S)
    const asked = await desk.inState(bookingId, 'NEEDS_DECISION')
    const answer = accepting(asked)
    const perDay = Math.floor((answer.price.minor - 1) / 100)
    await desk.station.run('settings.update', { spendLimits: { perBatch: 0, perDay } })
    await expect(desk.station.run('bookings.answer', { bookingId, answer })).rejects.toMatchObject({
      code: 'SPEND_LIMIT',
      details: { limit: 'day', most: perDay },
    })
    await desk.station.run('settings.update', { spendLimits: { perBatch: 0, perDay: perDay + 1 } })
    await desk.station.run('bookings.answer', { bookingId, answer })
    await desk.inState(bookingId, 'BOOKED')
  })

  it('shares what is left of the daily limit with another that is accepted in the same moment', async () => {
    const desk = await bookingOutbox()
    const ids = [await expired(desk, 100), await expired(desk, 100)]
    desk.wait(HOUR_S)
    const asked = [
      await desk.inState(ids[0] ?? '', 'NEEDS_DECISION'),
      await desk.inState(ids[1] ?? '', 'NEEDS_DECISION'),
    ]
    const spent = asked.reduce((sum, { total }) => sum + (total?.minor ?? 0), 0)
    // Room for one of the two.
    const perDay = Math.ceil((spent + 100) / 100)
    await desk.station.run('settings.update', { spendLimits: { perBatch: 0, perDay } })
    const answers = await Promise.all(
      asked.map((booking) =>
        desk.station.station.invoke('bookings.answer', { bookingId: booking.bookingId, answer: accepting(booking) }),
      ),
    )
    expect(answers.map((answer) => (answer.ok ? 'accepted' : answer.error.code))).toEqual(['accepted', 'SPEND_LIMIT'])
  })

  it('that is given up and booked once more is held against the rules, from the price that was agreed to', async () => {
    const desk = await bookingOutbox()
    await desk.station.run('settings.update', { priceTolerance: 25 })
    const bookingId = await expired(desk, 100)
    await desk.onBooking({ kind: 'status', when: 'before', status: 400, code: 'INVALID_REQUEST' })
    desk.wait(HOUR_S)
    await desk.inState(bookingId, 'REJECTED')
    const { total, agreed } = await desk.station.station.services.bookings.get(bookingId)
    expect(agreed?.minor).toBe((total?.minor ?? 0) - 100)
    const does = { kind: 'approve', above: { minor: 0, currency: 'USD' } } as const
    await desk.station.run('rules.save', { name: 'Ask', isOn: true, does })
    const copy = { bookingId, submissionId: 'once-more-1', changes: {} }
    await expect(desk.station.run('bookings.copy', copy)).rejects.toMatchObject({ code: 'APPROVAL_NEEDED' })
    const copied = await desk.station.run('bookings.copy', { ...copy, approvedBy: 'Marta Ruiz' })
    expect(await desk.station.station.services.bookings.get(copied.bookingId)).toMatchObject({ agreed, total })
    const { rows } = await desk.station.run('audit.list', { subjectId: copied.bookingId })
    expect(rows.find(({ action }) => action === 'submitted')?.detail).toMatchObject({ approvedBy: 'Marta Ruiz' })
  })

  it('asks when no carrier offers it any more, and quotes again when told so', async () => {
    const desk = await bookingOutbox()
    const bookingId = await expired(desk)
    await desk.sandbox.fault({
      method: 'POST',
      path: '/quote',
      fault: { kind: 'status', when: 'before', status: 404, code: 'NO_RATES_AVAILABLE' },
    })
    desk.wait(HOUR_S)
    const asked = await desk.inState(bookingId, 'NEEDS_DECISION')
    expect(asked).toMatchObject({ question: { kind: 'rate-gone', offers: 0 }, error: { code: 'NO_RATES_AVAILABLE' } })
    await desk.station.run('bookings.answer', { bookingId, answer: { answer: 'quote-again' } })
    await desk.inState(bookingId, 'BOOKED')
  })

  it('waits, still unsent, while the service cannot be asked', async () => {
    const desk = await bookingOutbox()
    const bookingId = await expired(desk)
    await desk.sandbox.close()
    desk.wait(HOUR_S)
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect(await desk.station.run('bookings.get', { bookingId })).toMatchObject({ state: 'QUEUED', question: null })
    await desk.sandbox.reopen()
    desk.wait(120)
    await desk.inState(bookingId, 'BOOKED')
    expect(await desk.atService('PO-1')).toHaveLength(1)
  })

  it.each(['QUOTE_EXPIRED', 'QUOTE_NOT_FOUND'])(
    'by the service’s clock (%s) is quoted again, because a refusal proves that nothing was booked',
    async (reason) => {
      const desk = await bookingOutbox()
      await desk.onBooking({ kind: 'status', when: 'before', status: 400, code: reason })
      const { bookingId } = await desk.submit()
      const booked = await desk.inState(bookingId, 'BOOKED')
      expect(await desk.atService('PO-1')).toMatchObject([{ shipmentId: booked.shipmentId }])
    },
  )

  it('is rejected when the service refuses every new quote too', async () => {
    const desk = await bookingOutbox()
    await desk.onBooking({ kind: 'status', when: 'before', status: 400, code: 'QUOTE_NOT_FOUND' }, 10)
    const { bookingId } = await desk.submit()
    expect(await desk.inState(bookingId, 'REJECTED')).toMatchObject({ error: { code: 'QUOTE_NOT_FOUND' } })
  })
})

describe('a booking whose pickup day passed while it waited', () => {
  it('asks for another day and is never moved to one by itself', async () => {
    const desk = await bookingOutbox()
    const today = dayAt(desk.clock.now())
    await desk.sandbox.close()
    const { bookingId } = await desk.submit('PO-1', { pickupDate: today })
    const { carrierName: carrier } = await desk.failed(bookingId)
    const closed = [addDays(today, 2), addDays(today, 3)]
    const pickupDays = [{ country: 'US' as const, carrier, worked: [], closed }]
    await desk.station.run('settings.update', { pickupDays })
    await desk.sandbox.reopen()
    desk.wait(2 * 86_400)
    const asked = await desk.inState(bookingId, 'NEEDS_DECISION')
    expect(asked.question).toMatchObject({ kind: 'pickup-passed', pickupDate: today })
    expect(await desk.atService('PO-1')).toEqual([])
    await expect(
      desk.station.run('bookings.answer', { bookingId, answer: { answer: 'new-pickup', pickupDate: today } }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    // Nor to a Saturday, a holiday, a day on which its carrier does not come or a year that was mistyped: the rule is the form's.
    for (const day of ['2026-10-24', '2026-11-26', ...closed, '2062-10-23']) {
      const answer = { answer: 'new-pickup', pickupDate: day } as const
      await expect(desk.station.run('bookings.answer', { bookingId, answer })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        details: { issues: [{ path: 'answer.pickupDate' }] },
      })
    }
    const pickupDate = asked.question?.kind === 'pickup-passed' ? asked.question.suggested : ''
    await desk.station.run('bookings.answer', { bookingId, answer: { answer: 'new-pickup', pickupDate } })
    expect(await desk.inState(bookingId, 'BOOKED')).toMatchObject({ pickupDate })
  })
})
