import type { FreightClient } from '../../freight/client.ts'

/** The part of the interface that the outbox uses. */
export type BookingClient = Pick<
  FreightClient,
  | 'bookShipment'
  | 'bookLoad'
  | 'listShipments'
  | 'lookUpShipment'
  | 'requestQuote'
  | 'requestCrossBorderQuote'
  | 'updateShipment'
  | 'cancelShipment'
>

/** The service in use, as far as the outbox needs it. */
export interface BookingLink {
  /** What bookings are filed under. */
  key: string
  /** A person's calls; `at('booking')` are the background calls. */
  client: BookingClient & { at(priority: 'booking'): BookingClient }
}
