import { partySchema } from '../../../src-shared/freight/address.ts'
import type { QuoteRequest } from '../../../src-shared/freight/quote.ts'
import { pickupDayOr } from '../../../src-shared/station/booking/pickup-day.ts'
import type { PickupTermsOf } from '../../../src-shared/station/booking/pickup-terms.ts'
import { StationError, wrongState } from '../../../src-shared/station/error.ts'
import { missingForLabel, type Order } from '../../../src-shared/station/orders/order.ts'
import { freightOf } from '../../../src-shared/station/quote/freight-of.ts'
import type { Quote } from '../../../src-shared/station/quote/quote.ts'
import { pickupDayOfQuote } from '../../../src-shared/station/quote/quoted-pickup.ts'
import type { LedgerBooking } from '../../booking/bookings.rows.ts'
import { assertReferenceIsMeant, type ReferenceTools } from '../../booking/submit/reference-use.ts'
import type { Submission } from '../../booking/submit/submission.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Rules } from '../../rules/rules.ts'
import type { Offer } from '../rows/live-offer.ts'
import type { LedgerOrder } from './order-row.rows.ts'
import { carrierOf, dayFor } from './order-of-row.ts'

export interface OrderBookingPorts {
  references: ReferenceTools
  rules: Pick<Rules, 'admit' | 'inTurn'>
  pickups: () => Promise<PickupTermsOf>
  /** As it is now. @throws StationError NOT_FOUND */
  order: (orderId: string) => Promise<LedgerOrder>
  submit: (submission: Submission) => Promise<LedgerBooking>
  booking: (bookingId: string) => Promise<LedgerBooking>
  clock: Clock
}

/** What screens and programs see of an order. */
export const viewOf = ({ submissionId: _, hash, ...order }: LedgerOrder): Order => ({ ...order, version: hash })

export type OrderBooking = ReturnType<typeof orderBooking>

/** An order as a request and as a booking. */
export function orderBooking({ references, rules, pickups, order, submit, booking, clock }: OrderBookingPorts) {
  /** The request for now: a day that has passed becomes the next one. */
  async function requestOf({ content }: LedgerOrder): Promise<{ request: QuoteRequest; pickupDate: string }> {
    const terms = (await pickups())(carrierOf(content.rateRule))
    const pickupDate = dayFor(content.pickupDate, content.request.originAddress, clock.now(), terms)
    return { request: { ...content.request, shipDate: pickupDate }, pickupDate }
  }

  /** The booking of an order by this rate. */
  async function submissionOf(order: LedgerOrder, { quote, rate, agreed }: Offer): Promise<Submission> {
    const { reference, submissionId, content } = order
    const { originAddress, destinationAddress } = content.request
    const { pickupDate } = await requestOf(order)
    const terms = await pickups()
    return {
      kind: 'quote',
      submissionId,
      isOnly: true,
      duplicateCheck: {
        quote: { quoteId: quote.id, rateQuoteIds: quote.rates.map(({ quoteId }) => quoteId) },
        ...{ usedReference: null, usedBooking: null, isOrder: true },
      },
      quote,
      rate,
      agreed,
      details: {
        reference,
        instructions: content.instructions,
        pickupDate: pickupDayOr(
          pickupDayOfQuote(quote) ?? pickupDate,
          originAddress,
          clock.now(),
          terms(rate.carrierName),
        ),
        labelFormat: content.labelFormat,
        shipperInfo: partySchema.parse(originAddress),
        consigneeInfo: partySchema.parse(destinationAddress),
      },
    }
  }

  return {
    requestOf,
    submissionOf,

    /**
     * Each order is checked against the daily limit, even when many are bought together: prices rise, and others book in between.
     * @param asked the order that the offer is for: dismissed, put on hold or corrected since, it is not booked
     * @throws StationError WRONG_STATE, ORDER_HELD, REFERENCE_USED, RULE_FORBIDS, APPROVAL_NEEDED, SPEND_LIMIT, QUOTE_EXPIRED
     */
    book: (asked: LedgerOrder, offer: Offer, approvedBy: string | undefined): Promise<LedgerBooking> =>
      rules.inTurn(async () => {
        const now = await order(asked.orderId)
        const { orderId, reference, state, submissionId, bookingId } = now
        if (state === 'booked' && bookingId !== null) return booking(bookingId)
        if (now.other) {
          throw new StationError({
            code: 'WRONG_STATE',
            message: `Order ${reference} was received twice with different contents. Choose which one is right first.`,
            details: { orderId, state: 'asks' },
          })
        }
        if (state !== 'open') throw wrongState(`Order ${reference} is no longer open.`, { orderId, state })
        assertFree(now)
        if (now.hash !== asked.hash) throw changedSinceQuote(now)
        assertQuoteOf(now, (await requestOf(now)).request, offer.quote)
        await assertReferenceIsMeant(references, { submissionId, reference, meant: undefined })
        const submission = await submissionOf(now, offer)
        return submit({ ...submission, ruled: await rules.admit(submission, approvedBy, { isDailyLimited: true }) })
      }),
  }
}

/**
 * May it be quoted and booked: is it not on hold, and is all there that a label needs?
 * @throws StationError ORDER_HELD (details.hold), ORDER_INCOMPLETE (details.fields)
 */
export function assertFree({
  orderId,
  reference,
  hold,
  content: { request },
}: Pick<LedgerOrder, 'orderId' | 'reference' | 'hold' | 'content'>): void {
  if (hold !== null) {
    throw new StationError({
      code: 'ORDER_HELD',
      message: `Order ${reference} is on hold: ${hold}. Release it first.`,
      details: { orderId, hold },
    })
  }
  const fields = missingForLabel(request)
  if (fields.length > 0) {
    throw new StationError({
      code: 'ORDER_INCOMPLETE',
      message: `Order ${reference} cannot be booked without ${fields.join(' and ')}. Edit the order.`,
      details: { orderId, fields },
    })
  }
}

/**
 * A quote of the order's earlier content, or of another order, books none.
 * @throws StationError WRONG_STATE (details.order)
 */
function assertQuoteOf(order: LedgerOrder, asked: QuoteRequest, { request }: Quote): void {
  if (freightOf(request) !== freightOf(asked)) throw changedSinceQuote(order)
}

/** It, or the rate that is chosen for it. */
export const changedSinceQuote = (order: LedgerOrder): StationError =>
  wrongState(`Order ${order.reference} or its rate has changed since this quote. Get a new quote.`, {
    orderId: order.orderId,
    order: viewOf(order),
  })
