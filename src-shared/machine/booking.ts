import type { Actor } from '../station/app/audit.ts'
import type { StationErrorData } from '../station/error.ts'
import { isSameMoney, type Money } from '../station/money.ts'
import { isOneOf } from './one-of.ts'

/**
 * The states of a booking.
 * QUEUED: saved here, not sent. SENDING: bytes may have left. BOOKED: the service has it. REJECTED: the service said no.
 * UNKNOWN: the outcome is not known yet; being reconciled, never sent again automatically. NEEDS_DECISION: a person
 * must choose. CANCELLED: canceled here before it was booked.
 */
export const BOOKING_STATES = [
  'QUEUED',
  'SENDING',
  'BOOKED',
  'REJECTED',
  'UNKNOWN',
  'NEEDS_DECISION',
  'CANCELLED',
] as const
export type BookingState = (typeof BOOKING_STATES)[number]

/** The fields by which a shipment at the service and a booking are compared. */
export const COMPARED_FIELDS = [
  'reference',
  'carrier',
  'service',
  'price',
  'consignee',
  'origin',
  'destination',
] as const

/** A shipment that may be a booking's although something differs, or is not reported. */
export interface NearMatch {
  shipmentId: string
  trackingNumber: string | null
  /** The differences: the requested and the reported value, as text for a person; null: not reported. */
  differences: { field: (typeof COMPARED_FIELDS)[number]; asked: string; told: string | null }[]
}

/** Who at the site has a reference, and since when (ISO 8601). */
interface ReferenceHolder {
  bookingId: string
  state: BookingState
  stationName: string
  person: string | null
  at: string
}

/** Why a booking needs a person. */
export type BookingQuestion =
  /**
   * No shipment was found so far that agrees in everything: was it booked or not? It is looked for again every hour. `near`:
   * those that nearly agree, which may be it.
   */
  | {
      kind: 'not-found'
      checks: number
      near?: NearMatch[] | undefined
      /** There were more candidates than one look reads: a shipment that is not found may be there. */
      isCutShort?: boolean | undefined
      /** The service answered with a shipment of another booking: the reference of that booking. */
      answeredWith?: { shipmentId: string; reference: string } | undefined
    }
  /**
   * More than one shipment may be this booking: one may have to be voided at the carrier. Or there is one alone that agrees
   * in everything but was seen here before, by a clock that may have been set.
   */
  | { kind: 'duplicate'; shipmentIds: string[] }
  /** The quote ended before it was sent; the same rate costs more now. */
  | { kind: 'price-changed'; was: Money; now: Money; quoteId: string; expiresAt: string }
  /** The quote ended before it was sent, and the carrier no longer offers this service; this many others do. */
  | { kind: 'rate-gone'; offers: number }
  /** The day of pickup passed while the booking waited here. */
  | { kind: 'pickup-passed'; pickupDate: string; suggested: string }
  /** Another booking of the site has its reference; `free`: the next one that is free. */
  /** `sameFreightAs`: the reference of the holder, which booked the same freight within the hour; `free` is the booking's own. */
  | { kind: 'reference-taken'; holder: ReferenceHolder; free: string; sameFreightAs?: string | undefined }

/** What every rule asks a booking for. */
export interface BookingStatus {
  state: BookingState
  question: Pick<BookingQuestion, 'kind'> | null
}
type Stated = Pick<BookingStatus, 'state'>

/**
 * Allowed transitions. SENDING is committed before the first byte leaves; from there only an answer that proves the
 * request was not taken leads back to QUEUED. From UNKNOWN nothing leads to SENDING without a person. From QUEUED to
 * UNKNOWN only a booking restored from a backup goes: it may have been sent since.
 */
export const BOOKING_TRANSITIONS: Readonly<Record<BookingState, readonly BookingState[]>> = {
  QUEUED: ['QUEUED', 'SENDING', 'REJECTED', 'NEEDS_DECISION', 'CANCELLED', 'UNKNOWN'],
  SENDING: ['BOOKED', 'REJECTED', 'UNKNOWN', 'QUEUED'],
  UNKNOWN: ['BOOKED', 'NEEDS_DECISION', 'UNKNOWN', 'CANCELLED'],
  NEEDS_DECISION: ['QUEUED', 'BOOKED', 'UNKNOWN', 'NEEDS_DECISION', 'CANCELLED'],
  BOOKED: [],
  REJECTED: [],
  CANCELLED: [],
}

