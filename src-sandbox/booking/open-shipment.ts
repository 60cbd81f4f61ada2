import type { Address, Party } from '../../src-shared/freight/address.ts'
import type { QuoteBooking } from '../../src-shared/freight/booking.ts'
import type { Cargo } from '../../src-shared/freight/cargo.ts'
import type { LabelFormat } from '../../src-shared/freight/document.ts'
import { charge } from '../account/account.ts'
import type { Day } from '../calendar.ts'
import type { SandboxDatabase } from '../database.ts'
import type { Settings } from '../fault-api/settings.ts'
import { documentOrder } from '../documents/order.ts'
import { labelDocuments } from '../documents/store.ts'
import { FreightFailure } from '../http/failure.ts'
import { outcomeOf } from '../lifecycle/outcome.ts'
import { estimateOn, planLifecycle, type BorderStop } from '../lifecycle/plan.ts'
import type { Location } from '../locations/location.ts'
import type { Locations } from '../locations/locations.ts'
import { nextBolNumber, nextProNumber, nextTrackingNumber } from '../numbers.ts'
import { newId } from '../random.ts'
import { carrierNamed } from '../rating/carriers.ts'
import { insertShipment, shipmentExists, type ShipmentRecord } from '../shipments/store.ts'
import { announceBooking } from '../webhooks/shipment-events.ts'

export interface BookingContext {
  db: SandboxDatabase
  locations: Locations
  /** Terminals, as places. */
  hubs: readonly Location[]
  settings: Settings
}

/** The booked freight, from any endpoint and form. */
export interface Order {
  /** The numbers that the quote keeps for its first booking; null: there was no quote. */
  reserved: { loadId: string; bolNumber: string } | null
  origin: { address: Address; location: Location }
  destination: { address: Address; location: Location }
  cargo: Cargo[]
  weightLb: number
  pieces: number
  provider: string
  scac: string
  service: string
  totalCents: number
  pickupDay: Day
  deliveryDay: Day
  transitDays: number
  /** Terminals on the way, in order. */
  hubs: readonly [Location, ...Location[]]
  /** Where customs inspect the freight, when a quote named a place. */
  border?: BorderStop
}

/** The optional fields of every form of a booking. */
export type BookingExtras = Pick<QuoteBooking, 'shipperInfo' | 'consigneeInfo' | 'reference' | 'instructions'>

/**
 * Opens a shipment: its numbers, its life, its labels and its charge; call it within a transaction.
 * @throws FreightFailure INSUFFICIENT_FUNDS, PROVIDER_ERROR.
 */
export function openShipment(
  { db, settings }: Pick<BookingContext, 'db' | 'settings'>,
  order: Order,
  extras: BookingExtras,
  labelFormat: LabelFormat,
  now: number,
): ShipmentRecord {
  const { origin, destination, pickupDay, deliveryDay, scac } = order
  const proPrefix = carrierNamed(order.provider)?.proPrefix
  if (proPrefix === undefined) {
    throw new FreightFailure('PROVIDER_ERROR', `${order.provider} does not carry for this service any more.`)
  }
  const crossesBorder = origin.location.country !== destination.location.country
  // The first booking of a quote takes the load id and BOL number that the quote reserved; a second one gets its own.
  const reserved = order.reserved !== null && !shipmentExists(db, order.reserved.loadId) ? order.reserved : null
  const shipmentId = reserved?.loadId ?? newId('SHP')
  const shipper = partyOf(extras.shipperInfo, origin.address)
  const consignee = partyOf(extras.consigneeInfo, destination.address)
  const record: ShipmentRecord = {
    shipmentId,
    trackingNumber: nextTrackingNumber(db, scac),
    proNumber: nextProNumber(db, scac, proPrefix),
    bolNumber: reserved?.bolNumber ?? nextBolNumber(db),
    status: 'PENDING',
    provider: order.provider,
    service: order.service,
    reference: extras.reference ?? null,
    instructions: extras.instructions ?? null,
    totalCents: order.totalCents,
    currency: 'USD',
    weightLb: order.weightLb,
    pieces: order.pieces,
    labelFormat,
    pickupDay,
    origin: origin.address,
    destination: destination.address,
    cargo: order.cargo,
    shipper,
    consignee,
    estimatedPickup: estimateOn(pickupDay),
    estimatedDelivery: estimateOn(deliveryDay),
    actualPickup: null,
    actualDelivery: null,
    createdAt: now,
    updatedAt: now,
  }
  const lifecycle = planLifecycle(
    {
      shipmentId,
      bookedAt: now,
      pickupDay,
      deliveryDay,
      transitDays: order.transitDays,
      origin,
      destination,
      hubs: order.hubs,
      border: order.border,
      recipient: consignee.contactName ?? consignee.companyName ?? 'Receiving',
    },
    settings.fates === 'smooth' ? { kind: 'smooth' } : outcomeOf(shipmentId, crossesBorder),
  )
  insertShipment(db, record, lifecycle)
  charge(db, { isLimited: settings.balanceMinor !== null, shipmentId, cents: record.totalCents }, now)
  labelDocuments(db, record, documentOrder({ type: 'SHIPPING_LABEL', format: labelFormat }), now)
  announceBooking(db, record)
  return record
}

/** The party that was named, completed from the address. */
function partyOf(party: Party | undefined, address: Party): Party {
  const { companyName, contactName, phone, email } = { ...definedOf(address), ...definedOf(party ?? {}) }
  return { companyName, contactName, phone, email }
}

function definedOf(party: Party): Party {
  return Object.fromEntries(Object.entries(party).filter(([, value]) => value !== undefined && value !== ''))
}
