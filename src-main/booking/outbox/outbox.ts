import { logging, runtime } from '../../../src-node/runtime/runtime.ts'
import { monotonic } from '../../../src-node/runtime/wait.ts'
import { isBooked, isLookedFor, type BookingMove } from '../../../src-shared/machine/booking.ts'
import type { BookingAnswer } from '../../../src-shared/station/booking/booking.ts'
import type { ChangeInput } from '../../../src-shared/station/booking/change.ts'
import type { Money } from '../../../src-shared/station/money.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { LedgerBooking } from '../booking-row.rows.ts'
import type { QuoteOrigin } from '../../../src-shared/station/booking/record.ts'
import type { OutboxBookings, OutboxChanges } from './outbox-stores.ts'
import type { LedgerChange } from '../changes/change-row.ts'
import { giveAnswer } from './answer.ts'
import type { BookingClient, BookingLink } from './booking-client.ts'
import { createShipmentChanges } from '../changes/shipment-changes.ts'
import { copyOf, madeForAnother, type ApprovedCopy } from '../submit/copy.ts'
import type { RestoredFrom } from '../submit/from-restore.ts'
import { createCommitBatcher } from '../../kernel/commit-batcher.ts'
import { createKeyedMutex } from '../../kernel/keyed-mutex.ts'
import { createWorkerPool } from '../../kernel/worker-pool.ts'
import { reconcile } from '../reconcile/reconcile.ts'
import { createSendBackoff } from './send-backoff.ts'
import { isReady, precheck, resolvePrecheck } from './precheck.ts'
import type { CandidateGuard } from '../reconcile/match-shipment.ts'
import type { PriceCheck } from '../../quotes/requote.ts'
import type { AnyQuote } from '../../../src-shared/station/quote/quote-history.ts'
import { LEASE_S } from './schedule.ts'
import { pickupTermsOf, type PickupTermsOf } from '../../../src-shared/station/booking/pickup-terms.ts'
import { dayBegins } from '../../../src-shared/station/day.ts'
import { createSendWidth, LEAST_SENDS, SLOW_ANSWER_MS } from './send-width.ts'
import { send } from './send.ts'
import { newBooking, type Submission } from '../submit/submission.ts'

export interface OutboxOptions {
  bookings: OutboxBookings
  changes: OutboxChanges
  link: () => BookingLink
  guard: CandidateGuard
  clock: Clock
  ids: Ids
  /** How many bookings are on their way at a time; absent: what the service's speed and rate limit suggest. */
  inFlight?: number
  /** Calls that the rate limit leaves for bookings in its window; null: no limit. Absent: none is known. */
  callsLeft?: () => number | null
  /** What a price may rise between two quotes without a question, in percent of the old one. */
  priceTolerance: () => Promise<number>
  /** The carrier rules' answer to a new price; absent: there are none. */
  checkPrice?: PriceCheck
  /** Requests a quote again that ended while its booking waited, and keeps it. @throws FreightError */
  quoteAgain: (client: BookingClient, origin: QuoteOrigin, environment: string) => Promise<AnyQuote>
  /** When freight is picked up, by carrier; absent: nothing was set. */
  pickups?: () => Promise<PickupTermsOf>
  restoredFrom: RestoredFrom
  /** Is this a shipment that the station has heard of? */
  knowsShipment: (shipmentId: string) => Promise<boolean>
  /** What a shipment costs according to the service; absent, or null: unknown. */
  priceOf?: (shipmentId: string) => Promise<Money | null>
  onChange: (bookingId: string) => void
  /** The service has it: fetch the label and the details. Its failure is no failure of the booking. */
  onBooked: (booking: LedgerBooking) => void
  /** A change of this shipment got further. */
  onShipmentChange: (change: LedgerChange) => void
  /** A failure that is no failed call, a full disk for instance. The outbox retries automatically. */
  onFault: (error: unknown) => void
}

const LOOKS_IN_FLIGHT = 2

export type Outbox = ReturnType<typeof createOutbox>

interface Taken {
  booking: LedgerBooking
  client: BookingClient
}

/**
 * The outbox: bookings are taken in order of submission, a few are on their way at a time, and none is sent a second
 * time before the outcome of the first is known. See the README of this room.
 */