/** Its outcome is not known yet. In the order of the index on open bookings. */
export const OPEN_BOOKINGS = [
  'QUEUED',
  'SENDING',
  'UNKNOWN',
  'NEEDS_DECISION',
] as const satisfies readonly BookingState[]
/** It never became a shipment, and will not: another booking may take it up again. */
export const NEVER_BOOKED = ['REJECTED', 'CANCELLED'] as const satisfies readonly BookingState[]
/** It is to be sent, or being sent, automatically. */
export const OUTGOING_BOOKINGS = ['QUEUED', 'SENDING'] as const satisfies readonly BookingState[]
/** Its fate is a question, to the service or to a person. */
export const DOUBTED_BOOKINGS = ['UNKNOWN', 'NEEDS_DECISION'] as const satisfies readonly BookingState[]
/** A time that comes may be brought forward: the next send, or the next look. */
export const HASTENED_BOOKINGS = ['QUEUED', 'UNKNOWN'] as const satisfies readonly BookingState[]

/** Asked before anything was sent. */
const UNSENT_QUESTIONS = [
  'price-changed',
  'rate-gone',
  'pickup-passed',
  'reference-taken',
] as const satisfies readonly BookingQuestion['kind'][]
/** While such a question is open, the service is still asked. */
export const LOOKED_FOR_QUESTIONS = ['not-found'] as const satisfies readonly BookingQuestion['kind'][]

/**
 * May it be at the service although it was not found under its own reference? Sending it again then needs its own
 * confirmation.
 */
export const mayBeThere = ({ near, isCutShort, answeredWith }: Question<'not-found'>): boolean =>
  (near ?? []).length > 0 || isCutShort === true || answeredWith !== undefined

export const isOpen = ({ state }: Stated): boolean => isOneOf(state, OPEN_BOOKINGS)
export const isNeverBooked = ({ state }: { state: string }): boolean => isOneOf(state, NEVER_BOOKED)
export const isBooked = ({ state }: Stated): boolean => state === 'BOOKED'
export const isQueued = ({ state }: Stated): boolean => state === 'QUEUED'
export const needsPerson = ({ state }: Stated): boolean => state === 'NEEDS_DECISION'

/**
 * Nothing of it can be at the service: it was not sent, or a person confirmed that it is not there. A decision of
 * which the question is not known may be about anything, and so counts as sent.
 */
export function isUnsent({ state, question }: BookingStatus): boolean {
  return (
    state === 'QUEUED' || (state === 'NEEDS_DECISION' && question !== null && isOneOf(question.kind, UNSENT_QUESTIONS))
  )
}

/** Another booking may take its place: it waits for a person, who gives it up, and nothing of it can be at the service. */
export const mayBeReplaced = (booking: BookingStatus): boolean => needsPerson(booking) && isUnsent(booking)

/** It may or may not be at the service: only a person leads from here to another send. */
export function mayBeSent(booking: BookingStatus): boolean {
  return isOpen(booking) && !isUnsent(booking)
}

/** The service can be asked for its outcome. A decision without its question is looked for from the beginning. */
export function isLookedFor({ state, question }: BookingStatus): boolean {
  if (state === 'NEEDS_DECISION') return question === null || isOneOf(question.kind, LOOKED_FOR_QUESTIONS)
  return state === 'UNKNOWN'
}

/** A shipment that was not canceled here. */
export function isLive({ state, cancellation }: Stated & { cancellation: unknown }): boolean {
  return state === 'BOOKED' && cancellation === null
}

/** Canceled before it was booked, or since. */
export function isCalledOff({ state, cancellation }: Stated & { cancellation: unknown }): boolean {
  return state === 'CANCELLED' || cancellation !== null
}

/** A shipment's ids as a booking keeps them. */
interface ShipmentIds {
  shipmentId: string
  trackingNumber: string | null
  proNumber: string | null
}

