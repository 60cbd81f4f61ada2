import type { BookingAnswer } from '../../src-shared/station/booking.ts'
import type { BookingCopy } from '../../src-shared/station/booking-input.ts'
import type { ChangeInput } from '../../src-shared/station/change.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import type { LedgerBooking } from '../store/ledger/booking-row.ts'
import type { BookingStore } from '../store/ledger/bookings.ts'
import type { ChangeStore, LedgerChange } from '../store/ledger/shipment-changes.ts'
import { giveAnswer } from './answer.ts'
import type { BookingClient, BookingLink } from './booking-client.ts'
import { createChangeDesk } from './change-desk.ts'
import { copyOf } from './copy.ts'
import { createGathering } from './gathering.ts'
import { createInTurn } from './in-turn.ts'
import { createLane } from './lane.ts'
import { look } from './look.ts'
import type { Outcome } from './outcome.ts'
import { createPause } from './pause.ts'
import { obstacleOf, prepare } from './prepare.ts'
import { quoteAgain } from './quote-again.ts'
import type { CandidateGuard } from './reconcile.ts'
import type { AnyQuote } from './requote.ts'
import { beginningOf, LEASE_S } from './schedule.ts'
import { send } from './send.ts'
import { newBooking, type Submission } from './submission.ts'

export interface OutboxOptions {
  bookings: BookingStore
  changes: ChangeStore
  link: () => BookingLink
  guard: CandidateGuard
  clock: Clock
  ids: Ids
  /** How many bookings are on their way at a time. */
  inFlight?: number
  /** What a price may rise between two quotes without a question, in percent of the old one. */
  priceTolerance: () => Promise<number>
  /** Keeps a quote that was asked for again. */
  keepQuote: (quote: AnyQuote) => Promise<void>
  /** Is this a shipment that the station has heard of? */
  knowsShipment: (shipmentId: string) => Promise<boolean>
  onChange: (bookingId: string) => void
  /** The service has it: fetch the label and the details. Its failure is no failure of the booking. */
  onBooked: (booking: LedgerBooking) => void
  /** A change of this shipment got further. */
  onShipmentChange: (change: LedgerChange) => void
  /** A failure that is no failed call, a full disk for instance. The outbox tries again by itself. */
  onFault: (error: unknown) => void
}

const BOOKINGS_IN_FLIGHT = 4
const LOOKS_IN_FLIGHT = 2

export type Outbox = ReturnType<typeof createOutbox>

interface Taken {
  booking: LedgerBooking
  client: BookingClient
}

/**
 * The outbox: bookings are taken in the order in which they were handed in, a few are on their way at a time, and none goes
 * a second time before it is known what became of the first. See ARCHITECTURE.md, "A booking".
 */
