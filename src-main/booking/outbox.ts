import { createHash } from 'node:crypto'
import type { QuoteBooking } from '../../src-shared/freight/booking.ts'
import { StationError, type StationErrorData } from '../../src-shared/station/error.ts'
import type { BookingAnswer } from '../../src-shared/station/booking.ts'
import type { Quote, Rate } from '../../src-shared/station/quote.ts'
import type { Clock } from '../clock.ts'
import type { FreightLink } from '../environment.ts'
import { FreightError } from '../freight/failure.ts'
import type { Ids } from '../ids.ts'
import type { BookingStore, LedgerBooking } from '../store/ledger/bookings.ts'
import { findBooked, type CandidateGuard } from './reconcile.ts'

export interface OutboxOptions {
  bookings: BookingStore
  link: () => FreightLink
  guard: CandidateGuard
  clock: Clock
  ids: Ids
  onChange: (bookingId: string) => void
  /** The service has it: fetch the label and the details. Its failure is no failure of the booking. */
  onBooked: (booking: LedgerBooking) => void
  /** A failure that is no failed call, a full disk for instance. The outbox tries again by itself. */
  onFault: (error: unknown) => void
}

/** What the Book screen hands in, with the quote and rate it names looked up. */
export interface Submission {
  submissionId: string
  quote: Quote
  rate: Rate
  /** Without quoteId and selectedRate, which follow from the rate. */
  details: Required<Pick<QuoteBooking, 'shipperInfo' | 'consigneeInfo' | 'labelFormat' | 'pickupDate'>> &
    Pick<QuoteBooking, 'reference' | 'instructions'>
}

/** Waits before the next send when no byte left. The clerk waits behind the first ones, the last goes on for ever. */
const RESEND_DELAYS_S = [2, 5, 15, 30, 60]
/** When an UNKNOWN booking is looked for, counted from the check before; after the last one a person is asked. */
const CHECK_DELAYS_S = [0, 5, 10, 45]
/** After a check that could not be made. */
const CHECK_AGAIN_S = 15
/** The outbox looks at least this often, whatever the due times say: the clock may be set. */
const LONGEST_SLEEP_MS = 60_000
const AFTER_FAULT_MS = 5_000

export type Outbox = ReturnType<typeof createOutbox>

/**
 * The outbox: one booking at a time goes to the service, and none a second time before it is known what became of the
 * first. See ARCHITECTURE.md, "A booking".
 */
