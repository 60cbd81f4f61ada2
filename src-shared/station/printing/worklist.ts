/** One order that is to be packed. */
export interface WorkOrder {
  shipmentId: string
  reference: string
  consigneeName: string
  destination: string
  /** Null: unknown. */
  pieces: number | null
  /** YYYY-MM-DD; before the day of the list: it was left behind. */
  pickupDate: string
  /** Its label waits in the queue of a printer, or a person has to say whether it came out. */
  isAtPrinter: boolean
}

/** The orders of one carrier. */
export interface WorkGroup {
  carrier: string
  /** When its truck leaves on that day, ISO 8601 in UTC; null: not given. */
  leavesAt: string | null
  place: string | null
  /** Of its dispatch; null: not given. */
  phone: string | null
  /** Orders of the day whose label is out. */
  done: number
  /** Orders whose label is not, with those left behind. */
  left: number
  /** Of `left`, those of an earlier day. */
  leftBehind: number
  /** Of `left`, in the order they were booked, those left behind first; as many as the list has room for. */
  orders: WorkOrder[]
}

/**
 * The orders to pack on a day: carriers by when their truck leaves, missed ones and those with orders left behind
 * first.
 */
export interface Worklist {
  /** YYYY-MM-DD at the station. */
  day: string
  done: number
  left: number
  groups: WorkGroup[]
  /** Later pickup days that have orders to pack, within a week. */
  ahead: { day: string; left: number }[]
  /** False: there are so many orders that the numbers are "at least". */
  isComplete: boolean
}
