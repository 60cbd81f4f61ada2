import { cutoffOf, type Cutoff } from '../../src-shared/station/booking/cutoff.ts'
import { isOnTheDock } from '../../src-shared/machine/shipment.ts'
import { addDays, dayAt, timeOn } from '../../src-shared/station/day.ts'
import type { WorkGroup, Worklist, WorkOrder } from '../../src-shared/station/printing/worklist.ts'
import type { Clock } from '../kernel/clock.ts'
import type { ShipmentStore } from '../shipments/shipments.rows.ts'
import type { PackWork, PackWorkRow } from './pack-work.rows.ts'

export interface WorklistOptions {
  work: PackWork
  shipments: Pick<ShipmentStore, 'statuses'>
  environment: () => string
  cutoffs: () => Promise<readonly Cutoff[]>
  clock: Clock
}

/** Orders from up to this many days before that are still on the dock are on the list. */
const DAYS_BACK = 14
/** Later days that can be seen and worked. */
const DAYS_AHEAD = 7
/** At most this many of the day, and this many of earlier days, are read. */
const MOST_TODAY = 5_000
const MOST_BEHIND = 1_000
/** A carrier's orders that are named; the others are counted. */
const MOST_NAMED = 100

/**
 * A day's orders without a label, by carrier, in the order in which the trucks leave.
 * @param wanted YYYY-MM-DD, within a week; absent, and for one that is over: today, with what was left behind
 */
export async function worklist(
  { work, shipments, environment, cutoffs, clock }: WorklistOptions,
  wanted?: string,
): Promise<Worklist> {
  const now = clock.now()
  const current = dayAt(now)
  const last = addDays(current, DAYS_AHEAD)
  const day = wanted === undefined || wanted < current || wanted > last ? current : wanted
  const [today, before, later] = await Promise.all([
    work.of(environment(), day, day, MOST_TODAY),
    day === current ? work.of(environment(), addDays(day, -DAYS_BACK), addDays(day, -1), MOST_BEHIND) : [],
    work.of(environment(), addDays(current, 1), last, MOST_TODAY),
  ])
  const waiting = [...before, ...today].filter(({ isOut }) => !isOut)
  const known = await shipments.statuses(waiting.map(({ shipmentId }) => shipmentId))
  const orders = waiting
    .filter(({ shipmentId }) => isOnTheDock(known.get(shipmentId) ?? { status: 'PENDING' }))
    .map((row) => ({ carrier: row.carrier, order: orderOf(row, known.get(row.shipmentId)?.pieces ?? null) }))
  const groups = new Map<string, WorkGroup>()
  const trucks = await cutoffs()
  const groupOf = (carrier: string): WorkGroup => {
    const cutoff = cutoffOf(trucks, carrier)
    const group = groups.get(carrier) ?? {
      carrier,
      leavesAt: cutoff?.time ? timeOn(day, cutoff.time).toISOString() : null,
      place: cutoff?.place ?? null,
      phone: cutoff?.phone ?? null,
      done: 0,
      left: 0,
      leftBehind: 0,
      orders: [],
    }
    groups.set(carrier, group)
    return group
  }
  for (const { carrier, isOut } of today) if (isOut) groupOf(carrier).done += 1
  for (const { carrier, order } of orders) {
    const group = groupOf(carrier)
    group.left += 1
    if (order.pickupDate < day) group.leftBehind += 1
    if (group.orders.length < MOST_NAMED) group.orders.push(order)
  }
  const sorted = [...groups.values()].sort((a, b) => byUrgency(a, b, now))
  return {
    day,
    done: sum(sorted, 'done'),
    left: sum(sorted, 'left'),
    groups: sorted,
    ahead: daysOf(later),
    isComplete: today.length < MOST_TODAY && before.length < MOST_BEHIND,
  }
}

function daysOf(rows: readonly PackWorkRow[]): Worklist['ahead'] {
  const left = new Map<string, number>()
  for (const { pickupDate, isOut } of rows) left.set(pickupDate, (left.get(pickupDate) ?? 0) + (isOut ? 0 : 1))
  return [...left].sort(([a], [b]) => (a < b ? -1 : 1)).map(([on, count]) => ({ day: on, left: count }))
}

const sum = (groups: readonly WorkGroup[], what: 'done' | 'left'): number =>
  groups.reduce((total, group) => total + group[what], 0)

function orderOf(row: PackWorkRow, pieces: number | null): WorkOrder {
  const { shipmentId, reference, consigneeName, destination, pickupDate, isAtPrinter } = row
  return { shipmentId, reference, consigneeName, destination, pieces, pickupDate, isAtPrinter }
}

/** Late ones first, finished ones last; between them by the time the truck leaves, then by name. */
function byUrgency(a: WorkGroup, b: WorkGroup, now: Date): number {
  const rank = ({ left, leftBehind, leavesAt }: WorkGroup) => {
    if (left === 0) return 2
    return leftBehind > 0 || (leavesAt !== null && new Date(leavesAt) < now) ? 0 : 1
  }
  const time = ({ leavesAt }: WorkGroup) => (leavesAt === null ? Infinity : Date.parse(leavesAt))
  const [first, second] = [time(a), time(b)]
  if (rank(a) !== rank(b)) return rank(a) - rank(b)
  return first === second ? a.carrier.localeCompare(b.carrier) : first < second ? -1 : 1
}
