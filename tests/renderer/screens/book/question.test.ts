import { describe, expect, test } from 'vitest'
import type { BookingQuestion } from '../../../../src-shared/machine/booking.ts'
import { errorData } from '../../../../src-shared/station/error.ts'
import type { ShipmentDetail } from '../../../../src-shared/station/tracking/shipment.ts'
import { Locale } from '../../../../src-renderer/locale/locale.svelte.ts'
import { answersTo, priceDifference } from '../../../../src-renderer/screens/book/question/answers.ts'
import { compareRows } from '../../../../src-renderer/screens/book/question/compare.ts'
import { QuestionController } from '../../../../src-renderer/screens/book/question/question-controller.svelte.ts'
import { createStation } from '../../../../src-renderer/station.ts'
import { aBooking, aJob, aShipment } from '../../builders.ts'

const TODAY = '2026-11-21'
const usd = (minor: number) => ({ minor, currency: 'USD' })
const duplicate: BookingQuestion = { kind: 'duplicate', shipmentIds: ['SHP-1', 'SHP-2'] }

/** A desk at a station that takes the answer and remembers it. */
function deskOf(question: BookingQuestion) {
  const booking = aBooking({ state: 'NEEDS_DECISION', question })
  const asked: unknown[] = []
  const station = createStation({
    invoke: (name, input) => {
      asked.push({ name, input })
      return new Promise(() => undefined)
    },
    subscribe: () => () => undefined,
  })
  return { desk: new QuestionController(station, booking), booking, asked }
}

describe('a question', () => {
  test.each([
    { kind: 'not-found', checks: 4 },
    duplicate,
    { kind: 'price-changed', was: usd(1), now: usd(2), quoteId: 'Q', expiresAt: '' },
    { kind: 'rate-gone', offers: 2 },
    { kind: 'pickup-passed', pickupDate: '2026-11-20', suggested: '2026-11-23' },
  ] satisfies BookingQuestion[])('begins with no answer chosen, and can always be given up: $kind', (question) => {
    const { desk, booking } = deskOf(question)
    expect(desk.chosen).toBeNull()
    expect(desk.read(booking, TODAY)).toBeNull()
    expect(desk.error).not.toBeNull()
    expect(answersTo(question).at(-1)?.name).toBe('give-up')
  })

  test('about shipments needs one to keep, and a word about the others', () => {
    const { desk, booking } = deskOf(duplicate)
    desk.keepOne('SHP-2')
    expect(desk.read(booking, TODAY)).toBeNull()
    expect(desk.error).toEqual({ key: 'answer.chooseOthers' })
    desk.voidOthers = true
    expect(desk.read(booking, TODAY)).toEqual({ answer: 'adopt', shipmentId: 'SHP-2', voidOthers: true })
    desk.choose('give-up')
    expect(desk.read(booking, TODAY)).toEqual({ answer: 'give-up' })
  })

  test('about one shipment that may be it asks about no others', () => {
    const { desk, booking } = deskOf({ kind: 'duplicate', shipmentIds: ['SHP-1'] })
    desk.keepOne('SHP-1')
    expect(desk.read(booking, TODAY)).toEqual({ answer: 'adopt', shipmentId: 'SHP-1', voidOthers: false })
  })

  test('about a price wants the name of who approves it once the station says so, and sends it along', async () => {
    const question = { kind: 'price-changed', was: usd(1), now: usd(2), quoteId: 'Q', expiresAt: '' } as const
    const booking = aBooking({ state: 'NEEDS_DECISION', question })
    const answers: unknown[] = []
    const station = createStation({
      invoke: (_name, input) => {
        answers.push(input)
        return Promise.resolve(
          answers.length === 1
            ? { ok: false, error: errorData({ code: 'APPROVAL_NEEDED', message: 'A rule wants it.' }) }
            : { ok: true, value: booking },
        )
      },
      subscribe: () => () => undefined,
    })
    const desk = new QuestionController(station, booking)
    desk.choose('accept-price')
    expect(await desk.give(booking, TODAY)).toBe(false)
    expect(desk.needsApproval).toBe(true)
    desk.approvedBy = ' Marta Ruiz '
    expect(await desk.give(booking, TODAY)).toBe(true)
    expect(answers.at(-1)).toMatchObject({ answer: { price: usd(2), quoteId: 'Q', approvedBy: 'Marta Ruiz' } })
  })

  test('about a day takes none that has passed', () => {
    const { desk, booking } = deskOf({ kind: 'pickup-passed', pickupDate: '2026-11-20', suggested: '2026-11-23' })
    desk.choose('new-pickup')
    expect(desk.read(booking, TODAY)).toEqual({ answer: 'new-pickup', pickupDate: '2026-11-23' })
    desk.pickupDate = '2026-11-20'
    expect(desk.read(booking, TODAY)).toBeNull()
    expect(desk.error).toEqual({ key: 'field.past' })
  })

  test('that is answered by two quick clicks is answered once', () => {
    const { desk, booking, asked } = deskOf({ kind: 'not-found', checks: 4 })
    desk.choose('send-again')
    void desk.give(booking, TODAY)
    void desk.give(booking, TODAY)
    expect(asked).toEqual([
      { name: 'bookings.answer', input: { bookingId: 'BKG-1', answer: { answer: 'send-again' } } },
    ])
  })
})

describe('a price that changed', () => {
  test('is shown with the difference, in money and in percent', () => {
    expect(priceDifference({ was: usd(40_000), now: usd(43_000) })).toEqual({ minor: 3_000, percent: 7.5 })
  })

  test('into another currency has no difference', () => {
    expect(priceDifference({ was: usd(40_000), now: { minor: 43_000, currency: 'MXN' } })).toBeNull()
  })
})

describe('shipments side by side', () => {
  const detail = (patch: Partial<ShipmentDetail>): ShipmentDetail => ({
    shipment: aShipment(),
    events: [],
    booking: null,
    jobs: [],
    hasLabel: true,
    ...patch,
  })

  test('show what differs, and which label was printed', () => {
    const rows = compareRows(
      [
        detail({ jobs: [aJob()] }),
        detail({ shipment: aShipment({ shipmentId: 'SHP-2', total: usd(45_000), trackingNumber: 'NLTF2' }) }),
      ],
      new Locale(),
    )
    const row = (name: string) => rows.find((found) => found.name === name)
    expect(row('Price')).toMatchObject({ values: ['$412.80', '$450.00'], isDifferent: true })
    expect(row('Carrier')).toMatchObject({ isDifferent: false })
    expect(row('Label printed here')?.values).toEqual(['Once', 'No'])
  })
})
