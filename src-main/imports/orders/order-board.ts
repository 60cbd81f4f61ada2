import { StationError, wrongState, type StationErrorData } from '../../../src-shared/station/error.ts'
import type { QuoteRequest } from '../../../src-shared/freight/quote.ts'
import type { SpendLimits } from '../../../src-shared/station/app/spend-limits.ts'
import { areSameSums, sumsOf, type Money } from '../../../src-shared/station/money.ts'
import type {
  Order,
  OrderBoard,
  OrderEstimate,
  OrderOffer,
  OrderRateBy,
  OrderRow,
  OrderRowQuery,
  OrderRun,
  OrderSearch,
} from '../../../src-shared/station/orders/order.ts'
import type { ParsedInput } from '../../../src-shared/station/commands.ts'
import type { PickupTermsOf } from '../../../src-shared/station/booking/pickup-terms.ts'
import type { Quote, Rate } from '../../../src-shared/station/quote/quote.ts'
import { amountText } from '../../../src-shared/station/rules/rule.ts'
import type { Spending } from '../../booking/spending.rows.ts'
import type { Clock } from '../../kernel/clock.ts'
import { currentUser } from '../../kernel/current-user.ts'
import type { Ids } from '../../kernel/ids.ts'
import { isWithinTolerance } from '../../quotes/requote.ts'
import type { Rules } from '../../rules/rules.ts'
import { liveOffer, type Offer } from '../rows/live-offer.ts'
import { rateOf, rateRuleOf } from '../rows/rate-rule.ts'
import { overLimits } from '../../rules/spend-limits.ts'
import type { OrderBoardStore } from './order-board.rows.ts'
import { assertFree, viewOf, type OrderBooking } from './order-booking.ts'
import { orderOfInput } from './order-of-row.ts'
import type { LedgerOrder, ListedOrder } from './order-row.rows.ts'
import { refusalOf, type OrderRuns } from './order-run.ts'
import type { OrderStore } from './orders.rows.ts'

export interface OrderBoardPorts {
  store: OrderStore
  board: OrderBoardStore
  runs: OrderRuns
  bookings: OrderBooking
  /** Asks the service, behind those for whom a person waits, and stores the quote. */
  quoteMany: (request: QuoteRequest) => Promise<Quote>
  /** A quote that is stored. @throws StationError NOT_FOUND */
  quoteOf: (quoteId: string) => Promise<Quote>
  rules: Pick<Rules, 'decide' | 'admit' | 'insured'>
  pickups: () => Promise<PickupTermsOf>
  /** By how many percent a price may rise without a question. */
  priceTolerance: () => Promise<number>
  spending: Pick<Spending, 'onDayOf'>
  limits: () => Promise<SpendLimits>
  environment: () => string
  clock: Clock
  ids: Ids
  onChange: () => void
}

export type OrdersBoard = ReturnType<typeof createOrderBoard>

