import type { PickupTermsOf } from '../../../src-shared/station/booking/pickup-terms.ts'
import type { Address } from '../../../src-shared/freight/address.ts'
import type { QuoteRequest } from '../../../src-shared/freight/quote.ts'
import { invalidField, StationError, type StationErrorData } from '../../../src-shared/station/error.ts'
import { amountText } from '../../../src-shared/station/rules/rule.ts'
import type { SavedFeed } from '../../../src-shared/station/orders/feed.ts'
import type {
  Order,
  AddedOrder,
  OrderPage,
  OrderQuote,
  OrderRow,
  OrderScan,
  OrdersTaken,
} from '../../../src-shared/station/orders/order.ts'
import type { Quote, Rate } from '../../../src-shared/station/quote/quote.ts'
import type { ParsedInput } from '../../../src-shared/station/commands.ts'
import { rateOf, rateRuleOf } from '../rows/rate-rule.ts'
import { bookingView } from '../../booking/submit/booking-view.ts'
import type { Clock } from '../../kernel/clock.ts'
import { asData } from '../../kernel/fault.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { Rules } from '../../rules/rules.ts'
import type { LedgerBooking } from '../../booking/bookings.rows.ts'
import { assertFree, changedSinceQuote, viewOf, type OrderBooking } from './order-booking.ts'
import type { LedgerOrder, ListedOrder } from './order-row.rows.ts'
import type { OrderStore } from './orders.rows.ts'
import { currentUser } from '../../kernel/current-user.ts'
import { orderOfInput } from './order-of-row.ts'

const NO_SHIPPER = 'required: no default shipper is set in the address book'

export interface OrdersPorts {
  store: OrderStore
  feed: () => SavedFeed
  bookings: OrderBooking
  /** Asks the service, with a person waiting, and keeps the quote as one of this order. */
  quote: (request: QuoteRequest, order: Pick<Order, 'orderId'>) => Promise<Quote>
  /** A quote that is kept. @throws StationError NOT_FOUND */
  quoteOf: (quoteId: string) => Promise<Quote>
  rules: Pick<Rules, 'decide' | 'insured'>
  pickups: () => Promise<PickupTermsOf>
  /** Where forms begin, and orders that name no origin; null: none is set. */
  defaultShipper: () => Promise<Address | null>
  booking: (bookingId: string) => Promise<LedgerBooking>
  /** Is it being rated or bought? */
  isBusy: (orderId: string) => boolean
  /** Resolves when this booking is not on its way any more, or after some seconds. */
  settled: (bookingId: string) => Promise<void>
  clock: Clock
  ids: Ids
  onChange: () => void
}

export type Orders = ReturnType<typeof createOrders>

