/** What was paid for under a reference, or may be. */
export interface ReferenceUser {
  /** Null: it was not booked at this station. */
  bookingId: string | null
  shipmentId: string | null
  /** As it is there; with a suffix when the first under it was called off. */
  reference: string
  carrierName: string
  consigneeName: string
  /** Of the booking, or of the shipment that another place booked. */
  state: string
  /** When it was booked, ISO 8601; null: nobody said. */
  at: string | null
}

export interface ReferenceUse {
  /** What a booking that wants it would be called. */
  reference: string
  /** A suffix would be added. */
  isTaken: boolean
  /** Null: nothing is paid for under it. */
  usedBy: ReferenceUser | null
}