/** The list of orders as people work it: searched, put on hold, rated and bought by the dozen. */
export function createOrderBoard(ports: OrderBoardPorts) {
  const { store, board, runs, bookings, quoteMany, quoteOf, rules, pickups, spending, clock, ids, onChange } = ports

  const listed = (row: ListedOrder): OrderRow => ({ ...row, isBusy: runs.isBusy(row.orderId) })

  async function offerOf(order: LedgerOrder, offer: Offer, by: OrderOffer['by']): Promise<OrderOffer> {
    const { quote, rate } = offer
    const byRule = await rateOf(rules, quote, rateRuleOf(order.content.rateRule)).catch(() => null)
    const approval = await rules.admit(await bookings.submissionOf(order, offer), undefined).then(
      () => null,
      (error: unknown) => {
        if (error instanceof StationError && error.code === 'APPROVAL_NEEDED') return error.toData()
        throw error
      },
    )
    return {
      quoteId: quote.id,
      ...{ rateId: rate.rateId, carrierName: rate.carrierName, scac: rate.scac, service: rate.service },
      ...{ days: rate.transitDays, total: rate.total, validUntil: quote.expiresAt, by, approval },
      extra: byRule && moreThan(byRule, rate),
    }
  }

  async function requested(order: LedgerOrder, by: OrderRateBy): Promise<Offer> {
    const quote = await quoteMany(await rules.insured((await bookings.requestOf(order)).request))
    const rule = by === 'rule' ? rateRuleOf(order.content.rateRule) : { kind: by }
    return { quote, rate: await rateOf(rules, quote, rule, by === 'rule') }
  }

  /** @returns whether it has a rate */
  async function rateOne(orderId: string, by: OrderRateBy, keepsPicked: boolean): Promise<boolean> {
    const order = await store.get(orderId)
    // The rate that a person chose stays, unless it is this order alone that is rated.
    if (order.state !== 'open' || order.other) return false
    if (keepsPicked && order.offer?.by === 'person') return true
    try {
      // What is on hold may have its rate, for when it is released.
      assertFree({ ...order, hold: null })
      await board.rate(order, { offer: await offerOf(order, await requested(order, by), by) })
      return true
    } catch (error) {
      await board.rate(order, { trouble: refusalOf(error) })
      return false
    }
  }

  /**
   * The offer that a person agreed to, or a new one of the same kind that costs no more than Settings allow. One that costs
   * more is stored for them to see. @throws StationError PRICE_ROSE (details.was, .now)
   */
  async function agreedOffer(order: LedgerOrder, agreed: OrderOffer): Promise<Offer> {
    const shown = await liveOffer(quoteOf, agreed, clock.now())
    if (shown) return shown
    const by = agreed.by === 'person' ? 'rule' : agreed.by
    const { quote, rate } = await requested(order, by)
    const same = agreed.by === 'person' ? sameRateOf(quote, agreed) : rate
    if (same && isWithinTolerance(agreed.total, same.total, await ports.priceTolerance()))
      return { quote, rate: same, agreed: agreed.total }
    const now = same ?? rate
    await board.rate(order, { offer: await offerOf(order, { quote, rate: now }, by) })
    throw new StationError({
      code: 'PRICE_ROSE',
      message: `Order ${order.reference} now costs ${amountText(now.total)} instead of ${amountText(agreed.total)}. Check the new price and buy again.`,
      details: { reference: order.reference, was: agreed.total, now: now.total },
    })
  }

  /** @returns whether it is booked */
  async function buyOne(orderId: string, agreed: OrderOffer, approvedBy: string | undefined): Promise<boolean> {
    const order = await store.get(orderId)
    try {
      const isSame = order.offer?.quoteId === agreed.quoteId && order.offer.rateId === agreed.rateId
      if (order.state !== 'open' || !isSame) throw changedMeanwhile(order.reference)
      await bookings.book(order, await agreedOffer(order, agreed), approvedBy)
      return true
    } catch (error) {
      const refusal = refusalOf(error)
      // A new price is in the list, and so is what changed meanwhile: a hold, another rate.
      if (!SHOWN_OTHERWISE.includes(refusal.code)) await board.rate(order, { trouble: refusal })
      return false
    }
  }

  /** Those that can be bought, in the order of the list that was chosen. */
  async function readyAmong(orderIds: readonly string[]): Promise<(ListedOrder & { offer: OrderOffer })[]> {
    const rows = new Map((await board.some(orderIds)).map((row) => [row.orderId, row]))
    return orderIds.flatMap((orderId) => {
      const row = rows.get(orderId)
      return row?.offer && isReady(row) ? [{ ...row, offer: row.offer }] : []
    })
  }

  async function refusal(totals: readonly Money[], rows: readonly { offer: OrderOffer }[]) {
    const today = await spentToday()
    const limits = await ports.limits()
    const over = overLimits(limits, { spent: [], rest: totals, today })
    return over ?? rows.find(({ offer }) => offer.approval !== null)?.offer.approval ?? null
  }

  const spentToday = () => spending.onDayOf(ports.environment(), clock.now())

  return {
    board: async (search: OrderSearch): Promise<OrderBoard> => ({
      found: await board.count(search),
      counts: await board.counts(),
      tags: await board.tags(),
      run: runs.current(),
    }),

    rows: async (query: OrderRowQuery): Promise<OrderRow[]> => (await board.rows(query)).map(listed),

    /** Requests a rate for each of these orders, in the background. @throws StationError WRONG_STATE */
    rate: (orderIds: readonly string[], by: OrderRateBy): OrderRun => {
      const run = runs.rate(orderIds, (orderId) => rateOne(orderId, by, orderIds.length > 1))
      onChange()
      return run
    },

    /** Another rate of the order's quote, chosen by a person. @throws StationError NOT_FOUND, WRONG_STATE, RULE_FORBIDS */
    choose: async (orderId: string, rateId: string): Promise<Order> => {
      const order = await store.get(orderId)
      if (order.state !== 'open' || !order.offer || runs.isBusy(orderId)) throw changedMeanwhile(order.reference)
      const quote = await quoteOf(order.offer.quoteId)
      const rate = quote.rates.find((one) => one.rateId === rateId)
      if (!rate) throw changedMeanwhile(order.reference)
      await board.rate(order, { offer: await offerOf(order, { quote, rate }, 'person') })
      onChange()
      return viewOf(await store.get(orderId))
    },

    estimate: async (orderIds: readonly string[]): Promise<OrderEstimate> => {
      const rows = await readyAmong(orderIds)
      const totals = sumsOf(rows.map(({ offer }) => offer.total))
      return {
        orderIds: rows.map(({ orderId }) => orderId),
        pieces: rows.reduce((sum, { freight }) => sum + freight.pieces, 0),
        weightLb: rows.reduce((sum, { freight }) => sum + freight.weightLb, 0),
        totals,
        carriers: byCarrier(rows),
        spentToday: (await spentToday())[0] ?? null,
        perDay: (await ports.limits()).perDay,
        validUntil: rows.map(({ offer }) => offer.validUntil).toSorted()[0] ?? null,
        refusal: await refusal(totals, rows),
      }
    },

    /**
     * Books these orders, in the background, each at the price that was shown.
     * @throws StationError WRONG_STATE, TOTAL_NOT_AGREED, SPEND_LIMIT, APPROVAL_NEEDED
     */
    buy: async (
      orderIds: readonly string[],
      agreedTotals: readonly Money[],
      approvedBy: string | undefined,
    ): Promise<OrderRun> => {
      const rows = await readyAmong(orderIds)
      const [missing] = orderIds.filter((orderId) => !rows.some((row) => row.orderId === orderId))
      if (missing !== undefined) throw changedMeanwhile((await store.get(missing)).reference)
      const totals = sumsOf(rows.map(({ offer }) => offer.total))
      if (!areSameSums(totals, agreedTotals)) throw totalNotAgreed(totals, agreedTotals)
      const refused = approvedBy === undefined ? await refusal(totals, rows) : null
      if (refused) throw StationError.from(refused)
      const agreed = new Map(rows.map(({ orderId, offer }) => [orderId, offer]))
      const environment = ports.environment()
      const run = runs.buy(orderIds, async (orderId) => {
        if (ports.environment() !== environment) throw otherService()
        const offer = agreed.get(orderId)
        return offer !== undefined && buyOne(orderId, offer, approvedBy)
      })
      onChange()
      return run
    },

    /** @throws StationError WRONG_STATE */
    stop: async (): Promise<OrderRun> => {
      await runs.stop()
      onChange()
      const run = runs.current()
      if (!run) throw wrongState('No orders are being rated or bought.', {})
      return run
    },

    mark: async (
      orderIds: readonly string[],
      marks: Parameters<OrderBoardStore['mark']>[1],
    ): Promise<{ orders: number }> => {
      const orders = await board.mark(orderIds, marks)
      onChange()
      return { orders }
    },

    /**
     * A typed order, or an order that a person corrected.
     * @throws StationError NOT_FOUND, WRONG_STATE, REFERENCE_USED
     */
    save: async ({ orderId, order: input, version }: ParsedInput<'orders.save'>): Promise<Order> => {
      const known = await store.ofReference(input.reference)
      if (known && known.orderId !== orderId) {
        throw wrongState(`There is already an order ${input.reference}. Give this one another reference.`, {
          orderId: known.orderId,
          field: 'reference',
        })
      }
      const typed = orderOfInput(input, clock.now(), await pickups())
      assertFree({ orderId: orderId ?? '', hold: null, ...typed })
      if (orderId === undefined) {
        const source = currentUser()?.name ?? ''
        await store.take([typed], { origin: 'typed', source }, () => ids.next('ord'))
      } else {
        if (runs.isBusy(orderId)) throw changedMeanwhile(input.reference)
        await store.replace(orderId, typed, version)
      }
      onChange()
      const saved = await store.ofReference(input.reference)
      if (!saved) throw changedMeanwhile(input.reference)
      return viewOf(saved)
    },
  }
}

