import { isBooked, isNeverBooked, isUnsent, needsPerson } from '../../../src-shared/machine/booking.ts'
import { isDoubtedChange, type ChangeMove } from '../../../src-shared/machine/change.ts'
import type { ChangeInput, WantedChange } from '../../../src-shared/station/booking/change.ts'
import type { PickupTermsOf } from '../../../src-shared/station/booking/pickup-terms.ts'
import type { Money } from '../../../src-shared/station/money.ts'
import { notFound, StationError, wrongState } from '../../../src-shared/station/error.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { LedgerBooking } from '../booking-row.rows.ts'
import type { OutboxBookings, OutboxChanges } from '../outbox/outbox-stores.ts'
import type { LedgerChange } from './change-row.ts'
import type { BookingClient, BookingLink } from '../outbox/booking-client.ts'
import { assertPickupMayMove } from './pickup-change.ts'
import { lookForChange, sendChange } from './change-send.ts'
import { createWorkerPool } from '../../kernel/worker-pool.ts'
import type { SendBackoff } from '../outbox/send-backoff.ts'

export interface ShipmentChangesOptions {
  bookings: OutboxBookings
  changes: OutboxChanges
  link: () => BookingLink
  clock: Clock
  ids: Ids
  backoff: SendBackoff
  knowsShipment: (shipmentId: string) => Promise<boolean>
  pickups: () => Promise<PickupTermsOf>
  /** What a shipment costs according to the service; absent, or null: unknown. */
  priceOf?: (shipmentId: string) => Promise<Money | null>
  /** Cancels a booking of which nothing was sent. @throws StationError WRONG_STATE when that is so no more */
  cancelUnsent: (booking: LedgerBooking) => Promise<unknown>
  /** Looks for a booking that may be at the service, without anybody waiting. */
  lookSoon: (bookingId: string) => void
  onChange: (bookingId: string) => void
  onShipmentChange: (change: LedgerChange) => void
  onFault: (error: unknown) => void
}

const CHANGES_IN_FLIGHT = 2

