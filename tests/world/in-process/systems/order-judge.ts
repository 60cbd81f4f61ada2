import { z } from 'zod'
import type { SqliteDatabase } from '../../../../src-main/kernel/sqlite/database.ts'
import type { StationResult } from '../../processes/protocol.ts'
import type { Violation } from '../../judge/violation.ts'
import type { OrderSystem } from './order-system.ts'

const orderRow = z.object({
  order_id: z.string(),
  reference: z.string(),
  state: z.string(),
  weight: z.number(),
  booked_weight: z.number().nullable(),
  asks: z.number(),
  bookings: z.number(),
})
const answerSchema = z.looseObject({ orderId: z.string(), answer: z.string() })
const orderSchema = z.looseObject({ reference: z.string() })

const TOGETHER_MS = 2 * 60_000

/** Orders as the ledger of a closed station has them, each with how often it is paid for or may be. */
const ORDERS = `SELECT o.order_id, o.reference, o.state, o.body ->> '$.request.cargo[0].weight' AS weight,
    (SELECT b.origin ->> '$.request.cargo[0].weight' FROM booking b WHERE b.booking_id = o.booking_id) AS booked_weight,
    o.other_hash IS NOT NULL AS asks,
    (SELECT count(*) FROM booking b WHERE b.state NOT IN ('REJECTED', 'CANCELLED') AND b.cancellation IS NULL
       AND (b.reference = o.reference OR b.reference GLOB o.reference || '-[0-9]*')) AS bookings
  FROM feed_order o`
export type OrderFact = z.infer<typeof orderRow>

export const readOrders = (ledger: SqliteDatabase): OrderFact[] => z.array(orderRow).parse(ledger.prepare(ORDERS).all())

/** What people said of orders that came with two contents. */
export class OrderWords {
  /** References of which somebody said that the later content holds. */
  readonly taken = new Set<string>()

  noteCommand(name: string, input: unknown, answer: StationResult | null): void {
    if (name !== 'orders.answer') return
    const said = answerSchema.safeParse(input)
    if (!said.success || said.data.answer !== 'take') return
    // Without an answer it may have been taken; with a refusal it was not.
    if (answer?.ok) this.taken.add(orderSchema.parse(answer.value).reference)
    else if (answer === null) this.taken.add(said.data.orderId)
  }
}

/** Each order that was told is here once, as it was told first or as a person chose, and paid for once. */
export function judgeOrders(
  system: OrderSystem,
  { taken }: OrderWords,
  orders: readonly OrderFact[],
  restores: number,
): Violation[] {
  const known = new Map(orders.map((order) => [order.reference, order]))
  const found: Violation[] = [...system.waiting(), ...system.failed()].map((name) => ({
    rule: 'lost',
    what: `the file ${name} of orders was not taken in`,
    reference: null,
  }))
  for (const reference of new Set(system.sent.map((reported) => reported.reference))) {
    const versions = system.sent.filter((reported) => reported.reference === reference)
    // What was told before the ledger went back may be gone, or be an earlier version: a person was told.
    if (versions.some(({ life }) => life <= restores)) continue
    const say = (rule: Violation['rule'], what: string) =>
      found.push({ rule, what: `order ${reference} ${what}`, reference })
    const order = known.get(reference)
    if (!order) {
      say('lost', 'was told and is not here')
      continue
    }
    const weights = versions.map(({ weight }) => weight)
    const wasChosen = taken.has(reference) || taken.has(order.order_id)
    // What was told within a moment came in together.
    const together = versions.filter(({ at }) => at - (versions[0]?.at ?? 0) < TOGETHER_MS)
    const held = wasChosen ? weights : together.map(({ weight }) => weight)
    if (!held.includes(order.weight))
      say('unasked', `holds ${order.weight} lb of ${weights.join(', ')}, and nobody chose`)
    if (order.booked_weight !== null && order.booked_weight !== order.weight)
      say('unasked', `is booked with ${order.booked_weight} lb and holds ${order.weight}`)
    if (order.asks === 1 && new Set(weights).size === 1) say('unasked', 'asks a person though it never changed')
    if (order.bookings > 1) say('doubled', `is paid for ${order.bookings} times, and nobody was asked`)
    if (order.state === 'open' && order.bookings > 0) say('unseen', 'is called open and is booked')
  }
  return found
}
