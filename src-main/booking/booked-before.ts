import type { Address } from '../../src-shared/freight/address.ts'
import { canonical } from '../../src-shared/canonical.ts'
import { NEVER_BOOKED } from '../../src-shared/machine/booking.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { BookingSummary, BookingWire, QuoteOrigin } from '../../src-shared/station/booking/record.ts'
import { freightOf } from '../../src-shared/station/quote/freight-of.ts'
import type { ReferenceUser } from '../../src-shared/station/booking/reference.ts'
import { isNotIn } from '../kernel/sqlite/is-in.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { bookingsOfOthers } from '../site/others-bookings.rows.ts'
import { bookingRows, IS_OF_NO_ORDER, type LedgerBooking } from './booking-row.rows.ts'
import { bookingsUnder, userAs } from './under-reference.ts'

/** The same freight to the same place is asked about when it was booked so short a time ago. */
export const SAME_FREIGHT_MS = 60 * 60 * 1000
/** A place gets no more of one day's bookings looked at. */
const MOST_LOOKED_AT = 50
/** As `paidUnder` asks a booking that was read. */
const IS_PAID = `${isNotIn('b.state', NEVER_BOOKED)} AND b.cancellation IS NULL`

/** Its values are environment, moment, destination and day of pickup. */
const IS_ALIKE = `b.environment = ? AND b.created_at >= ? AND b.summary ->> 'destination' = ?
  AND +b.summary ->> 'pickupDate' = ? AND ${IS_PAID} ORDER BY b.created_at DESC LIMIT ${MOST_LOOKED_AT}`
/** The same of what was booked without an order. */
const IS_ALIKE_WITHOUT_ORDER = IS_ALIKE.replace('ORDER BY', `AND ${IS_OF_NO_ORDER} ORDER BY`)
/** The same of what other stations of the site booked. */
const IS_ALIKE_ELSEWHERE = `environment = ? AND record ->> '$.createdAt' >= ? AND record ->> '$.summary.destination' = ?
  AND record ->> '$.summary.pickupDate' = ? AND ${isNotIn("record ->> '$.course.state'", NEVER_BOOKED)}
  AND record ->> '$.course.cancellation' IS NULL ORDER BY record ->> '$.createdAt' DESC LIMIT ${MOST_LOOKED_AT}`

/** What the person who submits a booking knows to be booked before. */
export interface DuplicateCheck {
  /** The quote's id here, and the ids of its rates, by which the service books them; null: a direct booking. */
  quote: { quoteId: string; rateQuoteIds: readonly string[] } | null
  /** A reference that is used again on purpose: what is booked under it is known. */
  usedReference: string | null
  /** The booking of the same freight that is known; null: none. */
  usedBooking: string | null
  /** It is of an order: orders alike are meant, and what was booked without one is not. */
  isOrder?: boolean
}

type Wanted = BookingWire & {
  environment: string
  origin?: QuoteOrigin | null
  summary: Pick<BookingSummary, 'destination' | 'pickupDate'>
}

/** To be called inside a transaction. @throws StationError ALREADY_BOOKED */
export function refuseBookedBefore(
  db: SqliteDatabase,
  { quote, usedReference, usedBooking, isOrder = false }: DuplicateCheck,
  wanted: Wanted,
  now: Date,
): void {
  const rows = bookingRows(db)
  const before =
    (quote && bookedOf(rows, quote.rateQuoteIds)) ??
    bookedAlike(rows.all, isOrder ? IS_ALIKE_WITHOUT_ORDER : IS_ALIKE, wanted, now)
  const known = usedReference ? bookingsUnder(rows, usedReference).map(({ bookingId }) => bookingId) : []
  const meant = (bookingId: string) =>
    quote === null ? ({ usedBooking: bookingId } as const) : ({ quoteId: quote.quoteId } as const)
  if (before && ![...known, usedBooking].includes(before.bookingId)) {
    throw alreadyBooked(meant(before.bookingId), userAs(before))
  }
  if (isOrder) return
  const elsewhere = bookedAlike((...asked) => bookingsOfOthers(db, ...asked), IS_ALIKE_ELSEWHERE, wanted, now)
  if (elsewhere && elsewhere.bookingId !== usedBooking) {
    throw alreadyBooked(meant(elsewhere.bookingId), { ...userAs(elsewhere), bookingId: null })
  }
}

