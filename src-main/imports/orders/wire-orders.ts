import { after } from '../../../src-node/runtime/wait.ts'
import { isOneOf } from '../../../src-shared/machine/one-of.ts'
import { OUTGOING_BOOKINGS } from '../../../src-shared/machine/booking.ts'
import type { StationEvent } from '../../../src-shared/station/app/events.ts'
import { openOrderFeed, type FeedPorts } from './feed.ts'
import { createOrders, type OrdersPorts } from './orders.ts'
import type { Subscribers } from '../../kernel/subscribers.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import type { BookingReader } from '../../booking/bookings.rows.ts'
import { orderFileStore } from './order-files.rows.ts'
import { orderStore } from './orders.rows.ts'

/** How long a packer waits for a booking; a longer one continues in the background. */
const SETTLED_MS = 15_000

type Given = Omit<FeedPorts, 'orders' | 'files'> & Omit<OrdersPorts, 'store' | 'feed' | 'booking' | 'settled'>

interface OrderParts extends Given {
  ledger: SqliteDatabase
  bookings: Pick<BookingReader, 'get'>
  events: Subscribers<StationEvent>
}

/** Orders of other systems, and the folder that they come in. */
export async function wireOrders({ ledger, bookings, events, ...ports }: OrderParts) {
  const store = orderStore(ledger, ports.clock)
  const feed = await openOrderFeed({ ...ports, orders: store, files: orderFileStore(ledger, ports.clock) })
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

  return { feed, orders: createOrders({ ...ports, store, feed: feed.settings, booking: bookings.get, settled }) }
}
