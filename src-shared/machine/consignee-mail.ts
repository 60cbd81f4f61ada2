import { isDelivered, isInException } from './shipment.ts'
import { isOneOf } from './one-of.ts'

/** What a consignee is notified of. */
export const CONSIGNEE_EVENTS = ['shipped', 'out-for-delivery', 'delivered', 'exception'] as const
export type ConsigneeEvent = (typeof CONSIGNEE_EVENTS)[number]

/** An event, or a shipment's papers, which a person sends. */
export const CONSIGNEE_MAIL_KINDS = [...CONSIGNEE_EVENTS, 'papers'] as const
export type ConsigneeMailKind = (typeof CONSIGNEE_MAIL_KINDS)[number]

/**
 * The states of an e-mail to a consignee.
 * DUE: not sent yet; a server that could not take it is tried again. SENDING: the server may have it. SENT: the server took
 * it. REFUSED: the server refused the address or the text for good, or did not take papers, which only a person sends again. UNKNOWN: the connection broke off while the server may
 * have taken it; it is never sent again. OUTDATED: something newer happened first, or the e-mails were switched off.
 * PRACTICE: the embedded service's shipments do not exist, so it is shown and not sent.
 */
export const CONSIGNEE_MAIL_STATES = ['DUE', 'SENDING', 'SENT', 'UNKNOWN', 'REFUSED', 'OUTDATED', 'PRACTICE'] as const
export type ConsigneeMailState = (typeof CONSIGNEE_MAIL_STATES)[number]

const SHIPPED = ['PICKED_UP', 'IN_TRANSIT'] as const

/** The event that a shipment's status is; null: none that a consignee is notified of. `occasion` distinguishes two of one kind. */
export function consigneeEventOf(shipment: {
  status: string
  exceptionCode: string | null
}): { event: ConsigneeEvent; occasion: string } | null {
  const { status } = shipment
  if (isOneOf(status, SHIPPED)) return { event: 'shipped', occasion: '' }
  if (status === 'OUT_FOR_DELIVERY') return { event: 'out-for-delivery', occasion: '' }
  if (isDelivered(shipment)) return { event: 'delivered', occasion: '' }
  if (isInException(shipment)) return { event: 'exception', occasion: shipment.exceptionCode ?? '' }
  return null
}
