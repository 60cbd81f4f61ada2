import { z } from 'zod'

/** When a carrier's truck leaves, on every day that it picks up; the station's own time. */
const cutoffSchema = z.object({
  /** The carrier's name as bookings have it; capitals do not matter. */
  carrier: z.string().trim().min(1, 'the carrier is required').max(120),
  /** HH:MM, of 24 hours. */
  time: z
    .string()
    .max(5, 'a time is HH:MM')
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time is HH:MM'),
  /** Where it stands, "door 3"; absent: nobody said. */
  place: z.string().trim().max(40).optional(),
})
export type Cutoff = z.output<typeof cutoffSchema>

export const cutoffsSchema = z.array(cutoffSchema).max(100, 'cutoffs hold at most 100 carriers')

/** One order that is to be packed. */
export interface WorkOrder {
  shipmentId: string
  reference: string
  consigneeName: string
  destination: string
  /** Null: nobody knows. */
  pieces: number | null
  /** YYYY-MM-DD; before the day of the list: it was left behind. */
  pickupDate: string
  /** Its label waits in the queue of a printer, or somebody has to say whether it came out. */
  isAtPrinter: boolean
}

/** What goes with one carrier. */
export interface WorkGroup {
  carrier: string
  /** When its truck leaves on that day, ISO 8601 in UTC; null: nobody said. */
  leavesAt: string | null
  place: string | null
  /** Orders of the day whose label is out. */
  done: number
  /** Orders whose label is not, with those left behind. */
  left: number
  /** Of `left`, those of an earlier day. */
  leftBehind: number
  /** Of `left`, in the order they were booked, those left behind first; as many as the list has room for. */
  orders: WorkOrder[]
}

/** What is to be packed on a day: carriers by when their truck leaves, missed ones and those with orders left behind first. */
export interface Worklist {
  /** YYYY-MM-DD at the station. */
  day: string
  done: number
  left: number
  groups: WorkGroup[]
  /** False: there are so many orders that the numbers are "at least". */
  isComplete: boolean
}