/** The newest booking of one of these that is paid for, or may be; null: there is none. */
function bookedOf({ one }: ReturnType<typeof bookingRows>, rateQuoteIds: readonly string[]): LedgerBooking | null {
  for (const id of new Set(rateQuoteIds)) {
    // The expression of the index, word for word.
    const found = one(`json_extract(request, '$.quoteId') = ? AND ${IS_PAID} ORDER BY b.seq DESC LIMIT 1`, id)
    if (found) return found
  }
  return null
}

/** The newest booking of the same freight on the same way and day among those that are read; null: there is none. */
function bookedAlike(
  read: (where: string, ...values: unknown[]) => LedgerBooking[],
  where: string,
  wanted: Wanted,
  now: Date,
): LedgerBooking | null {
  const { environment, summary } = wanted
  const since = new Date(now.getTime() - SAME_FREIGHT_MS).toISOString()
  const found = read(where, environment, since, summary.destination, summary.pickupDate)
  return found.find((booking) => isSameFreight(booking, wanted)) ?? null
}

type Freight = BookingWire & { origin?: QuoteOrigin | null }

/**
 * Do both carry the same freight on the same way? Of two quoted ones all that was asked for decides, of two direct ones also
 * the carrier's service that each names; of one of each, the streets and the cargo. Their day is compared as it was booked.
 */
export function isSameFreight(one: Freight, other: Freight): boolean {
  const freightOfBoth = (one.kind === 'direct') === (other.kind === 'direct') ? freightOfKind : cargoOnItsWay
  const freight = freightOfBoth(one)
  return freight !== null && freight === freightOfBoth(other)
}

/** To compare two direct ones by, or two that are not; null: nothing is known of the freight. */
function freightOfKind(booking: Freight): string | null {
  if (booking.kind !== 'direct') return booking.origin ? freightOfOrigin(booking.origin) : null
  const { originAddress, destinationAddress, cargo, service } = booking.request
  return canonical({ originAddress, destinationAddress, cargo, service })
}

function freightOfOrigin({ kind, request }: QuoteOrigin): string {
  if (kind === 'crossborder') return canonical(request)
  const { shipDate: _day, ...anyDay } = request
  return freightOf(anyDay)
}

/** A direct form names no accessorials, and other people at the same doors; null: nothing is known of the freight. */
function cargoOnItsWay(booking: Freight): string | null {
  const domestic = booking.origin?.kind === 'domestic' ? booking.origin.request : null
  const request = booking.kind === 'direct' ? booking.request : domestic
  if (request === null) return null
  const { originAddress, destinationAddress, cargo } = request
  return canonical([streetOf(originAddress), streetOf(destinationAddress), cargo])
}

/** Without the people there. */
const streetOf = ({ address1, address2, city, state, postalCode, country }: Address) =>
  [address1, address2, city, state, postalCode, country] as const

/** @param meant what is named to book it again */
function alreadyBooked(meant: { quoteId: string } | { usedBooking: string }, usedBy: ReferenceUser): StationError {
  const { reference, carrierName, consigneeName, state, at } = usedBy
  return new StationError({
    code: 'ALREADY_BOOKED',
    message: `This freight is already booked: ${reference}, ${carrierName} for ${consigneeName}, ${state}${at === null ? '' : `, booked ${at}`}. To book it again, use ${'usedBooking' in meant ? 'usedBooking' : 'usedQuote, or --again'}.`,
    details: { ...meant, usedBy },
  })
}
