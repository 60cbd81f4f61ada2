/** A place as people and carriers write it. */
export interface Place {
  city: string | null
  state: string | null
  country: string | null
}

/** Shipments under way that were last reported to be here. */
export interface ShipmentPlace extends Place {
  count: number
  /** Of `count`, those in an exception or expected before now. */
  troubled: number
  /** The newest of them, at most MOST_AT_PLACE. */
  shipmentIds: string[]
}
export const MOST_AT_PLACE = 50

/** Where shipments under way are; one without a report yet is at its origin. */
export interface ShipmentPlaces {
  /** The most first. */
  places: ShipmentPlace[]
  /** False: only the newest MOST_PLACED shipments were looked at. */
  isComplete: boolean
}
export const MOST_PLACED = 20_000
