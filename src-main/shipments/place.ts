/** Slots in a millisecond; shipments created at the same instant take one each. */
const SLOTS = 16
/** The year 9999: a time beyond it is some system's word for "never". */
const LATEST_MS = 253_402_300_799_999

/**
 * The position of a shipment in the order of creation, as a row number: newest is highest, so that the newest of what
 * matches is found without sorting. Shipments of one instant take the slots after it in no promised order; a thousand
 * of them spread over some milliseconds rather than making each insert look at a thousand slots.
 *
 * @param createdMs milliseconds since 1970
 * @param isTaken is this row number in use?
 */
export function placeOf(createdMs: number, shipmentId: string, isTaken: (place: number) => boolean): number {
  const base = Math.min(Math.max(0, createdMs), LATEST_MS) * SLOTS
  const hash = hashOf(shipmentId)
  for (let attempt = 0, width = SLOTS; ; attempt++) {
    const place = base + ((hash + attempt * 7) % width)
    if (!isTaken(place)) return place
    if (attempt % 8 === 7) width *= 4
  }
}

/** The lowest place a shipment created at that moment can have. */
export function placeFrom(createdMs: number): number {
  return createdMs * SLOTS
}

/** FNV-1a, 32 bits: spreads ids, protects nothing. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}