/** A quote as a booking takes it over: its ids, its end, its price. */
export interface QuoteTerms {
  quoteId: string
  loadId: string | null
  expiresAt: string
  total: Money
  carrierName: string
  provider?: string | undefined
  service?: string | undefined
}

type Question<K extends BookingQuestion['kind']> = Extract<BookingQuestion, { kind: K }>

interface Step {
  /** Who moves it; the station when absent. */
  actor?: Actor
  /** More for the audit row. */
  detail?: Record<string, unknown>
  /** The move is refused when another worker holds the booking meanwhile. */
  lease?: string
  /** The error of this step; absent or null: none, and an earlier one is cleared. */
  error?: StationErrorData | null
}

/** How often it was tried, and looked for; absent counts stay. */
interface Counts {
  attempts?: number
  checks?: number
}

interface QuoteEnd {
  /** The service says that the quote has expired, regardless of its stated end. */
  isQuoteOver?: boolean
}

/** A step to another state, with what that state cannot be without. */
export type BookingMove =
  | (Step &
      Counts &
      QuoteEnd & {
        to: 'QUEUED'
        dueAt: Date
        /** The quote that it continues with. */
        terms?: QuoteTerms
        requotes?: number
        /** Another day of pickup. */
        pickupDate?: string
        /** The audit row's name for it, where the state's name does not say it. */
        action?: 'requoted'
      })
  | (Step & { to: 'SENDING'; sentAt: Date })
  /**
   * `charged`: the service's price; null where it gives none. Adopted by a booking that had no price.
   * `pickupDate`: the day of a booking that was made without one, or it would be on no day's list.
   */
  | (Step & { to: 'BOOKED'; shipment: ShipmentIds; charged: Money | null; pickupDate?: string })
  | (Step & { to: 'REJECTED'; error: StationErrorData })
  | (Step & Counts & QuoteEnd & { to: 'UNKNOWN'; dueAt: Date })
  /** It is still looked for while this question is open. */
  | (Step & Counts & { to: 'NEEDS_DECISION'; question: Question<'not-found'>; dueAt: Date })
  /** `offer`: the new quote that waits for a person's word. */
  | (Step & { to: 'NEEDS_DECISION'; question: Question<'price-changed'>; offer: QuoteTerms })
  | (Step & {
      to: 'NEEDS_DECISION'
      question: Question<'duplicate' | 'rate-gone' | 'pickup-passed' | 'reference-taken'>
    })
  | (Step & Counts & { to: 'CANCELLED' })

/** May it be moved so? Only a person leads one that may be at the service to another send. */
export function mayMoveBooking(booking: BookingStatus & { lease: string | null }, move: BookingMove): boolean {
  if (!BOOKING_TRANSITIONS[booking.state].includes(move.to)) return false
  if (move.lease !== undefined && move.lease !== booking.lease) return false
  const isSentAgain = booking.state === 'NEEDS_DECISION' && move.to === 'QUEUED' && mayBeSent(booking)
  return !isSentAgain || move.actor === 'operator'
}

/** The part of a booking that its moves change; moments are ISO 8601 in UTC. */
export interface MutableState {
  state: BookingState
  question: BookingQuestion | null
  offer: QuoteTerms | null
  error: StationErrorData | null
  shipmentId: string | null
  trackingNumber: string | null
  proNumber: string | null
  total: Money | null
  /** The price that a person agreed to, where new quotes have moved it since; absent: it is the total. */
  agreed?: Money | undefined
  /** The service's charge, where it differs from the quote. */
  charged?: Money | undefined
  carrierName: string
  pickupDate: string
  quoteExpiresAt: string | null
  requotes: number
  /** The first time that bytes may have left, unless it was proved since that none did. */
  sentAt: string | null
  attempts: number
  checks: number
  nextCheckAt: string | null
  lease: string | null
}

/**
 * What is asked about a booking whose reference another one of the site has.
 * @param holder the other one, as the site names it
 * @param free the next reference that is free, or the booking's own
 */
