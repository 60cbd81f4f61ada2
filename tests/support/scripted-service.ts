import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { changeStore } from '../../src-main/booking/changes/shipment-changes.rows.ts'
import { createOutbox } from '../../src-main/booking/outbox/outbox.ts'
import type { Clock } from '../../src-main/kernel/clock.ts'
import type { SqliteDatabase } from '../../src-main/kernel/sqlite/database.ts'
import type { BookingClient, BookingLink } from '../../src-main/booking/outbox/booking-client.ts'
import { FreightError } from '../../src-main/freight/http/failure.ts'
import type { DirectBooking } from '../../src-shared/freight/booking.ts'
import { countingIds } from './fake-clock.ts'
import { palletsToChicago } from './freight.ts'

/** What the wire does to a call: `lost-after` is carried out and its answer lost, `lost-before` is neither. */
export const OUTCOMES = ['fine', 'lost-after', 'lost-before', 'unsent', 'limited', 'refused'] as const
export type Outcome = (typeof OUTCOMES)[number]

interface Held {
  shipmentId: string
  reference: string
  status: string
}

/** A service in memory behind a wire whose failures are scripted; looks may fail too. */
export function scriptedService(script: readonly Outcome[]) {
  const shipments: Held[] = []
  let at = 0
  const next = (): Outcome => script[at++] ?? 'fine'
  const failure = (outcome: Outcome): FreightError => {
    const said = { code: 'CONNECTION_LOST' as const, message: outcome, retryable: true }
    if (outcome === 'unsent') return new FreightError('unsent', { ...said, code: 'SERVICE_UNREACHABLE' })
    if (outcome === 'limited') return new FreightError('refused', { ...said, code: 'RATE_LIMIT_ERROR' }, 1000)
    if (outcome === 'refused') return new FreightError('refused', { ...said, code: 'INVALID_REQUEST' })
    return new FreightError('uncertain', said)
  }
  const over = async <T>(act: () => T, canRefuse = true): Promise<T> => {
    const said = next()
    const outcome = said === 'refused' && !canRefuse ? 'fine' : said
    await new Promise((resolve) => setImmediate(resolve))
    if (outcome === 'fine') return act()
    if (outcome === 'lost-after') act()
    throw failure(outcome)
  }
  const view = ({ shipmentId, status, reference }: Held) => ({ shipmentId, status, reference })
  const calls: BookingClient = {
    bookShipment: (request) =>
      over(() => {
        const made = {
          shipmentId: `SHP-${shipments.length + 1}`,
          reference: request.reference ?? '',
          status: 'PENDING',
        }
        shipments.push(made)
        return view(made)
      }),
    listShipments: ({ reference }) =>
      over(() => {
        const found = shipments.filter((shipment) => shipment.reference === reference).map(view)
        return { shipments: found, quarantined: [], hasNext: false, total: found.length, asOf: null }
      }, false),
    lookUpShipment: (shipmentId) =>
      over(() => {
        const found = shipments.find((shipment) => shipment.shipmentId === shipmentId)
        if (!found) throw new FreightError('refused', { code: 'SHIPMENT_NOT_FOUND', message: 'no' })
        return view(found)
      }, false),
    cancelShipment: (shipmentId) =>
      over(() => {
        const found = shipments.find((shipment) => shipment.shipmentId === shipmentId)
        if (found) found.status = 'CANCELLED'
        return { answer: { shipmentId, status: 'CANCELLED' }, requestId: undefined }
      }, false),
    bookLoad: () => Promise.reject(new Error('not used here')),
    updateShipment: () => over(() => ({ requestId: undefined })),
    requestQuote: () => Promise.reject(new Error('not used here')),
    requestCrossBorderQuote: () => Promise.reject(new Error('not used here')),
  }
  const client: BookingLink['client'] = { ...calls, at: () => calls }
  return { shipments, link: (): BookingLink => ({ key: 'embedded', client }) }
}

/** A booking that needs no quote. */
export function directBooking(reference: string): DirectBooking {
  const { originAddress, destinationAddress, cargo } = palletsToChicago()
  return { originAddress, destinationAddress, cargo, service: { provider: 'P', service: 'S' }, reference }
}

type OutboxOptions = Parameters<typeof createOutbox>[0]

/** An outbox of its own on a ledger, where no quote ends and nobody listens. */
export function outboxOn(
  db: SqliteDatabase,
  clock: Clock,
  more: Pick<OutboxOptions, 'link' | 'onFault'> & Partial<OutboxOptions>,
) {
  const bookings = bookingStore(db, clock)
  const outbox = createOutbox({
    bookings,
    changes: changeStore(db, clock),
    guard: { isClaimed: bookings.isClaimed, wasSeenBefore: async () => false },
    clock,
    ids: countingIds(),
    priceTolerance: async () => 0,
    quoteAgain: () => Promise.reject(new Error('no quote ends here')),
    restoredFrom: async () => null,
    knowsShipment: async () => false,
    onChange: () => undefined,
    onBooked: () => undefined,
    onShipmentChange: () => undefined,
    ...more,
  })
  return { bookings, outbox }
}