/** Orders of other systems: listed, quoted and booked. Nothing is booked but by a person, or by a scan as far as a person allowed it. */
export function createOrders(ports: OrdersPorts) {
  const { store, feed, bookings, quote, quoteOf, rules, pickups, booking, settled, clock, isBusy, ids, onChange } =
    ports

  const listed = (row: ListedOrder): OrderRow => ({ ...row, isBusy: isBusy(row.orderId) })

  const chosenRate = (order: LedgerOrder, from: Quote): Promise<Rate> =>
    rateOf(rules, from, rateRuleOf(order.content.rateRule))

  /** @throws StationError ORDER_HELD, ORDER_INCOMPLETE, NO_RATE_FITS, FreightError */
  async function quoted(order: LedgerOrder): Promise<OrderQuote> {
    assertFree(order)
    const answer = await quote(await rules.insured((await bookings.requestOf(order)).request), order)
    const { rateId, carrierName, total } = await chosenRate(order, answer)
    return { order: viewOf(order), quote: answer, rateId, carrierName, total }
  }

  /**
   * The rate that a person saw, while it is the choice; absent: the choice.
   * @throws StationError WRONG_STATE, NO_RATE_FITS
   */
  async function shownRate(order: LedgerOrder, from: Quote, rateId: string | undefined): Promise<Rate> {
    if (rateId === undefined) return chosenRate(order, from)
    const shown = from.rates.find((rate) => rate.rateId === rateId)
    // One that is booked is only looked up.
    const isChosen = order.state !== 'open' || (await chosenRate(order, from)).rateId === rateId
    if (!shown || !isChosen) throw changedSinceQuote(order)
    return shown
  }

  async function bookedNow(
    order: LedgerOrder,
    { quote: from, rateId }: { quote: Quote; rateId?: string | undefined },
    approvedBy?: string,
  ): Promise<LedgerBooking> {
    const rate = await shownRate(order, from, rateId)
    const { bookingId } = await bookings.book(order, { quote: from, rate }, approvedBy)
    onChange()
    await settled(bookingId)
    return booking(bookingId)
  }

  /** @throws StationError APPROVAL_NEEDED above the limit for scans */
  function assertAllowed(rule: NonNullable<SavedFeed['scanRule']>, { carrierName, total }: OrderQuote): void {
    const { most, madeBy } = rule
    if (total.currency === most.currency && total.minor <= most.minor) return
    const by = madeBy === null ? '' : ` (${madeBy})`
    throw new StationError({
      code: 'APPROVAL_NEEDED',
      message: `${carrierName} costs ${amountText(total)}; a scan books up to ${amountText(most)}${by}.`,
      details: { rule: 'scan', carrier: carrierName, total, most },
    })
  }

  return {
    /** @throws StationError INVALID_INPUT where an order has no origin and no default shipper is set */
    add: async (inputs: readonly AddedOrder[]): Promise<OrdersTaken> => {
      const now = clock.now()
      const termsOf = await pickups()
      const source = currentUser()?.name ?? 'API'
      const shipper = inputs.every(({ originAddress }) => originAddress) ? null : await ports.defaultShipper()
      const taken = await store.take(
        inputs.map((input, at) => {
          const originAddress = input.originAddress ?? shipper
          if (!originAddress) throw invalidField(`orders.${at}.originAddress`, NO_SHIPPER)
          return orderOfInput({ ...input, originAddress }, now, termsOf, input)
        }),
        { origin: 'api', source },
        () => ids.next('ord'),
      )
      onChange()
      return taken
    },

    list: async ({ show, after, limit }: ParsedInput<'orders.list'>): Promise<OrderPage> => {
      const open = await store.countOpen()
      if (show === 'open') return { rows: (await store.open(limit)).map(listed), open, next: null }
      if (show === 'asks') return { rows: (await store.asking(limit)).map(listed), open, next: null }
      const rows = await store.ended(show, after ?? 0, limit)
      return { rows: rows.map(listed), open, next: rows.length === limit ? (after ?? 0) + limit : null }
    },

    get: async (orderId: string): Promise<Order> => viewOf(await store.get(orderId)),
    quote: async (orderId: string): Promise<OrderQuote> => quoted(await store.get(orderId)),

    /** The rate that is chosen for it now. @throws StationError NOT_FOUND, NO_RATE_FITS */
    rateFor: async (orderId: string, quoteId: string): Promise<string> =>
      (await chosenRate(await store.get(orderId), await quoteOf(quoteId))).rateId,

    book: async ({ orderId, quoteId, rateId }: ParsedInput<'orders.book'>, approvedBy: string | undefined) =>
      bookingView(await bookedNow(await store.get(orderId), { quote: await quoteOf(quoteId), rateId }, approvedBy)),

    answer: async ({ orderId, answer, version }: ParsedInput<'orders.answer'>): Promise<Order> => {
      const order = await store.answer(orderId, answer, version)
      onChange()
      return viewOf(order)
    },

    dismiss: async (orderId: string, isDismissed: boolean): Promise<Order> => {
      const order = await store.dismiss(orderId, isDismissed)
      onChange()
      return viewOf(order)
    },

    shipAgain: async (orderId: string): Promise<Order> => {
      const order = await store.shipAgain(orderId)
      onChange()
      return viewOf(order)
    },

    questions: store.questions,

    /**
     * A scanned code that is an unbooked order: booked by the rule for scans where there is one, else shown. Null: it
     * is none.
     */
    scanned: async (code: string, mayBook: boolean): Promise<OrderScan | null> => {
      const order = await store.ofReference(code)
      if (order?.state !== 'open') return null
      const shown = (refusal: StationErrorData | null): OrderScan => ({
        kind: 'order',
        scanned: { order: viewOf(order), refusal },
      })
      const { scanRule } = feed()
      if (scanRule === null || order.other || order.hold !== null || !mayBook) return shown(null)
      try {
        const offer = await quoted(order)
        assertAllowed(scanRule, offer)
        return { kind: 'booked', booking: bookingView(await bookedNow(order, offer)) }
      } catch (error) {
        return shown(asData(error))
      }
    },
  }
}