/** Updates and cancellations on their way to the service, those of one shipment in order. */
export function createShipmentChanges(options: ShipmentChangesOptions) {
  const { bookings, changes, link, clock, ids, backoff, onChange, onShipmentChange, onFault } = options
  const inWork = new Set<string>()

  const pool = createWorkerPool<{ change: LedgerChange; client: BookingClient }>({
    width: CHANGES_IN_FLIGHT,
    now: () => clock.now(),
    onFault,
    recover: () => changes.adoptInterrupted([...inWork]),
    nextDueAt: async () => {
      const { key } = link()
      return backoff.notBefore(key, await changes.nextDueAt(key, [...inWork]))
    },
    take: async () => {
      const current = link()
      if (backoff.until(current.key)) return []
      const change = await changes.take(current.key, [...inWork])
      if (!change) return []
      inWork.add(change.changeId)
      return [{ change, client: current.client.at('booking') }]
    },
    work: async ({ change, client }) => {
      try {
        const moved = await changes.move(change.changeId, change.state, await carryOut(change, client))
        await report(moved)
        return true
      } finally {
        inWork.delete(change.changeId)
      }
    },
  })

  async function carryOut(change: LedgerChange, client: BookingClient): Promise<ChangeMove> {
    const booking = change.shipmentId && (await bookings.findByShipment(change.environment, change.shipmentId))
    const price = (booking && (booking.charged ?? booking.total)) || (await priceAtService(change))
    const tools = { clock, backoff, currency: price?.currency ?? 'USD' }
    if (isDoubtedChange(change)) return lookForChange(change, client, tools)
    try {
      return await sendChange(change, client, tools)
    } catch (error) {
      onFault(error)
      // One of our faults after SENDING was committed: it is unknown how far the request came.
      return { to: 'UNKNOWN', dueAt: clock.now() }
    }
  }

  /** Of a shipment that was not booked here; null: unknown. */
  const priceAtService = async ({ shipmentId }: LedgerChange): Promise<Money | null> =>
    shipmentId === null ? null : ((await options.priceOf?.(shipmentId)) ?? null)

  async function report(change: LedgerChange): Promise<void> {
    onShipmentChange(change)
    const booking =
      change.bookingId ??
      (change.shipmentId && (await bookings.findByShipment(change.environment, change.shipmentId))?.bookingId)
    if (booking) onChange(booking)
  }

  async function add(change: {
    submissionId: string
    bookingId: string | null
    shipmentId: string | null
    change: WantedChange
    environment?: string
    state?: 'QUEUED' | 'DONE'
    approvedBy?: string | undefined
  }): Promise<LedgerChange> {
    const added = await changes.add({ environment: link().key, ...change, changeId: ids.next('chg') })
    await report(added)
    pool.kick()
    return added
  }

  async function ofBooking(
    { submissionId, change, approvedBy }: ChangeInput,
    booking: LedgerBooking,
  ): Promise<LedgerChange> {
    const { bookingId, environment, shipmentId } = booking
    const wanted = await withFreeReference(change, booking)
    const row = { submissionId, bookingId, environment, shipmentId, change: wanted, approvedBy }
    if (isNeverBooked(booking)) throw neverBooked(booking)
    assertPickupMayMove(booking, wanted, clock.now(), await options.pickups())
    if (isBooked(booking)) return add(row)
    if (isUnsent(booking)) {
      if (wanted.kind === 'cancel') await options.cancelUnsent(booking)
      else await bookings.edit(bookingId, wanted)
      return add({ ...row, state: 'DONE' })
    }
    // It may be at the service: remembered, and carried out once that is known.
    const added = await add(row)
    if (wanted.kind === 'cancel' && needsPerson(booking)) options.lookSoon(bookingId)
    return added
  }

  /** The clerk's own text, with a suffix only when another booking has it. */
  async function withFreeReference(change: WantedChange, booking: LedgerBooking): Promise<WantedChange> {
    if (change.kind !== 'update' || change.reference === undefined) return change
    if (change.reference.toLowerCase() === booking.reference.toLowerCase()) return change
    return { ...change, reference: await bookings.referenceFor(change.reference) }
  }

  return {
    kick: pool.kick,
    isBusy: pool.isBusy,
    close: pool.close,

    /** @throws StationError NOT_FOUND, WRONG_STATE when there is nothing that could be changed */
    request: async (input: ChangeInput): Promise<LedgerChange> => {
      const before = await changes.ofSubmission(input.submissionId)
      if (before) return before
      const { submissionId, bookingId, shipmentId, change } = input
      if (bookingId !== undefined) return changeOrRetry(() => bookings.get(bookingId), input)
      const booking = shipmentId === undefined ? null : await bookings.findByShipment(link().key, shipmentId)
      if (booking) return ofBooking(input, booking)
      if (shipmentId === undefined || !(await options.knowsShipment(shipmentId))) throw noSuchShipment(shipmentId)
      return add({ submissionId, bookingId: null, shipmentId, change })
    },

    /** @throws StationError WRONG_STATE, NOT_FOUND */
    drop: async (changeId: string): Promise<LedgerChange> => {
      const dropped = await changes.move(changeId, 'QUEUED', { to: 'CANCELLED', actor: 'operator' })
      await report(dropped)
      pool.kick()
      return dropped
    },

    /** Cancels shipments that one booking made too many. */
    voidShipments: (booking: LedgerBooking, shipmentIds: readonly string[]): Promise<unknown> =>
      Promise.all(
        shipmentIds.map((shipmentId) =>
          add({
            submissionId: `void:${booking.bookingId}:${shipmentId}`,
            bookingId: null,
            environment: booking.environment,
            shipmentId,
            change: {
              kind: 'cancel',
              reason: `Booked twice: ${booking.reference}`.slice(0, 300),
              refundRequested: true,
            },
          }),
        ),
      ),
  }

  /** The outbox may take the booking between a look at its state and the change: then the change is for the new state. */
  async function changeOrRetry(read: () => Promise<LedgerBooking>, input: ChangeInput): Promise<LedgerChange> {
    const booking = await read()
    try {
      return await ofBooking(input, booking)
    } catch (error) {
      const now = await read()
      if (!(error instanceof StationError) || error.code !== 'WRONG_STATE' || now.state === booking.state) throw error
      return ofBooking(input, now)
    }
  }
}

function neverBooked({ bookingId, reference, state }: LedgerBooking): StationError {
  return wrongState(`Booking ${reference} is ${state}: the service has nothing to change.`, {
    bookingId,
    state,
  })
}

function noSuchShipment(shipmentId: string | undefined): StationError {
  return notFound('shipment', { shipmentId })
}
