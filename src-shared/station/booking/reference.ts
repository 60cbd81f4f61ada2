/** A paid booking under a reference, or a possible one. */
export interface ReferenceUser {
  /** Null: it was not booked at this station. */
  bookingId: string | null
  shipmentId: string | null
  /** The current reference at the service; with a suffix when the first under it was canceled. */
  reference: string
  carrierName: string
  consigneeName: string
  /** Of the booking, or of the shipment that another place booked. */
  state: string
  /** When it was booked, ISO 8601; null: unknown. */
  at: string | null
}

export interface ReferenceUse {
  /** The reference that a new booking would get. */
  reference: string
  /** A suffix would be added. */
  isTaken: boolean
  /** Null: nothing is paid for under it. */
  usedBy: ReferenceUser | null
}