export function createOutbox(options: OutboxOptions) {
  const { bookings, changes, link, guard, clock, ids, onChange, onBooked, onFault } = options
  const { pickups = async () => pickupTermsOf() } = options
  const backoff = createSendBackoff(clock, () => kick())
  const mutex = createKeyedMutex()
  const sending = new Set<string>()
  /** What this process is working on, by kind: a booking may be of both when a person answered it meanwhile. */
  const inWork = { send: new Set<string>(), look: new Set<string>() }
  const takings = new Set<Promise<unknown>>()
  const lease = ids.next('lse')
  const tools = { clock, backoff, guard }

  const taker = () => ({ lease, leasedUntil: new Date(clock.now().getTime() + LEASE_S * 1000) })
  const inTurn = <T>(bookingId: string, work: () => Promise<T>) => logging({ bookingId }, () => mutex(bookingId, work))
  const nextDueAt = (work: 'send' | 'look') => async (): Promise<Date | null> => {
    const { key } = link()
    return backoff.notBefore(key, await bookings.nextDueAt(key, work))
  }
  /** What is being taken is under way before it is in `inWork`: a search for work without a worker waits for it. */
  async function taking<T>(take: Promise<T>): Promise<T> {
    takings.add(take)
    try {
      return await take
    } finally {
      takings.delete(take)
    }
  }
  /** A fault kept the end of some work from the ledger: the worker that continues may be of the other kind. */
  async function recover(): Promise<void> {
    while (takings.size > 0) await Promise.allSettled(takings)
    const freed = await bookings.adoptInterrupted({ except: [...inWork.send, ...inWork.look], lease })
    if (freed > 0) kick()
  }
  const common = { now: () => clock.now(), onFault, recover }

  const answered = createCommitBatcher()
  const sendWidth = createSendWidth(options.callsLeft ?? (() => 0))
  let width = options.inFlight ?? LEAST_SENDS

  const sends = createWorkerPool<Taken>({
    ...common,
    nextDueAt: nextDueAt('send'),
    takesAll: true,
    width,
    take: async (most) => {
      const current = link()
      if (backoff.until(current.key)) return []
      const taken = await taking(bookings.takeToSend(current.key, { ...taker(), most, isReady }))
      for (const { bookingId } of taken) inWork.send.add(bookingId)
      if (taken.length === 0) return []
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
          runtime().log.info('booking', { state: outcome.to })
          // Half of what is under way: while they share a commit, the service works on the other half.
          await answered(Math.ceil(sending.size / 2))
          const settled = settleIfStill(booking, outcome)
          free()
          await settled
          return outcome.to === 'QUEUED'
        } finally {
          sending.delete(booking.bookingId)
          inWork.send.delete(booking.bookingId)
        }
      }),
  })

  const looks = createWorkerPool<Taken>({
    ...common,
    nextDueAt: nextDueAt('look'),
    width: LOOKS_IN_FLIGHT,
    take: async () => {
      const current = link()
      if (backoff.until(current.key)) return []
      const booking = await taking(bookings.takeToLook(current.key, taker()))
      if (booking) inWork.look.add(booking.bookingId)
      return booking ? [{ booking, client: current.client.at('booking') }] : []
    },
    work: ({ booking: { bookingId }, client }, free) =>
      inTurn(bookingId, async () => {
        try {
          const booking = await bookings.get(bookingId)
          // A person answered, or another look was made, while this one waited for its turn.
          if (booking.lease !== lease) return true
          const settled = settleIfStill(booking, await reconcile(booking, client, tools))
          free()
          await settled
          return true
        } finally {
          inWork.look.delete(bookingId)
        }
      }),
  })

  const shipmentChanges = createShipmentChanges({
    ...options,
    backoff,
    pickups,
    cancelUnsent: (booking) => settle(booking, { to: 'CANCELLED', actor: 'operator', detail: { why: 'cancelled' } }),
    lookSoon: (bookingId) => {
      inBackground(checkNow(bookingId))
    },
  })

  function adjustWidth(answeredInMs: number): void {
    if (options.inFlight !== undefined || (width === LEAST_SENDS && answeredInMs < SLOW_ANSWER_MS)) return
    width = sendWidth.after(answeredInMs)
    sends.setWidth(width)
  }

  async function sendOnce(booking: LedgerBooking, client: BookingClient): Promise<BookingMove> {
    const sentAt = monotonic()
    try {
      const outcome = await send(booking, client, tools)
      if (outcome.to === 'BOOKED') adjustWidth(monotonic() - sentAt)
      return outcome
    } catch (error) {
      onFault(error)
      // One of our faults after SENDING was committed: it is unknown how far the request came.
      return { to: 'UNKNOWN', attempts: 0, checks: 0, dueAt: clock.now() }
    }
  }

  function getReady(booking: LedgerBooking, client: BookingClient): Promise<BookingMove> {
    return resolvePrecheck(booking, precheck(booking, clock.now()) ?? 'quote-over', client, {
      clock,
      backoff,
      priceTolerance: options.priceTolerance,
      checkPrice: options.checkPrice ?? (async () => undefined),
      quoteAgain: options.quoteAgain,
      pickups,
    })
  }

  /** Writes down where work led. @throws StationError WRONG_STATE when the booking was moved meanwhile */
  async function settle(booking: LedgerBooking, move: BookingMove): Promise<LedgerBooking> {
    const moved = await bookings.move(booking.bookingId, booking.state, move)
    onChange(moved.bookingId)
    if (isBooked(moved)) onBooked(moved)
    if (isLookedFor(moved)) looks.kick()
    if (moved.hasOpenChange) shipmentChanges.kick()
    return moved
  }

  /** For background work: a person's move of the booking meanwhile wins. */
  async function settleIfStill(booking: LedgerBooking, move: BookingMove): Promise<void> {
    try {
      await settle(booking, { ...move, lease })
    } catch (error) {
      if (!(error instanceof StationError) || error.code !== 'WRONG_STATE') throw error
      onChange(booking.bookingId)
    }
  }

  /** One look with a person waiting. */
  async function lookNow(booking: LedgerBooking): Promise<LedgerBooking> {
    return settle(booking, await reconcile(booking, linkOf(booking).client, tools))
  }

  const checkNow = (bookingId: string): Promise<LedgerBooking> =>
    mutex(bookingId, async () => {
      const booking = await bookings.get(bookingId)
      return isLookedFor(booking) ? lookNow(booking) : booking
    })

  function inBackground(work: Promise<unknown>): void {
    work.catch((error: unknown) => {
      // A booking that waits for another service is looked for when that is in use again.
      if (!(error instanceof StationError) || error.code !== 'WRONG_STATE') onFault(error)
    })
  }

  function added(booking: LedgerBooking): LedgerBooking {
    onChange(booking.bookingId)
    if (isLookedFor(booking)) looks.kick()
    else sends.kick()
    return booking
  }

  function kick(): void {
    sends.kick()
    looks.kick()
    shipmentChanges.kick()
  }

  const adoptInterrupted = async (): Promise<void> => {
    await Promise.all([bookings.adoptInterrupted(), changes.adoptInterrupted()])
  }

  return {
    /** What was being sent when the last station of this folder died is UNKNOWN now. For one that sends nothing itself. */
    adoptInterrupted,

    start: async (): Promise<void> => {
      const { key } = link()
      // Due times were written by a clock that may have been set since.
      await Promise.all([adoptInterrupted(), bookings.hasten(key), changes.hasten(key)])
      kick()
    },

    /**
     * Saves the booking and answers at once; sending follows. The same submission twice is one booking.
     * @throws StationError QUOTE_EXPIRED
     */
    submit: async (submission: Submission): Promise<LedgerBooking> =>
      added(
        await bookings.submit({
          ...newBooking(submission, link().key, clock.now(), ids),
          restoredFrom: await options.restoredFrom(submission.submissionId, null),
        }),
      ),

    /**
     * A REJECTED or CANCELLED booking as a new one.
     * @throws StationError WRONG_STATE, INVALID_INPUT, NOT_FOUND, REFERENCE_USED
     */
    copy: async (copy: ApprovedCopy): Promise<LedgerBooking> => {
      const copied = await bookings.get(copy.bookingId)
      return added(
        await bookings.submit({
          ...copyOf(copied, copy, link().key, ids),
          restoredFrom: await options.restoredFrom(copy.submissionId, copied),
        }),
      )
    },

    /** Looks now for a booking with an unknown outcome. */
    check: checkNow,

    cancel: async (bookingId: string): Promise<LedgerBooking> => {
      const moved = await bookings.move(bookingId, 'QUEUED', { to: 'CANCELLED', actor: 'operator' })
      onChange(bookingId)
      return moved
    },

    /** Keeps a QUEUED booking here until that day begins; null releases it. @throws StationError WRONG_STATE */
    hold: async (bookingId: string, day: string | null): Promise<LedgerBooking> => {
      const held = await bookings.hold(bookingId, day === null ? null : { day, until: dayBegins(day) })
      onChange(bookingId)
      sends.kick()
      return held
    },

    /** A person's answer to a NEEDS_DECISION. Before anything is sent again the service is asked again. */
    answer: (bookingId: string, answer: BookingAnswer): Promise<LedgerBooking> =>
      mutex(bookingId, async () => {
        const answered = await giveAnswer(await bookings.get(bookingId), answer, {
          clock,
          client: (booking) => linkOf(booking).client,
          move: settle,
          reconcile: lookNow,
          isClaimed: guard.isClaimed,
          reword: ({ bookingId: of }, reference) => bookings.edit(of, { reference }),
          voidShipments: shipmentChanges.voidShipments,
          pickups,
        })
        kick()
        return answered
      }),

    /** Asks for a change of a booking or a shipment; see the README of this room. */
    requestChange: (input: ChangeInput): Promise<LedgerChange> => shipmentChanges.request(input),

    /** Cancels a change that is still QUEUED. @throws StationError WRONG_STATE, NOT_FOUND */
    dropChange: (changeId: string): Promise<LedgerChange> => shipmentChanges.drop(changeId),

    kick,

    /** The network is back online: everything that waits is due now, but for a rate limit. */
    hasten: async (): Promise<void> => {
      const { key } = link()
      backoff.lift(key)
      await Promise.all([bookings.hasten(key), changes.hasten(key)])
      kick()
    },

    /** Starts nothing new and waits for the calls under way; what they leave open is found at the next start. */
    close: async (): Promise<void> => {
      await Promise.all([sends.close(), looks.close(), shipmentChanges.close()])
    },
  }

  /** The link, if it is the one this booking was made for. */
  function linkOf(booking: LedgerBooking): BookingLink {
    const current = link()
    if (current.key === booking.environment) return current
    throw madeForAnother(booking)
  }
}
