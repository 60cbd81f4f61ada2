import { SEVERITY_OF } from '../../src-shared/station/inbox/due.ts'
import type { Clock } from '../kernel/clock.ts'
import type { ShipmentStore } from '../shipments/shipments.rows.ts'
import { shipmentClaimed } from '../booking/booking-write.rows.ts'
import type { DoubledBooking, SharingBooking } from './doubled-bookings.rows.ts'
import type { OpenItem } from './inbox.rows.ts'

export interface DoubledPorts {
  shipments: Pick<ShipmentStore, 'openReferences' | 'get' | 'wasSeenBefore'>
  bookings: (shipments: readonly { shipmentId: string; reference: string }[]) => DoubledBooking[]
  sharing: (shipments: readonly { shipmentId: string }[]) => SharingBooking[]
  clock: Clock
}

const DAY_MS = 24 * 60 * 60 * 1000
/** A booking older than this has ended, or was seen. */
const LOOK_BACK_MS = 14 * DAY_MS
/** The clocks here and at the service may differ, by no more than a day. */
const CLOCKS_MS = DAY_MS
const MOST_LOOKED_AT = 5_000

export interface DoubledNow {
  /**
   * Shipments under way that carry the reference of a booking from here and are no booking's: most likely one order, paid for
   * twice. It goes away when it is canceled, or when a booking has it.
   */
  doubled: OpenItem[]
  /** Bookings with the shipment of another one here or at the site: most likely one of the two orders was never booked. */
  sharing: OpenItem[]
}

export async function doubledNow({ shipments, bookings, sharing, clock }: DoubledPorts): Promise<DoubledNow> {
  const since = new Date(clock.now().getTime() - LOOK_BACK_MS)
  const open = await shipments.openReferences(since, MOST_LOOKED_AT)
  const openNow: OpenItem[] = []
  for (const doubled of bookings(open)) {
    const shipment = await shipments.get(doubled.shipmentId)
    if (!shipment || (await isOlder(shipment, doubled, shipments))) continue
    const { shipmentId, trackingNumber, provider } = shipment
    openNow.push({
      subjectId: shipmentId,
      occasion: doubled.bookingId,
      severity: SEVERITY_OF.doubled,
      label: doubled.reference,
      text: `${doubled.ownShipmentId ?? doubled.state} + ${[trackingNumber ?? shipmentId, provider].join(', ')}`,
    })
  }
  return { doubled: openNow, sharing: sharing(open).map(ofSharing) }
}

function ofSharing({ bookingId, reference, shipmentId, others }: SharingBooking): OpenItem {
  const { code, message } = shipmentClaimed(shipmentId, others)
  return {
    subjectId: bookingId,
    occasion: shipmentId,
    severity: SEVERITY_OF.booking,
    label: `${reference}, ${others}`,
    text: message,
    code,
  }
}

/** It was there before the booking was made: another order of the same name. */
async function isOlder(
  { shipmentId, createdAt }: { shipmentId: string; createdAt: string | null },
  booking: DoubledBooking,
  shipments: DoubledPorts['shipments'],
): Promise<boolean> {
  const bookedAt = new Date(booking.createdAt)
  if (createdAt !== null && Date.parse(createdAt) < bookedAt.getTime() - CLOCKS_MS) return true
  return shipments.wasSeenBefore(shipmentId, bookedAt)
}
