import { createHash } from 'node:crypto'
import type { Address, Party } from '../../src-shared/freight/address.ts'
import type { DocumentSource } from '../../src-shared/freight/document-template.ts'
import { timestamp } from '../clock.ts'
import type { SandboxDatabase } from '../database.ts'
import { carrierNamed } from '../rating/carriers.ts'
import type { ShipmentRecord } from '../shipments/store.ts'
import { eventsOf, type EventRecord } from '../tracking/store.ts'

/** The subject of a document. */
export interface DocumentSubject {
  shipment: ShipmentRecord
  delivery: Delivery | null
  source: DocumentSource | null
}

/** A delivery that was signed for. */
export interface Delivery extends EventRecord {
  recipient: string
  /** Earlier exceptions, the oldest first. */
  exceptions: EventRecord[]
}

/** The content that a document of this shipment can have now. */
export function subjectOf(
  db: SandboxDatabase,
  shipment: ShipmentRecord,
  source: DocumentSource | null,
  now: number,
): DocumentSubject {
  return { shipment, delivery: deliveryOf(db, shipment, now), source }
}

function deliveryOf(db: SandboxDatabase, { shipmentId, actualDelivery }: ShipmentRecord, now: number): Delivery | null {
  if (actualDelivery === null) return null
  const events = eventsOf(db, shipmentId, now)
  const delivery = events.find(({ status, recipient }) => status === 'DELIVERED' && recipient !== null)
  if (!delivery || delivery.recipient === null) return null
  const exceptions = events.filter(({ status }) => status === 'EXCEPTION').toReversed()
  return { ...delivery, recipient: delivery.recipient, exceptions }
}

/** Changes when anything changes that a document shows. */
export function digestOf({ shipment, delivery, source }: DocumentSubject): string {
  const { reference, instructions, origin, destination, cargo, shipper, consignee } = shipment
  const shown = { reference, instructions, origin, destination, cargo, shipper, consignee }
  return createHash('sha256')
    .update(JSON.stringify([shown, isVoid(shipment), delivery?.eventId ?? null, source]))
    .digest('hex')
}

/** A canceled shipment's papers must not move freight. */
export function isVoid({ status }: ShipmentRecord): boolean {
  return status === 'CANCELLED'
}

export function crossesBorder({ origin, destination }: ShipmentRecord): boolean {
  return origin.country !== destination.country
}

/** The carrier's code; carriers of old shipments may have gone. */
export function scacOf({ provider }: ShipmentRecord): string {
  return carrierNamed(provider)?.scac ?? ''
}

/** The lines of an address, as printed. */
export function addressLines(address: Address, party: Party): string[] {
  return present([
    party.companyName,
    party.contactName,
    address.address1,
    address.address2,
    `${address.city}, ${address.state} ${address.postalCode}${address.country === 'US' ? '' : ` ${address.country}`}`,
  ])
}

/** How a party is reached, in one line. */
export function contactLines({ phone, email }: Party): string[] {
  return present([present([phone, email]).join(' · ')])
}

export function present(lines: readonly (string | null | undefined)[]): string[] {
  return lines.filter((line): line is string => line !== undefined && line !== null && line !== '')
}

/** For people: 2026-11-21 14:30 UTC. */
export function momentText(ms: number): string {
  return `${timestamp(ms).slice(0, 16).replace('T', ' ')} UTC`
}

/** For people: LTL STANDARD. */
export function serviceText({ service }: ShipmentRecord): string {
  return service.replaceAll('_', ' ')
}
