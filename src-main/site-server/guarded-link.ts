import { AsyncLocalStorage } from 'node:async_hooks'
import type { BookingClient, BookingLink } from '../booking/outbox/booking-client.ts'
import type { FreightClient } from '../freight/client.ts'
import { FreightError } from '../freight/http/failure.ts'
import type { ServiceAccessSource } from '../freight/http/transport.ts'
import type { Permits } from './sender/permits.ts'

const sendOf = new AsyncLocalStorage<{ reference: string }>()

/**
 * The last look before the first byte of a booking leaves, after every wait for the rate limit: is its permit still good? A
 * sender that slept meanwhile, with its machine or under a debugger, sends nothing that another may look for by now.
 */
export function guardedAccess(access: ServiceAccessSource, permits: Pick<Permits, 'isFresh'>): ServiceAccessSource {
  return async () => {
    const door = await access()
    const send = sendOf.getStore()
    if (send && !permits.isFresh(send.reference)) {
      throw new FreightError('unsent', {
        code: 'INTERRUPTED',
        message: 'The permit to send this booking is over. Nothing was sent; it is taken anew.',
        retryable: true,
      })
    }
    return door
  }
}

/** The outbox's link, whose bookings go out under their permits alone. */
export function guardedLink(key: string, client: FreightClient): BookingLink {
  const guarded = (inner: FreightClient): BookingClient => ({
    ...inner,
    bookShipment: (request) => sendOf.run({ reference: request.reference ?? '' }, () => inner.bookShipment(request)),
    bookLoad: (loadId, request) =>
      sendOf.run({ reference: request.reference ?? '' }, () => inner.bookLoad(loadId, request)),
  })
  return { key, client: { ...guarded(client), at: (priority) => guarded(client.at(priority)) } }
}
