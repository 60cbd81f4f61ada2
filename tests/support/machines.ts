import {
  type BookingMove,
  type BookingStatus,
  type QuoteTerms,
  BOOKING_STATES,
  type BookingQuestion,
} from '../../src-shared/machine/booking.ts'
import type { ChangeMove } from '../../src-shared/machine/change.ts'
import type { StationErrorData } from '../../src-shared/station/error.ts'
import fc from './fast-check.ts'

/** Moves and standings of the machines at random: every field that a move may have is there in some and missing in others. */

const moment = fc.date({
  min: new Date('2026-01-01T00:00:00Z'),
  max: new Date('2027-12-31T00:00:00Z'),
  noInvalidDate: true,
})
const day = moment.map((at) => at.toISOString().slice(0, 10))
const word = fc.string({ unit: fc.constantFrom(...'abcXYZ-019'), minLength: 1, maxLength: 12 })
const money = fc.record({ minor: fc.nat(1_000_000), currency: fc.constantFrom('USD', 'CAD', 'MXN') })
const error: fc.Arbitrary<StationErrorData> = fc.record({
  code: fc.constantFrom('SERVICE_TIMEOUT', 'INVALID_REQUEST'),
  message: word,
  retryable: fc.boolean(),
  details: fc.constant({}),
})
const optionalError = fc.option(error)
const count = fc.nat(9)

const terms: fc.Arbitrary<QuoteTerms> = fc.record(
  {
    quoteId: word,
    loadId: fc.option(word),
    expiresAt: moment.map((at) => at.toISOString()),
    total: money,
    carrierName: word,
    provider: word,
    service: word,
  },
  { requiredKeys: ['quoteId', 'loadId', 'expiresAt', 'total', 'carrierName'] },
)

const questions = {
  'not-found': fc.record({ kind: fc.constant('not-found' as const), checks: count }),
  duplicate: fc.record({ kind: fc.constant('duplicate' as const), shipmentIds: fc.array(word, { maxLength: 3 }) }),
  'price-changed': fc.record({
    kind: fc.constant('price-changed' as const),
    was: money,
    now: money,
    quoteId: word,
    expiresAt: moment.map((at) => at.toISOString()),
  }),
  'rate-gone': fc.record({ kind: fc.constant('rate-gone' as const), offers: count }),
  'pickup-passed': fc.record({ kind: fc.constant('pickup-passed' as const), pickupDate: day, suggested: day }),
  'reference-taken': fc.record({
    kind: fc.constant('reference-taken' as const),
    holder: fc.record({
      bookingId: word,
      state: fc.constantFrom(...BOOKING_STATES),
      stationName: word,
      person: fc.option(word),
      at: moment.map((at) => at.toISOString()),
    }),
    free: word,
  }),
} satisfies { [K in BookingQuestion['kind']]: fc.Arbitrary<Extract<BookingQuestion, { kind: K }>> }

const anyQuestion = fc.oneof(...Object.values(questions))

export const anyBookingStatus: fc.Arbitrary<BookingStatus> = fc
  .tuple(fc.constantFrom(...BOOKING_STATES), fc.option(anyQuestion))
  .map(([state, question]) => ({ state, question: state === 'NEEDS_DECISION' ? question : null }))

const step = {
  actor: fc.constantFrom('station' as const, 'operator' as const),
  detail: fc.constant({ why: 'a walk' }),
  error: optionalError,
}
const counts = { attempts: count, checks: count }

/** A step to any state; the shipment's id is drawn from few, so that some are another booking's. */
export const anyBookingMove: fc.Arbitrary<BookingMove> = fc.oneof(
  fc.record(
    {
      to: fc.constant('QUEUED' as const),
      dueAt: moment,
      terms,
      isQuoteOver: fc.boolean(),
      requotes: count,
      pickupDate: day,
      action: fc.constant('requoted' as const),
      ...step,
      ...counts,
    },
    { requiredKeys: ['to', 'dueAt'] },
  ),
  fc.record({ to: fc.constant('SENDING' as const), sentAt: moment, ...step }, { requiredKeys: ['to', 'sentAt'] }),
  fc.record(
    {
      to: fc.constant('BOOKED' as const),
      shipment: fc.record({
        shipmentId: fc.constantFrom('SHP-1', 'SHP-2', 'SHP-3'),
        trackingNumber: fc.option(word),
        proNumber: fc.option(word),
      }),
      charged: fc.option(money),
      ...step,
    },
    { requiredKeys: ['to', 'shipment', 'charged'] },
  ),
  fc.record({ to: fc.constant('REJECTED' as const), ...step, error }, { requiredKeys: ['to', 'error'] }),
  fc.record(
    { to: fc.constant('UNKNOWN' as const), dueAt: moment, ...step, ...counts },
    { requiredKeys: ['to', 'dueAt'] },
  ),
  fc.record(
    {
      to: fc.constant('NEEDS_DECISION' as const),
      question: questions['not-found'],
      dueAt: moment,
      ...step,
      ...counts,
    },
    { requiredKeys: ['to', 'question', 'dueAt'] },
  ),
  fc.record(
    { to: fc.constant('NEEDS_DECISION' as const), question: questions['price-changed'], offer: terms, ...step },
    { requiredKeys: ['to', 'question', 'offer'] },
  ),
  fc.record(
    {
      to: fc.constant('NEEDS_DECISION' as const),
      question: fc.oneof(questions.duplicate, questions['rate-gone'], questions['pickup-passed']),
      ...step,
    },
    { requiredKeys: ['to', 'question'] },
  ),
  fc.record({ to: fc.constant('CANCELLED' as const), ...step, ...counts }, { requiredKeys: ['to'] }),
)

const cancellation = fc.record({
  reason: fc.option(word),
  refund: fc.option(money),
  refundStatus: fc.option(word),
  cancelledAt: moment.map((at) => at.toISOString()),
})
const changeStep = { actor: step.actor, detail: step.detail }

export const anyChangeMove: fc.Arbitrary<ChangeMove> = fc.oneof(
  fc.record(
    {
      to: fc.constantFrom('QUEUED' as const, 'UNKNOWN' as const),
      dueAt: moment,
      error: optionalError,
      attempts: count,
      shipmentId: fc.constantFrom('SHP-1', 'SHP-2'),
      ...changeStep,
    },
    { requiredKeys: ['to', 'dueAt'] },
  ),
  fc.record({ to: fc.constantFrom('SENDING' as const, 'CANCELLED' as const), ...changeStep }, { requiredKeys: ['to'] }),
  fc.record(
    { to: fc.constant('DONE' as const), cancellation: fc.option(cancellation), ...changeStep },
    { requiredKeys: ['to', 'cancellation'] },
  ),
  fc.record({ to: fc.constant('REJECTED' as const), error, ...changeStep }, { requiredKeys: ['to', 'error'] }),
)
