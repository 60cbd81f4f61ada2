import { isOpen, type BookingState } from './booking.ts'
import { isOpenChange, type ChangeState } from './change.ts'
import { isOneOf } from './one-of.ts'

/**
 * The status of a station's upload to its site, as the station keeps it.
 * HANDING: written down in the same commit as the row it describes; repeated until the site has answered. TAKEN: the
 * site has it, and moves it from now on. REFERENCE_TAKEN: another booking of the site has its reference; its person
 * is asked. REFUSED: the site cannot take it as it is. DROPPED: canceled here before the site had taken it.
 */
export const UPLOAD_STATES = ['HANDING', 'TAKEN', 'REFERENCE_TAKEN', 'REFUSED', 'DROPPED'] as const
export type UploadState = (typeof UPLOAD_STATES)[number]

/**
 * Allowed transitions. A question or a refusal is answered by uploading it in other words or by dropping it; an
 * unanswered upload may be at the site, and is never dropped here. TAKEN back to HANDING: the site's timeline
 * changed, and it may have lost it. In any local state, it becomes TAKEN when the site reports that it has it: it may
 * have it from an earlier copy of its database.
 */
export const UPLOAD_TRANSITIONS: Readonly<Record<UploadState, readonly UploadState[]>> = {
  HANDING: ['TAKEN', 'REFERENCE_TAKEN', 'REFUSED', 'DROPPED'],
  TAKEN: ['HANDING'],
  REFERENCE_TAKEN: ['HANDING', 'TAKEN', 'DROPPED'],
  REFUSED: ['HANDING', 'TAKEN', 'DROPPED'],
  DROPPED: ['TAKEN'],
}

/** The site has not confirmed it yet. In the order of the index on pending uploads. */
const OPEN_HAND_OVERS = ['HANDING', 'REFERENCE_TAKEN', 'REFUSED'] as const satisfies readonly UploadState[]

export const isOpenUpload = ({ state }: { state: UploadState }): boolean => isOneOf(state, OPEN_HAND_OVERS)
/** A person of the station has to decide how it continues. */
export const asksItsPerson = ({ state }: { state: UploadState }): boolean =>
  state === 'REFERENCE_TAKEN' || state === 'REFUSED'

/** @param triedUnder the site's timeline written down before its first byte left for the site; null: none has left */
export function mayMoveUpload(
  { state, triedUnder }: { state: UploadState; triedUnder: string | null },
  to: UploadState,
): boolean {
  if (!UPLOAD_TRANSITIONS[state].includes(to)) return false
  // It may be at the site: only the site's answer decides.
  return !(state === 'HANDING' && to === 'DROPPED' && triedUnder !== null)
}

/**
 * The state of a booking or a change at the site that it is uploaded to. What was first uploaded under another timeline may have
 * been taken, sent and lost since. A booking is looked for, never sent. A change has no other effect twice than once: it is looked
 * for and sent if it is not there, also one that its station knows only as waiting for its booking, for the site may have had the
 * shipment by then.
 */
export function receivedAs(triedUnder: string, timeline: string): 'QUEUED' | 'UNKNOWN' {
  return triedUnder === timeline ? 'QUEUED' : 'UNKNOWN'
}

/**
 * After a fail-over: what the lost commits had made of open bookings is unknown. A question asked before sending is no
 * better than QUEUED: its answer, and the send that followed, may be what was lost. `bookingAfterRestore` decides its
 * new state.
 */
export const isDoubtedByFailOver = (booking: { state: BookingState }): boolean => isOpen(booking)

/** The same of a change; one that waits for its booking has not been sent, nor can it be looked for. */
export function isChangeDoubtedByFailOver(change: { state: ChangeState; shipmentId: string | null }): boolean {
  return isOpenChange(change) && change.shipmentId !== null
}

/** After a takeover: the sender before this one may have sent it. */
export function isDoubtedByTakeover(row: { state: BookingState | ChangeState; epoch: number }, epoch: number): boolean {
  return row.state === 'SENDING' && row.epoch < epoch
}

/** The site's state of one sender, and its demand on one that wants to send. */
export interface SenderStatus {
  epoch: number
  timeline: string
  /** Number of heartbeats of senders; a database that counts fewer than its sender has seen is an older state. */
  beats: number
}

/** Why nothing is sent at the moment; null: it may be. */
export type NotSending = 'not-the-sender' | 'timeline-changed' | 'stations-to-sync'

/**
 * May this sender take bookings to send?
 * @param kept the sender's row of the site
 * @param unsynced stations that have not uploaded again what they have since the timeline changed
 */
export function whyNotSending(
  mine: { epoch: number; beats: number },
  kept: SenderStatus,
  timelineNow: string,
  unsynced: number,
): NotSending | null {
  if (kept.epoch !== mine.epoch) return 'not-the-sender'
  if (kept.timeline !== timelineNow || kept.beats < mine.beats) return 'timeline-changed'
  return unsynced > 0 ? 'stations-to-sync' : null
}

/** A fencing token is good for one send that begins soon after it was asked for; both by a clock that counts sleep, too. */
export function isTokenFresh(askedAtMs: number, nowMs: number, guardMs: number): boolean {
  const age = nowMs - askedAtMs
  return age >= 0 && age <= guardMs
}

/** The outcome of a result that is reported late: after the booking was moved by another sender. */
export type LateResult =
  /** It is the booking's: take it. */
  | 'adopt'
  /** The booking has this very shipment already. */
  | 'known'
  /** Another send of it is under way: it is reported again when that has ended. */
  | 'wait'
  /** It has another shipment, or was canceled: there is one too many at the service, and a person is notified. */
  | 'one-too-many'

/** A shipment that a send made, of which the booking's row does not know. */
export function lateResultOf(
  booking: { state: BookingState; shipmentId: string | null },
  shipmentId: string,
): LateResult {
  if (booking.shipmentId === shipmentId) return 'known'
  if (booking.state === 'SENDING') return 'wait'
  return isOpen(booking) ? 'adopt' : 'one-too-many'
}
