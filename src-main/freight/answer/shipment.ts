import { z } from 'zod'
import { SHIPMENT_STATUSES } from '../../../src-shared/freight/shipment.ts'
import { success, tracedMeta } from './envelope.ts'
import * as field from './field.ts'

/**
 * The service's data of a shipment. Only its id is indispensable: it proves that there is one, and everything else
 * can be requested by it.
 */

/** A shipment without a reported state counts as booked: never further than the service's report. */
const status = field.word(SHIPMENT_STATUSES).transform((reported) => reported ?? 'PENDING')

const shared = {
  trackingNumber: field.text,
  status,
  provider: field.text,
  service: field.text,
  totalCost: field.amount,
  currency: field.currency,
  estimatedDelivery: field.dueTime,
  actualDelivery: field.timestamp,
  createdAt: field.timestamp,
}

const booked = {
  ...shared,
  shipmentId: field.neededId,
  proNumber: field.text,
  estimatedPickup: field.dueTime,
}

/** `data` of POST /book-shipment and POST /book/{loadId}. */
const bookedAnswer = z
  .object({ ...booked, loadId: field.anyId, bolNumber: field.text })
  .superRefine(field.pricedIn('totalCost'))

/** The whole answer, with the service's own id of the request; undefined: it names none. */
export const bookingAnswer = z
  .object({ success, data: bookedAnswer, meta: tracedMeta })
  .transform(({ data, meta }) => ({ ...data, requestId: meta?.requestId }))
export type Booked = z.output<typeof bookedAnswer> & { requestId?: string | undefined }

/** Element of GET /shipments. */
export const summaryAnswer = z
  .object({ shipmentId: field.neededId, ...shared, reference: field.text })
  .superRefine(field.pricedIn('totalCost'))
export type SummaryAnswer = z.output<typeof summaryAnswer>

const addressAnswer = z.object({
  address1: field.text,
  address2: field.text,
  city: field.text,
  state: field.text,
  postalCode: field.text,
  country: field.country,
  companyName: field.text,
  contactName: field.text,
  phone: field.text,
  email: field.text,
})
export type AddressAnswer = z.output<typeof addressAnswer>

const partyAnswer = z.object({
  companyName: field.text,
  contactName: field.text,
  phone: field.text,
  email: field.text,
})
export type PartyAnswer = z.output<typeof partyAnswer>

const cargoAnswer = z.object({ quantity: field.count, weight: field.number, description: field.text })

/** The interface shows no number of a pickup: what services call it that give one, the likeliest first. */
const PICKUP_NUMBERS = ['pickupConfirmationNumber', 'pickupConfirmation', 'pickupNumber', 'confirmationNumber'] as const
const pickupNumbers = {
  pickupConfirmationNumber: field.text,
  pickupConfirmation: field.text,
  pickupNumber: field.text,
  confirmationNumber: field.text,
} satisfies Record<(typeof PICKUP_NUMBERS)[number], unknown>

/** What the carrier asks for when it is called about the pickup; null: the service gives none. */
export function pickupNumberOf(reported: Pick<DetailAnswer, (typeof PICKUP_NUMBERS)[number]>): string | null {
  return PICKUP_NUMBERS.map((name) => reported[name]).find((number) => number !== undefined) ?? null
}

/** `data` of GET /tracking/lookup/{loadId}. */
export const detailAnswer = z
  .object({
    ...booked,
    ...pickupNumbers,
    originAddress: field.part(addressAnswer),
    destinationAddress: field.part(addressAnswer),
    cargo: field.list(cargoAnswer),
    shipperInfo: field.part(partyAnswer),
    consigneeInfo: field.part(partyAnswer),
    reference: field.text,
    instructions: field.text,
    actualPickup: field.timestamp,
    updatedAt: field.timestamp,
  })
  .superRefine(field.pricedIn('totalCost'))
export type DetailAnswer = z.output<typeof detailAnswer>