export function createOutbox(options: OutboxOptions) {
  const { bookings, changes, link, guard, clock, ids, onChange, onBooked, onFault } = options
  const pause = createPause(clock)
  const inTurn = createInTurn()
  const sending = new Set<string>()
  const lease = ids.next('lse')
  const desk = { clock, pause, guard }

  const taker = () => ({ lease, leasedUntil: new Date(clock.now().getTime() + LEASE_S * 1000) })
  const nextDueAt = async (): Promise<Date | null> => {
    const { key } = link()
    const due = await bookings.nextDueAt(key)
    const until = pause.until(key)
    return due && until && until > due ? until : due
  }
  const recover = () => bookings.adoptInterrupted([...sending])
  const common = { now: () => clock.now(), nextDueAt, onFault, recover }

  // Half of what is under way: while they share a commit, the service works on the other half.
  const answered = createGathering(() => Math.ceil(sending.size / 2))

  const sends = createLane<Taken>({
    ...common,
    width: options.inFlight ?? BOOKINGS_IN_FLIGHT,
    take: async (most) => {
      const current = link()
      if (pause.until(current.key)) return []
      const isReady = (booking: LedgerBooking) => obstacleOf(booking, clock.now()) === null
      const taken = await bookings.takeToSend(current.key, { ...taker(), most, isReady })
      const client = current.client.at('booking')
      return taken.map((booking) => {
        if (booking.state === 'SENDING') sending.add(booking.bookingId)
        onChange(booking.bookingId)
        return { booking, client }
      })
    },
    work: ({ booking, client }, free) =>
      inTurn(booking.bookingId, async () => {
        try {
          const outcome = await (booking.state === 'SENDING' ? sendOnce(booking, client) : getReady(booking, client))
          await answered()
          const settled = settleIfStill(booking, outcome)
          free()
          await settled
        } finally {
          sending.delete(booking.bookingId)
        }
      }),
  })

  const looks = createLane<Taken>({
    ...common,
    width: LOOKS_IN_FLIGHT,
    take: async () => {
      const current = link()
      if (pause.until(current.key)) return []
      const booking = await bookings.takeToLook(current.key, taker())
      return booking ? [{ booking, client: current.client.at('booking') }] : []
    },
    work: ({ booking: { bookingId }, client }, free) =>
      inTurn(bookingId, async () => {
        const booking = await bookings.get(bookingId)
        // Somebody answered, or looked, while this one waited for its turn.
        if (booking.lease !== lease) return
        const settled = settleIfStill(booking, await look(booking, client, desk))
        free()
        await settled
      }),
  })

  const changeDesk = createChangeDesk({
    ...options,
    pause,
    cancelUnsent: (booking) =>
      settle(booking, { to: 'CANCELLED', move: { actor: 'operator', detail: { why: 'cancelled' } } }),
    lookSoon: (bookingId) => {
      inBackground(checkNow(bookingId))
    },
  })

  async function sendOnce(booking: LedgerBooking, client: BookingClient): Promise<Outcome> {
    try {
      return await send(booking, client, desk)
    } catch (error) {
      onFault(error)
      // A fault of ours after SENDING was committed: nobody knows how far the request came.
      return { to: 'UNKNOWN', move: { attempts: 0, checks: 0, dueAt: clock.now() } }
    }
  }

  function getReady(booking: LedgerBooking, client: BookingClient): Promise<Outcome> {
    return prepare(booking, obstacleOf(booking, clock.now()) ?? 'quote-over', client, {
      clock,
      pause,
      priceTolerance: options.priceTolerance,
      quoteAgain: (asked, origin) => quoteAgain(asked, origin, { clock, ids, keep: options.keepQuote }),
    })
  }

  /** Writes down where work led. @throws StationError WRONG_STATE when the booking was moved meanwhile */
  async function settle(booking: LedgerBooking, { to, move }: Outcome): Promise<LedgerBooking> {
    const moved = await bookings.move(booking.bookingId, booking.state, to, move)
    onChange(moved.bookingId)
    if (moved.state === 'BOOKED') onBooked(moved)
    if (moved.state === 'UNKNOWN' || moved.state === 'NEEDS_DECISION') looks.kick()
    changeDesk.kick()
    return moved
  }

  /** For work that nobody waits for: a person who moved the booking meanwhile has the last word. */
  async function settleIfStill(booking: LedgerBooking, { to, move }: Outcome): Promise<void> {
    try {
      await settle(booking, { to, move: { ...move, lease } })
    } catch (error) {
      if (!(error instanceof StationError) || error.code !== 'WRONG_STATE') throw error
      onChange(booking.bookingId)
    }
  }

  /** One look with a person waiting. */
  async function lookNow(booking: LedgerBooking): Promise<LedgerBooking> {
    return settle(booking, await look(booking, linkOf(booking).client, desk))
  }

  const checkNow = (bookingId: string): Promise<LedgerBooking> =>
    inTurn(bookingId, async () => {
      const booking = await bookings.get(bookingId)
      const isOpen = booking.state === 'UNKNOWN' || booking.question?.kind === 'not-found'
      return isOpen ? lookNow(booking) : booking
    })

  function inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      // A booking that waits for another service is looked for when that is in use again.
      if (!(error instanceof StationError) || error.code !== 'WRONG_STATE') onFault(error)
    })
  }

  function kick(): void {
    sends.kick()
    looks.kick()
    changeDesk.kick()
  }

  return {
    /** At start: what was being sent when the station died is UNKNOWN now. */
    start: async (): Promise<void> => {
      const { key } = link()
      // Due times were written by a clock that may have been set since.
      await Promise.all([
        bookings.adoptInterrupted(),
        changes.adoptInterrupted(),
        bookings.hasten(key),
        changes.hasten(key),
      ])
      kick()
    },

    /**
     * Saves the booking and answers at once; sending follows. The same submission twice is one booking.
     * @throws StationError QUOTE_EXPIRED
     */
    submit: async (submission: Submission): Promise<LedgerBooking> => {
      const before = await bookings.ofSubmission(submission.submissionId)
      if (before) return before
      const booking = await bookings.submit(newBooking(submission, link().key, clock.now(), ids))
      onChange(booking.bookingId)
      sends.kick()
      return booking
    },

    /** A REJECTED or CANCELLED booking as a new one. @throws StationError WRONG_STATE, INVALID_INPUT, NOT_FOUND */
    copy: async ({ bookingId, submissionId, changes: edits }: BookingCopy): Promise<LedgerBooking> => {
      const booking = await bookings.submit({
        ...copyOf(await bookings.get(bookingId), edits),
        bookingId: ids.next('bkg'),
        submissionId,
        environment: link().key,
      })
      onChange(booking.bookingId)
      sends.kick()
      return booking
    },

    /** Looks for a booking now of which nobody knows what became of it. */
    check: checkNow,

    cancel: async (bookingId: string): Promise<LedgerBooking> => {
      const moved = await bookings.move(bookingId, 'QUEUED', 'CANCELLED', { actor: 'operator' })
      onChange(bookingId)
      return moved
    },

    /** Keeps a QUEUED booking here until that day begins; null releases it. @throws StationError WRONG_STATE */
    hold: async (bookingId: string, day: string | null): Promise<LedgerBooking> => {
      const held = await bookings.hold(bookingId, day === null ? null : { day, until: beginningOf(day) })
      onChange(bookingId)
      sends.kick()
      return held
    },

    /** A person's answer to a NEEDS_DECISION. Before anything is sent again the service is asked once more. */
    answer: (bookingId: string, answer: BookingAnswer): Promise<LedgerBooking> =>
      inTurn(bookingId, async () => {
        const answered = await giveAnswer(await bookings.get(bookingId), answer, {
          clock,
          client: (booking) => linkOf(booking).client,
          move: settle,
          look: lookNow,
          voidShipments: changeDesk.voidShipments,
        })
        kick()
        return answered
      }),

    /** Asks for a change of a booking or a shipment; see ARCHITECTURE.md, "A change". */
    requestChange: (input: ChangeInput): Promise<LedgerChange> => changeDesk.request(input),

    /** Gives up a change that is still QUEUED. @throws StationError WRONG_STATE, NOT_FOUND */
    dropChange: (changeId: string): Promise<LedgerChange> => changeDesk.drop(changeId),

    kick,

    /** The network is back: everything that waits is due now, but for a rate limit. */
    hasten: async (): Promise<void> => {
      const { key } = link()
      pause.lift(key)
      await Promise.all([bookings.hasten(key), changes.hasten(key)])
      kick()
    },

    /** Starts nothing new and waits for the calls under way; what they leave open is found at the next start. */
    close: async (): Promise<void> => {
      await Promise.all([sends.close(), looks.close(), changeDesk.close()])
    },
  }

  /** The link, if it is the one this booking was made for. */
  function linkOf(booking: LedgerBooking): BookingLink {
    const current = link()
    if (current.key === booking.environment) return current
    throw new StationError({
      code: 'WRONG_STATE',
      message: `Booking ${booking.reference} was made for ${booking.environment}. Switch to that service under Settings first.`,
      details: { environment: booking.environment },
    })
  }
}
