import type { Cancellation } from '../station/booking/booking.ts'
import type { Actor } from '../station/app/audit.ts'
import type { StationErrorData } from '../station/error.ts'
import { isNeverBooked, type BookingState } from './booking.ts'
import { isOneOf } from './one-of.ts'

/**
 * The states of a change to a shipment.
 * QUEUED: saved here; one for a booking that is not known to be booked yet waits for that. SENDING: bytes may have left.
 * DONE: the service has it. REJECTED: the service said no. UNKNOWN: the outcome is not known yet; looked for before
 * it is sent again. CANCELLED: canceled here, nothing was sent.
 */
export const CHANGE_STATES = ['QUEUED', 'SENDING', 'DONE', 'REJECTED', 'UNKNOWN', 'CANCELLED'] as const
export type ChangeState = (typeof CHANGE_STATES)[number]

/** What every rule asks a change for. */
export interface ChangeStatus {
  state: ChangeState
  /** Null while its booking is not known to be booked. */
  shipmentId: string | null
}

/** Allowed transitions. From UNKNOWN back to QUEUED only after a look: a repeated change has no other effect than one. */
export const CHANGE_TRANSITIONS: Readonly<Record<ChangeState, readonly ChangeState[]>> = {
  QUEUED: ['SENDING', 'CANCELLED'],
  SENDING: ['DONE', 'REJECTED', 'UNKNOWN', 'QUEUED'],
  UNKNOWN: ['DONE', 'REJECTED', 'UNKNOWN', 'QUEUED'],
  DONE: [],
  REJECTED: [],
  CANCELLED: [],
}

/** From QUEUED while there is no shipment to change: it is dropped, or goes where the end of its booking leads. */
export const WAITING_CHANGE_TRANSITIONS: readonly ChangeState[] = ['QUEUED', 'UNKNOWN', 'DONE', 'CANCELLED']

/** Not at its end. In the order of the index on open changes. */
export const OPEN_CHANGES = ['QUEUED', 'SENDING', 'UNKNOWN'] as const satisfies readonly ChangeState[]
/** It had no effect, and will have none. */
export const FAILED_CHANGES = ['REJECTED', 'CANCELLED'] as const satisfies readonly ChangeState[]
/** A time that comes may be brought forward: the next send, or the next look. */
export const HASTENED_CHANGES = ['QUEUED', 'UNKNOWN'] as const satisfies readonly ChangeState[]

export const isOpenChange = ({ state }: Pick<ChangeStatus, 'state'>): boolean => isOneOf(state, OPEN_CHANGES)
export const isDone = ({ state }: Pick<ChangeStatus, 'state'>): boolean => state === 'DONE'
export const isRefused = ({ state }: Pick<ChangeStatus, 'state'>): boolean => state === 'REJECTED'
export const hasFailed = ({ state }: Pick<ChangeStatus, 'state'>): boolean => isOneOf(state, FAILED_CHANGES)
/** Nothing of it was sent: it can be canceled here. */
export const mayBeDropped = ({ state }: Pick<ChangeStatus, 'state'>): boolean => state === 'QUEUED'
/** Whether the service has it is unknown. */
export const isDoubtedChange = ({ state }: Pick<ChangeStatus, 'state'>): boolean => state === 'UNKNOWN'
/** It waits for the outcome of its booking. */
export const isWaitingForBooking = ({ state, shipmentId }: ChangeStatus): boolean =>
  state === 'QUEUED' && shipmentId === null

interface Step {
  /** Who moves it; the station when absent. */
  actor?: Actor
  /** More for the audit row. */
  detail?: Record<string, unknown>
}

/** A step to another state, with what that state cannot be without. */
export type ChangeMove =
  | (Step & {
      to: 'QUEUED'
      dueAt: Date
      error?: StationErrorData | null
      attempts?: number
      /** Of the booking it waited for. */
      shipmentId?: string
    })
  | (Step & { to: 'SENDING' })
  /** `cancellation`: the result of a shipment's cancellation; null for an update, and when nothing had to be sent. */
  | (Step & { to: 'DONE'; cancellation: Cancellation | null })
  | (Step & { to: 'REJECTED'; error: StationErrorData })
  | (Step & { to: 'UNKNOWN'; dueAt: Date; error?: StationErrorData | null; attempts?: number; shipmentId?: string })
  | (Step & { to: 'CANCELLED' })

/** May it be moved so? A shipment is given to one that waits for it, and to no other. */
export function mayMoveChange(change: ChangeStatus, move: ChangeMove): boolean {
  const given = 'shipmentId' in move ? move.shipmentId : undefined
  if (!isWaitingForBooking(change)) return given === undefined && CHANGE_TRANSITIONS[change.state].includes(move.to)
  const needsShipment = move.to === 'QUEUED' || move.to === 'UNKNOWN'
  return WAITING_CHANGE_TRANSITIONS.includes(move.to) && needsShipment === (given !== undefined)
}

/** The part of a change that its moves change; moments are ISO 8601 in UTC. */
export interface ChangeMutableState extends ChangeStatus {
  error: StationErrorData | null
  cancellation: Cancellation | null
  attempts: number
  nextAt: string | null
}

/** Applies an allowed move to a change. */
export function changeAfter(before: ChangeMutableState, move: ChangeMove): ChangeMutableState {
  return {
    state: move.to,
    error: 'error' in move ? (move.error ?? null) : null,
    cancellation: move.to === 'DONE' ? move.cancellation : null,
    attempts: 'attempts' in move ? (move.attempts ?? before.attempts) : before.attempts,
    nextAt: 'dueAt' in move ? move.dueAt.toISOString() : null,
    shipmentId: 'shipmentId' in move ? (move.shipmentId ?? before.shipmentId) : before.shipmentId,
  }
}

/**
 * Where the end of its booking leads a change that waited for it; null: the booking has not ended. A shipment that
 * was found is changed now; one that came back with a backup may have been changed since. Where there is nothing to
 * change, a cancellation is already achieved.
 */
export function whenBookingEnds(
  { kind, restoredFrom }: { kind: 'update' | 'cancel'; restoredFrom: string | null },
  booking: { state: BookingState; shipmentId: string | null },
  now: Date,
): ChangeMove | null {
  const { state, shipmentId } = booking
  if (state === 'BOOKED' && shipmentId !== null) {
    return { to: restoredFrom === null ? 'QUEUED' : 'UNKNOWN', dueAt: now, shipmentId }
  }
  if (!isNeverBooked(booking)) return null
  return kind === 'cancel' ? { to: 'DONE', cancellation: null } : { to: 'CANCELLED' }
}

/**
 * A change that came back with a backup. One that was open may have been carried out since, and is looked for; one that
 * waits for its booking has nothing to look for yet.
 * @param backupAt when the backup was made, ISO 8601
 */
export function changeAfterRestore<C extends ChangeMutableState & { restoredFrom: string | null }>(
  change: C,
  backupAt: string,
  now: Date,
): C {
  if (!isOpenChange(change)) return change
  const state = change.shipmentId === null ? change.state : 'UNKNOWN'
  return { ...change, state, restoredFrom: backupAt, attempts: 0, nextAt: now.toISOString() }
}
