import { isOpen, type BookingState } from './booking.ts'
import { isOpenChange, type ChangeState } from './change.ts'
import { isOneOf } from './one-of.ts'

/**
 * What became of what a station hands over to its site, as the station keeps it.
 * HANDING: written down in the same commit as the row it tells of; repeated until the site has answered. TAKEN: the site has
 * it, and moves it from now on. REFERENCE_TAKEN: another booking of the site has its reference; its person is asked.
 * REFUSED: the site cannot take it as it stands. DROPPED: given up here before the site had taken it.
 */
export const UPLOAD_STATES = ['HANDING', 'TAKEN', 'REFERENCE_TAKEN', 'REFUSED', 'DROPPED'] as const
export type UploadState = (typeof UPLOAD_STATES)[number]

/**
 * Who may follow whom. A question or a refusal is answered by handing it over in other words or by giving it up; what was
 * tried and not answered may be at the site, and is never given up here. TAKEN back to HANDING: the site's timeline changed,
 * and it may have lost it. Whatever it was here, it is TAKEN when the site tells that it has it: of an earlier copy of its
 * database it may.
 */
export const UPLOAD_TRANSITIONS: Readonly<Record<UploadState, readonly UploadState[]>> = {
  HANDING: ['TAKEN', 'REFERENCE_TAKEN', 'REFUSED', 'DROPPED'],
  TAKEN: ['HANDING'],
  REFERENCE_TAKEN: ['HANDING', 'TAKEN', 'DROPPED'],
  REFUSED: ['HANDING', 'TAKEN', 'DROPPED'],
  DROPPED: ['TAKEN'],
}

/** The site has not said yet that it has it. In the order of the index on what is to be handed over. */
const OPEN_HAND_OVERS = ['HANDING', 'REFERENCE_TAKEN', 'REFUSED'] as const satisfies readonly UploadState[]

export const isOpenUpload = ({ state }: { state: UploadState }): boolean => isOneOf(state, OPEN_HAND_OVERS)
/** A person of the station has to say how it goes on. */
export const asksItsPerson = ({ state }: { state: UploadState }): boolean =>
  state === 'REFERENCE_TAKEN' || state === 'REFUSED'

/** @param triedUnder the site's timeline written down before its first byte left for the site; null: none has left */
export function mayMoveUpload(
  { state, triedUnder }: { state: UploadState; triedUnder: string | null },
  to: UploadState,
): boolean {
  if (!UPLOAD_TRANSITIONS[state].includes(to)) return false
  // It may be at the site: only the site's answer says so.
  return !(state === 'HANDING' && to === 'DROPPED' && triedUnder !== null)
}

/**
 * What a booking is at the site that it is handed to. One that was first handed over under another timeline may have been
 * taken, sent and lost since: it is looked for, never sent.
 */
export function bookingOnReceipt(triedUnder: string, timeline: string): Extract<BookingState, 'QUEUED' | 'UNKNOWN'> {
  return triedUnder === timeline ? 'QUEUED' : 'UNKNOWN'
}

/** The same of a change: a repeated one has no other effect than one, so it is looked for and sent if it is not there. */
export function changeOnReceipt(
  { triedUnder, shipmentId }: { triedUnder: string; shipmentId: string | null },
  timeline: string,
): Extract<ChangeState, 'QUEUED' | 'UNKNOWN'> {
  return triedUnder === timeline || shipmentId === null ? 'QUEUED' : 'UNKNOWN'
}

/**
 * After a fail-over: of what is open nobody knows what the lost commits had made. A question asked before sending is no
 * better than QUEUED: its answer, and the send that followed, may be what was lost. What becomes of it, `bookingAfterRestore` says.
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

/** What the site knows of one sender, and what it asks of one that wants to send. */
export interface SenderStatus {
  epoch: number
  timeline: string
  /** How often senders said that they are there; a database that counts fewer than its sender has seen is a past. */
  beats: number
}

/** Why nothing is sent at the moment; null: it may be. */
export type NotSending = 'not-the-sender' | 'timeline-changed' | 'stations-to-sync'

/**
 * May this sender take what is to be sent?
 * @param kept what the sender's row of the site holds
 * @param unsynced stations that have not handed over again what they have since the timeline changed
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

/** Where a result leads that is told late: after the booking was moved by somebody else. */
export type LateResult =
  /** It is the booking's: take it. */
  | 'adopt'
  /** The booking has this very shipment already. */
  | 'known'
  /** Another send of it is under way: it is told again when that has ended. */
  | 'wait'
  /** It has another shipment, or was given up: there is one too many at the service, and a person is told. */
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