export const referenceQuestion = (
  { bookingId, state, stationName, person, at }: ReferenceHolder,
  free: string,
  sameFreightAs?: string,
): Question<'reference-taken'> => ({
  kind: 'reference-taken',
  holder: { bookingId, state, stationName, person, at },
  free,
  sameFreightAs,
})

/** Applies an allowed move to a booking. */
export function bookingAfter(before: MutableState, move: BookingMove, now: Date): MutableState {
  return {
    state: move.to,
    question: 'question' in move ? move.question : null,
    offer: 'offer' in move ? move.offer : null,
    error: move.error ?? null,
    attempts: 'attempts' in move ? (move.attempts ?? before.attempts) : before.attempts,
    checks: 'checks' in move ? (move.checks ?? before.checks) : before.checks,
    nextCheckAt: 'dueAt' in move ? move.dueAt.toISOString() : null,
    lease: null,
    ...factsAfter(before, move, now),
  }
}

/** The fields that stay unless a move names them. */
type Facts = Pick<
  MutableState,
  | 'shipmentId'
  | 'trackingNumber'
  | 'proNumber'
  | 'total'
  | 'agreed'
  | 'charged'
  | 'carrierName'
  | 'pickupDate'
  | 'quoteExpiresAt'
  | 'requotes'
  | 'sentAt'
>

function factsAfter(before: MutableState, move: BookingMove, now: Date): Facts {
  const { shipmentId, trackingNumber, proNumber, total, agreed, charged } = before
  const { carrierName, pickupDate, quoteExpiresAt, requotes, sentAt } = before
  const facts = {
    shipmentId,
    trackingNumber,
    proNumber,
    total,
    ...(agreed && { agreed }),
    ...(charged && { charged }),
    carrierName,
    pickupDate,
    quoteExpiresAt,
    requotes,
    sentAt,
  }
  switch (move.to) {
    case 'QUEUED': {
      const { terms } = move
      const wasAgreed = move.actor === 'operator' ? terms?.total : (agreed ?? total)
      return {
        ...facts,
        pickupDate: move.pickupDate ?? pickupDate,
        requotes: move.requotes ?? requotes,
        // Sent back by an answer which proves that nothing was taken: this send does not count. One that was looked
        // for was also sent before, and the outcome of that send is unknown.
        sentAt: before.state === 'SENDING' && before.checks === 0 ? null : sentAt,
        quoteExpiresAt: move.isQuoteOver ? now.toISOString() : (terms?.expiresAt ?? quoteExpiresAt),
        ...(terms && { total: terms.total, carrierName: terms.carrierName }),
        ...(terms && wasAgreed && { agreed: wasAgreed }),
      }
    }
    case 'SENDING':
      return { ...facts, sentAt: sentAt ?? move.sentAt.toISOString() }
    case 'BOOKED':
      return {
        ...facts,
        ...move.shipment,
        pickupDate: pickupDate || (move.pickupDate ?? ''),
        total: total ?? move.charged,
        ...(total && move.charged && !isSameMoney(total, move.charged) && { charged: move.charged }),
      }
    case 'UNKNOWN':
      return { ...facts, ...(move.isQuoteOver && { quoteExpiresAt: now.toISOString() }) }
    case 'REJECTED':
    case 'NEEDS_DECISION':
    case 'CANCELLED':
      return facts
  }
}

/** The effect of a restore on a booking: docs/reliability.md, "Restore". */
export interface RestoredState extends MutableState {
  createdAt: string
  holdUntil: string | null
  restoredFrom: string | null
}

/**
 * A booking that came back with a backup. One that was open may have been sent since, regardless of its state then:
 * it is looked for as if it had never been looked for, asked about or offered.
 * @param backupAt when the backup was made, ISO 8601
 */
export function bookingAfterRestore<B extends RestoredState>(booking: B, backupAt: string, now: Date): B {
  if (!isOpen(booking)) return booking
  return {
    ...booking,
    state: 'UNKNOWN',
    restoredFrom: backupAt,
    sentAt: booking.sentAt ?? booking.createdAt,
    question: null,
    offer: null,
    attempts: 0,
    checks: 0,
    lease: null,
    holdUntil: null,
    nextCheckAt: now.toISOString(),
  }
}
