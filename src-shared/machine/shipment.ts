import type { ShipmentStatus } from '../freight/shipment.ts'
import { isOneOf } from './one-of.ts'

/**
 * How far along a shipment is; it goes to its own step or a later one. EXCEPTION is parallel to IN_TRANSIT: a
 * shipment goes into it and comes out of it. From an end nothing leads back; RETURNED may follow a refused delivery
 * that was first reported as DELIVERED.
 */
const STEPS = {
  PENDING: 0,
  PICKUP_SCHEDULED: 1,
  PICKED_UP: 2,
  IN_TRANSIT: 3,
  EXCEPTION: 3,
  OUT_FOR_DELIVERY: 3,
  DELIVERED: 5,
  CANCELLED: 5,
  RETURNED: 6,
} as const satisfies Record<ShipmentStatus, number>

/** A word that is not in the interface is taken as a shipment under way: something is being reported of it. */
const STEP_OF_STRANGE_WORD = 3
const STEP_OF_WORD: ReadonlyMap<string, number> = new Map(Object.entries(STEPS))

/** The freight is still on the dock, and a label on it is wanted. */
export const ON_THE_DOCK = ['PENDING', 'PICKUP_SCHEDULED'] as const satisfies readonly ShipmentStatus[]
/** The station needs the full detail: a label, or the exception. In the order of the index on those. */
export const WANTING_DETAIL = [...ON_THE_DOCK, 'EXCEPTION'] as const satisfies readonly ShipmentStatus[]
/** The carrier has the freight. In the order of the index on shipments that move. */
export const MOVING_STATUSES = [
  'PICKED_UP',
  'IN_TRANSIT',
  'OUT_FOR_DELIVERY',
  'EXCEPTION',
] as const satisfies readonly ShipmentStatus[]
/** Nothing but a correction follows. In the order of the indexes on shipments under way. */
export const ENDED_STATUSES = ['DELIVERED', 'CANCELLED', 'RETURNED'] as const satisfies readonly ShipmentStatus[]
/** On its last stretch, or held up: the day it is expected on adds nothing to its status. */
export const NOTIFYING_STATUSES = ['OUT_FOR_DELIVERY', 'EXCEPTION'] as const satisfies readonly ShipmentStatus[]

interface Status {
  /** A status of the interface, or an unknown one, kept as received. */
  status: string
}

export const isOnTheDock = ({ status }: Status): boolean => isOneOf(status, ON_THE_DOCK)
export const isWantingDetail = ({ status }: Status): boolean => isOneOf(status, WANTING_DETAIL)
export const isEnded = ({ status }: Status): boolean => isOneOf(status, ENDED_STATUSES)
export const isDelivered = ({ status }: Status): boolean => status === 'DELIVERED'
/** It was canceled: there is nothing that could be labeled, changed or picked up. */
export const isCancelled = ({ status }: Status): boolean => status === 'CANCELLED'
/** It went back, and does not reach its destination. */
export const isReturned = ({ status }: Status): boolean => status === 'RETURNED'
export const isInException = ({ status }: Status): boolean => status === 'EXCEPTION'
/** It ended otherwise than at its destination: no day of delivery is to be waited for or measured. */
export const hasEndedElsewhere = (shipment: Status): boolean => isEnded(shipment) && !isDelivered(shipment)

function stepOf(status: string): number {
  return STEP_OF_WORD.get(status) ?? STEP_OF_STRANGE_WORD
}

/** May `next`, reported without a time of its own, replace `current`? Never a step back. */
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
 * Does this event move the shipment? The furthest step wins; within one step the newest event does. So the same event
 * decides in the end, in any order and with any repeats.
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