/** Refusals that the list shows by a new price, a hold or another rate. */
const SHOWN_OTHERWISE: readonly string[] = ['PRICE_ROSE', 'ORDER_HELD', 'WRONG_STATE']

const isReady = ({ state, hold, trouble, asks, offer }: ListedOrder): boolean =>
  state === 'open' && hold === null && trouble === null && !asks && offer !== null

/** What they cost by carrier and currency, the dearest first. */
function byCarrier(rows: readonly { offer: OrderOffer }[]): OrderEstimate['carriers'] {
  return [...Map.groupBy(rows, ({ offer }) => offer.carrierName)]
    .flatMap(([carrier, of]) => {
      const totals = of.map(({ offer }) => offer.total)
      const inCurrency = (currency: string) => totals.filter((total) => total.currency === currency)
      return sumsOf(totals).map((total) => ({ carrier, orders: inCurrency(total.currency).length, total }))
    })
    .toSorted((a, b) => b.total.minor - a.total.minor)
}

/** The same carrier's same service in another quote. */
const sameRateOf = ({ rates }: Quote, { carrierName, service }: OrderOffer): Rate | undefined =>
  rates.find((rate) => rate.carrierName === carrierName && rate.service === service)

/** What a rate costs over the one by rule; null: nothing. */
function moreThan(byRule: Rate, { total }: Rate): Money | null {
  const minor = total.minor - byRule.total.minor
  return total.currency === byRule.total.currency && minor > 0 ? { minor, currency: total.currency } : null
}

const changedMeanwhile = (reference: string): StationError =>
  wrongState(`Order ${reference} has changed. Check it in the list and try again.`, { reference })

const otherService = (): StationError =>
  wrongState('The service was switched while orders were booked. The rest stay in the list.', {})

function totalNotAgreed(totals: readonly Money[], agreed: readonly Money[]): StationError {
  const data: StationErrorData = {
    code: 'TOTAL_NOT_AGREED',
    message: `The total is now ${totals.map(amountText).join(' and ')}. Check it and buy again.`,
    retryable: false,
    details: { totals, agreed },
  }
  return StationError.from(data)
}
