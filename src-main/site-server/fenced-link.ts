import { AsyncLocalStorage } from 'node:async_hooks'
import type { BookingClient, BookingLink } from '../booking/outbox/booking-client.ts'
import type { FreightClient } from '../freight/client.ts'
import { FreightError } from '../freight/http/failure.ts'
import type { ServiceAccessSource } from '../freight/http/transport.ts'
import type { FencingTokens } from './sender/fencing-tokens.ts'

const sendOf = new AsyncLocalStorage<{ reference: string }>()

/**
 * The last look before the first byte of a booking leaves, after every wait for the rate limit: is its fencing token still good? A
 * sender that slept meanwhile, with its machine or under a debugger, sends nothing that another may look for by now.
 */
export function fencedAccess(
  access: ServiceAccessSource,
  fencingTokens: Pick<FencingTokens, 'isFresh'>,
): ServiceAccessSource {
  return async () => {
    const door = await access()
    const send = sendOf.getStore()
    if (send && !fencingTokens.isFresh(send.reference)) {
      throw new FreightError('unsent', {
        code: 'INTERRUPTED',
        message: 'The fencing token of this send expired. Nothing was sent; the booking is queued again.',
        retryable: true,
      })
    }
    return door
  }
}

/** The outbox's link, whose bookings go out under their fencing tokens alone. */
export function fencedLink(key: string, client: FreightClient): BookingLink {
  const fenced = (inner: FreightClient): BookingClient => ({
    ...inner,
    bookShipment: (request) => sendOf.run({ reference: request.reference ?? '' }, () => inner.bookShipment(request)),
    bookLoad: (loadId, request) =>
      sendOf.run({ reference: request.reference ?? '' }, () => inner.bookLoad(loadId, request)),
  })
  return { key, client: { ...fenced(client), at: (priority) => fenced(client.at(priority)) } }
}