export function createOutbox(options: OutboxOptions) {
  const { bookings, link, guard, clock, ids, onChange, onBooked, onFault } = options
  let timer: NodeJS.Timeout | undefined
  let pass: Promise<void> | undefined
  let isKicked = false
  let isClosed = false

  const after = (seconds: number) => new Date(clock.now().getTime() + seconds * 1000)

  async function move(...args: Parameters<BookingStore['move']>): Promise<LedgerBooking> {
    const booking = await bookings.move(...args)
    onChange(booking.bookingId)
    if (booking.state === 'BOOKED') onBooked(booking)
    return booking
  }

  async function send(booking: LedgerBooking, { client }: FreightLink): Promise<void> {
    const { bookingId } = booking
    if (clock.now() >= new Date(booking.quoteExpiresAt)) {
      await move(bookingId, 'QUEUED', 'REJECTED', { error: quoteExpired(booking.quoteExpiresAt) })
      return
    }
    // Committed before the first byte leaves: a crash from here on is found at start and looked into.
    await move(bookingId, 'QUEUED', 'SENDING', { sentAt: clock.now() })
    try {
      const shipment = await client.bookShipment(booking.request)
      await move(bookingId, 'SENDING', 'BOOKED', { shipment: idsOf(shipment) })
    } catch (error) {
      if (error instanceof FreightError) return moveAfterFailure(booking, error)
      // A fault of ours after SENDING was committed: nobody knows how far the request came.
      await move(bookingId, 'SENDING', 'UNKNOWN', { checks: 0, dueAt: clock.now() })
      throw error
    }
  }

  async function moveAfterFailure(booking: LedgerBooking, failure: FreightError): Promise<void> {
    const { bookingId, attempts } = booking
    const error = failure.toData()
    if (failure.delivery === 'uncertain') {
      await move(bookingId, 'SENDING', 'UNKNOWN', { error, checks: 0, dueAt: clock.now() })
    } else if (failure.delivery === 'unsent' || isNotAboutThisBooking(failure.code)) {
      const seconds = failure.retryAfterMs === null ? delay(RESEND_DELAYS_S, attempts) : failure.retryAfterMs / 1000
      await move(bookingId, 'SENDING', 'QUEUED', { error, attempts: attempts + 1, dueAt: after(seconds) })
    } else {
      await move(bookingId, 'SENDING', 'REJECTED', { error })
    }
  }

  /** Looks for an UNKNOWN booking at the service and moves it by what is found. */
  async function check(booking: LedgerBooking, { client }: FreightLink): Promise<LedgerBooking> {
    const { bookingId, checks } = booking
    try {
      const found = await findBooked(client, booking, guard)
      const [first, ...others] = found
      if (first && others.length > 0) {
        return await move(bookingId, 'UNKNOWN', 'NEEDS_DECISION', {
          question: { kind: 'duplicate', shipmentIds: found.map(({ shipmentId }) => shipmentId) },
        })
      }
      if (first) {
        return await move(bookingId, 'UNKNOWN', 'BOOKED', {
          shipment: idsOf(first),
          detail: { how: 'found at the service' },
        })
      }
      const made = checks + 1
      return made < CHECK_DELAYS_S.length
        ? await move(bookingId, 'UNKNOWN', 'UNKNOWN', {
            error: booking.error,
            checks: made,
            dueAt: after(delay(CHECK_DELAYS_S, made)),
          })
        : await move(bookingId, 'UNKNOWN', 'NEEDS_DECISION', {
            error: booking.error,
            checks: made,
            question: { kind: 'not-found', checks: made },
          })
    } catch (error) {
      if (!(error instanceof FreightError)) throw error
      return await move(bookingId, 'UNKNOWN', 'UNKNOWN', { error: error.toData(), dueAt: after(CHECK_AGAIN_S) })
    }
  }

  async function drain(): Promise<void> {
    while (!isClosed) {
      const current = link()
      const unknown = await bookings.nextDue(current.key, 'UNKNOWN', clock.now())
      if (unknown) await check(unknown, current)
      const queued = await bookings.nextDue(current.key, 'QUEUED', clock.now())
      if (queued) await send(queued, current)
      if (!unknown && !queued) return
    }
  }

  async function untilNextDue(): Promise<number | null> {
    const { key } = link()
    const times = [await bookings.nextDueAt(key, 'QUEUED'), await bookings.nextDueAt(key, 'UNKNOWN')]
    const due = times.filter((time) => time !== null).map((time) => time.getTime())
    if (due.length === 0) return null
    return Math.min(Math.max(Math.min(...due) - clock.now().getTime(), 0), LONGEST_SLEEP_MS)
  }

  function wakeIn(wait: number | null): void {
    if (wait === null || isClosed) return
    timer = setTimeout(kick, wait)
    timer.unref()
  }

  /** Sends and checks whatever is due, now. Calls while a pass runs make it look once more. */
  function kick(): void {
    if (isClosed) return
    isKicked = true
    pass ??= run().finally(() => {
      pass = undefined
    })
  }

  async function run(): Promise<void> {
    clearTimeout(timer)
    try {
      while (isKicked && !isClosed) {
        isKicked = false
        await drain()
      }
      wakeIn(await untilNextDue())
    } catch (error) {
      onFault(error)
      wakeIn(AFTER_FAULT_MS)
    }
  }

  /** Waits until no pass runs, so that a person's own look-up never crosses one. */
  async function settled(): Promise<void> {
    while (pass) await pass
  }

  return {
    /** At start: what was being sent when the station died is UNKNOWN now. */
    start: async (): Promise<void> => {
      await bookings.adoptInterrupted()
      kick()
    },

    /** Saves the booking and answers at once; sending follows. The same submission twice is one booking. */
    submit: async ({ submissionId, quote, rate, details }: Submission): Promise<LedgerBooking> => {
      if (clock.now() >= new Date(quote.expiresAt)) throw new StationError(quoteExpired(quote.expiresAt))
      const { destinationAddress } = quote.request
      const booking = await bookings.submit({
        bookingId: ids.next('bkg'),
        submissionId,
        environment: link().key,
        request: {
          ...details,
          quoteId: rate.quoteId,
          selectedRate: { provider: rate.provider, service: rate.service },
          reference: details.reference || generatedReference(clock.now(), ids),
        },
        requestSha256: (request) => createHash('sha256').update(JSON.stringify(request)).digest('hex'),
        summary: {
          carrierName: rate.carrierName,
          total: rate.total,
          consigneeName: details.consigneeInfo.companyName ?? destinationAddress.companyName ?? '',
          destination: `${destinationAddress.city}, ${destinationAddress.state} ${destinationAddress.postalCode}`,
          pickupDate: details.pickupDate,
        },
        quoteExpiresAt: quote.expiresAt,
      })
      onChange(booking.bookingId)
      kick()
      return booking
    },

    /** Looks for an UNKNOWN booking now. */
    check: async (bookingId: string): Promise<LedgerBooking> => {
      await settled()
      const booking = await bookings.get(bookingId)
      const checked = booking.state === 'UNKNOWN' ? await check(booking, linkOf(booking)) : booking
      kick()
      return checked
    },

    cancel: async (bookingId: string): Promise<LedgerBooking> => {
      await settled()
      return move(bookingId, 'QUEUED', 'CANCELLED', { actor: 'operator' })
    },

    /** A person's answer to a NEEDS_DECISION. Before anything is sent again the service is asked once more. */
    answer: async (bookingId: string, answer: BookingAnswer): Promise<LedgerBooking> => {
      await settled()
      const booking = await bookings.get(bookingId)
      const { question } = booking
      if (booking.state !== 'NEEDS_DECISION' || !question) throw notWaiting(booking)
      const asOperator = { actor: 'operator', detail: { answer: answer.answer } } as const
      switch (answer.answer) {
        case 'give-up':
          return move(bookingId, 'NEEDS_DECISION', 'CANCELLED', asOperator)
        case 'adopt': {
          if (question.kind !== 'duplicate' || !question.shipmentIds.includes(answer.shipmentId))
            throw notWaiting(booking)
          const shipment = await linkOf(booking).client.lookUpShipment(answer.shipmentId)
          return move(bookingId, 'NEEDS_DECISION', 'BOOKED', { ...asOperator, shipment: idsOf(shipment) })
        }
        case 'check-again':
        case 'send-again': {
          if (question.kind !== 'not-found') throw notWaiting(booking)
          // The last allowed check: whatever it finds, it ends in BOOKED, a question, or still UNKNOWN when offline.
          const unknown = await move(bookingId, 'NEEDS_DECISION', 'UNKNOWN', {
            ...asOperator,
            checks: CHECK_DELAYS_S.length - 1,
          })
          const checked = await check(unknown, linkOf(booking))
          if (answer.answer === 'check-again' || checked.question?.kind !== 'not-found') {
            kick()
            return checked
          }
          const queued = await move(bookingId, 'NEEDS_DECISION', 'QUEUED', { ...asOperator, dueAt: clock.now() })
          kick()
          return queued
        }
      }
    },

    kick,

    /** The network is back: everything that waits is due now. */
    hasten: async (): Promise<void> => {
      await bookings.hasten(link().key)
      kick()
    },

    /** Starts nothing new and waits for the call under way; what it leaves open is found at the next start. */
    close: async (): Promise<void> => {
      isClosed = true
      clearTimeout(timer)
      await pass
    },
  }

  /** The link, if it is the one this booking was made for. */
  function linkOf(booking: LedgerBooking): FreightLink {
    const current = link()
    if (current.key === booking.environment) return current
    throw new StationError({
      code: 'WRONG_STATE',
      message: `Booking ${booking.reference} was made for ${booking.environment}. Switch to that service under Settings first.`,
      details: { environment: booking.environment },
    })
  }
}

