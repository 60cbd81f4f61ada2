import { createdAfterDay, createdTimes, isReadBackTo } from '../../freight/created-day.ts'
import { FreightError, isOfOneAlone } from '../../freight/http/failure.ts'
import type { ShipmentListPage } from '../../freight/resources/shipments.ts'
import type { BookingClient } from '../outbox/booking-client.ts'

/** How a look lists shipments: whichever filters the service heeds, what it may have booked lately comes first. */
export const NEWEST_FIRST = { sort: 'createdAt', order: 'desc', limit: 100 } as const
/** How far the clocks of station and service may be apart. */
const CLOCKS_APART_MS = 60 * 60 * 1000

/**
 * Shipments made since a moment, newest first, page by page, some older ones with them. Whether the service heeds the filter,
 * or refuses it, decides nothing: what is newest comes first.
 * @throws FreightError when the service cannot be asked
 */
export async function* madeSince(
  client: Pick<BookingClient, 'listShipments'>,
  moment: Date,
  maxPages: number,
): AsyncGenerator<ShipmentListPage> {
  const since = moment.getTime() - CLOCKS_APART_MS
  let filter: { createdAfter?: string } = { createdAfter: createdAfterDay(since) }
  for (let page = 1; page <= maxPages; page++) {
    const asked = { ...NEWEST_FIRST, page }
    const first = page > 1 ? null : await filtered(client, { ...asked, ...filter })
    if (page === 1 && first === null) filter = {}
    const read = first ?? (await client.listShipments({ ...asked, ...filter }))
    yield read
    if (!read.hasNext || isReadBackTo(createdTimes(read.shipments), since)) return
  }
}

/** The page; null when the filter is refused, or leaves nothing, as one does that is read in another way. */
async function filtered(
  client: Pick<BookingClient, 'listShipments'>,
  query: Parameters<BookingClient['listShipments']>[0],
): Promise<ShipmentListPage | null> {
  try {
    const page = await client.listShipments(query)
    return page.shipments.length === 0 ? null : page
  } catch (error) {
    if (!(error instanceof FreightError) || !isOfOneAlone(error)) throw error
    return null
  }
}
