import type { ShipmentStatus } from '../../../src-shared/freight/shipment.ts'

/**
 * How far along a shipment is. EXCEPTION stands beside IN_TRANSIT: a shipment goes into it and comes out of it. From an
 * end state nothing leads back; RETURNED may follow a refused delivery that was first told as DELIVERED.
 */
const STEP = new Map<string, number>(
  Object.entries({
    PENDING: 0,
    PICKUP_SCHEDULED: 1,
    PICKED_UP: 2,
    IN_TRANSIT: 3,
    EXCEPTION: 3,
    OUT_FOR_DELIVERY: 3,
    DELIVERED: 5,
    CANCELLED: 5,
    RETURNED: 6,
  } satisfies Record<ShipmentStatus, number>),
)
/** A word that is not in the interface is taken as a shipment under way: something is being told of it. */
const UNKNOWN_WORD = 3

/** Statuses that nothing but a correction follows. Also written out in the indexes of migration 02. */
export const ENDED_STATUSES = ['DELIVERED', 'CANCELLED', 'RETURNED'] as const satisfies readonly ShipmentStatus[]
/** Statuses in which the carrier has the freight. Also written out in the indexes of migration 02. */
export const MOVING_STATUSES = [
  'PICKED_UP',
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'EXCEPTION',
] as const satisfies readonly ShipmentStatus[]

function stepOf(status: string): number {
  return STEP.get(status) ?? UNKNOWN_WORD
}

/** May `next`, told without a time of its own, replace `current`? Never a step back. */
export function mayReplaceStatus(current: string, next: string): boolean {
  return stepOf(next) >= stepOf(current)
}

/** Where a status comes from: an event with its time, or (null) a list or detail. */
export interface StatusSource {
  status: string
  at: number | null
  eventId: string | null
}

/**
 * Does this event move the shipment? The furthest step wins; within one step the newest event does. So whatever order
 * events come in, and however often, the same one decides in the end.
 */
export function eventMovesStatus(
  current: StatusSource,
  event: { status: string; at: number; eventId: string },
): boolean {
  const from = stepOf(current.status)
  const to = stepOf(event.status)
  if (to !== from) return to > from
  return isNewer(event, current)
}

/** Is `a` newer than `b` by its own time? Events of one instant are ordered by their ids. */
export function isNewer(a: { at: number; eventId: string }, b: { at: number | null; eventId: string | null }): boolean {
  if (b.at === null || a.at > b.at) return true
  return a.at === b.at && a.eventId > (b.eventId ?? '')
}