/** Refusals that say nothing about the booking itself: it waits, and is sent when they are over. */
function isNotAboutThisBooking(code: string): boolean {
  return code === 'RATE_LIMIT_ERROR' || code === 'AUTHENTICATION_ERROR'
}

function delay(delays: readonly number[], index: number): number {
  return delays[Math.min(index, delays.length - 1)] ?? 60
}

function idsOf(shipment: {
  shipmentId: string
  trackingNumber?: string | null | undefined
  proNumber?: string | null | undefined
}) {
  const { shipmentId, trackingNumber = null, proNumber = null } = shipment
  return { shipmentId, trackingNumber, proNumber }
}

/** A reference for a clerk who gave none: WB, the day, and four characters that tell two of a day apart. */
function generatedReference(now: Date, ids: Ids): string {
  return `WB-${now.toISOString().slice(2, 10).replaceAll('-', '')}-${ids.next('ref').slice(-5).toUpperCase()}`
}

function quoteExpired(expiresAt: string): StationErrorData {
  return {
    code: 'QUOTE_EXPIRED',
    message: `The quote expired at ${expiresAt} and was not sent. Ask for a new one.`,
    retryable: false,
    details: { expiresAt },
  }
}

function notWaiting(booking: LedgerBooking): StationError {
  return new StationError({
    code: 'WRONG_STATE',
    message: `Booking ${booking.reference} is not waiting for this answer.`,
    details: { bookingId: booking.bookingId, state: booking.state, question: booking.question },
  })
}
