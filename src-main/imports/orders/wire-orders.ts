import { after } from '../../../src-node/runtime/wait.ts'
import { isOneOf } from '../../../src-shared/machine/one-of.ts'
import { OUTGOING_BOOKINGS } from '../../../src-shared/machine/booking.ts'
import type { StationEvent } from '../../../src-shared/station/app/events.ts'
import { openOrderFeed, type FeedPorts } from './feed.ts'
import { createOrderBoard, type OrderBoardPorts } from './order-board.ts'
import { orderBoardStore } from './order-board.rows.ts'
import { orderBooking, type OrderBookingPorts } from './order-booking.ts'
import { createOrderRuns } from './order-run.ts'
import { createOrders, type OrdersPorts } from './orders.ts'
import type { Subscribers } from '../../kernel/subscribers.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import type { BookingReader } from '../../booking/bookings.rows.ts'
import { orderFileStore } from './order-files.rows.ts'
import { copyName } from '../../booking/under-reference.ts'
import { orderStore, type NewOrder } from './orders.rows.ts'

/** How long a packer waits for a booking; a longer one continues in the background. */
const SETTLED_MS = 15_000

type Made = 'store' | 'order' | 'board' | 'runs' | 'bookings' | 'booking' | 'settled' | 'feed' | 'isBusy'
type Given = Omit<FeedPorts, 'orders' | 'files'> &
  Omit<OrdersPorts, Made> &
  Omit<OrderBoardPorts, Made> &
  Omit<OrderBookingPorts, Made>

interface OrderParts extends Given {
  ledger: SqliteDatabase
  bookings: Pick<BookingReader, 'get'>
  events: Subscribers<StationEvent>
  environments: { onSwitch: (opens: () => Promise<void>) => unknown }
}

/** Orders until they are booked, and the folder that they come in. */
export async function wireOrders({ ledger, bookings, events, environments, ...ports }: OrderParts) {
  const { clock, environment, onChange, onFault } = ports
  const store = orderStore(ledger, clock, environment)
  const board = orderBoardStore(ledger, clock, environment)
  const leavePractice = async (): Promise<void> => {
    if ((await store.leavePractice()) > 0) onChange()
  }
  await leavePractice()
  environments.onSwitch(leavePractice)
  const bookingOf = orderBooking({ ...ports, order: store.get, booking: bookings.get })
  const runs = createOrderRuns({ clock, onProgress: onChange, onFault })
  const feed = await openOrderFeed({ ...ports, orders: store, files: orderFileStore(ledger, clock) })
  const isOnItsWay = async (bookingId: string) => isOneOf((await bookings.get(bookingId)).state, OUTGOING_BOOKINGS)

  /** Resolves when the service has answered, or when it takes too long. */
  async function settled(bookingId: string): Promise<void> {
    const ended = Promise.withResolvers<null>()
    const look = async () => {
      if (!(await isOnItsWay(bookingId))) ended.resolve(null)
    }
    const end = events.subscribe(({ name, payload }) => {
      if (name === 'bookings.changed' && payload.bookingId === bookingId) void look().catch(ended.reject)
    })
    const late = after(SETTLED_MS, () => ended.resolve(null), { isBackground: true })
    try {
      await look()
      await ended.promise
    } finally {
      late.cancel()
      end()
    }
  }

  const made = { store, board, runs, bookings: bookingOf, booking: bookings.get, settled, isBusy: runs.isBusy }
  return {
    feed,
    takeOrders: store.take,
    freeReference: async ({ reference, hash }: NewOrder): Promise<string> => {
      for (let copy = 2; ; copy++) {
        const name = copyName(reference, copy)
        if (await store.isKnown(name, hash)) return name
        const isFree = (await ports.references.bookings.referenceFor(name)) === name
        if (isFree && (await store.ofReference(name)) === null) return name
      }
    },
    orders: { ...createOrders({ ...ports, ...made, feed: feed.settings }), close: runs.close },
    orderBoard: createOrderBoard({ ...ports, ...made }),
  }
}
