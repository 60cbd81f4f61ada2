import { z } from 'zod'
import { MAY_HAVE_COME_OUT, ON_ITS_WAY, OUT } from '../../src-shared/machine/print-job.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { jobsThat, labelsOf } from '../printing/queue/print-job-sql.rows.ts'
import { IS_NOT_CALLED_OFF } from '../booking/booking-row.rows.ts'

/** A booked order with the fields of the packing list. */
export interface PackWorkRow {
  shipmentId: string
  reference: string
  carrier: string
  consigneeName: string
  destination: string
  /** YYYY-MM-DD */
  pickupDate: string
  /** Its label is out. */
  isOut: boolean
  /** Its label is on its way, or may have come out. */
  isAtPrinter: boolean
}

const rowSchema = z.object({
  shipment_id: z.string(),
  reference: z.string(),
  carrier: z.string(),
  consignee: z.string(),
  destination: z.string(),
  pickup: z.string(),
  is_out: z.int(),
  is_at_printer: z.int(),
})

const hasLabelJob = (condition: string) =>
  `EXISTS (SELECT 1 FROM print_job p WHERE p.shipment_id = b.shipment_id AND ${labelsOf('p')} AND ${condition})`

/** Booked orders of a range of pickup days; the newest days first, so that the index ends the walk at the limit. */
const SELECT_WORK = `SELECT b.shipment_id, b.reference, b.summary ->> 'carrierName' AS carrier,
    b.summary ->> 'consigneeName' AS consignee, b.summary ->> 'destination' AS destination,
    b.summary ->> 'pickupDate' AS pickup, ${hasLabelJob(jobsThat(OUT, 'p'))} AS is_out,
    ${hasLabelJob(`(${jobsThat(ON_ITS_WAY, 'p')} OR ${jobsThat(MAY_HAVE_COME_OUT, 'p')})`)} AS is_at_printer
  FROM (SELECT seq FROM booking WHERE environment = @environment AND summary ->> 'pickupDate' BETWEEN @from AND @until
      ORDER BY summary ->> 'pickupDate' DESC LIMIT @limit) n JOIN booking b ON b.seq = n.seq
  WHERE b.state = 'BOOKED' AND b.shipment_id IS NOT NULL AND ${IS_NOT_CALLED_OFF}
  ORDER BY b.seq`

export type PackWork = ReturnType<typeof packWork>

/** Orders to pack, from the ledger. */
export function packWork(db: SqliteDatabase) {
  return {
    /**
     * Of the pickup days between two, both meant, in the order they were booked.
     * @param limit at most this many bookings are read, those of the latest days
     */
    of: async (environment: string, from: string, until: string, limit: number): Promise<PackWorkRow[]> =>
      z
        .array(rowSchema)
        .parse(statement(db, SELECT_WORK).all({ environment, from, until, limit }))
        .map((row) => ({
          shipmentId: row.shipment_id,
          reference: row.reference,
          carrier: row.carrier,
          consigneeName: row.consignee,
          destination: row.destination,
          pickupDate: row.pickup,
          isOut: row.is_out === 1,
          isAtPrinter: row.is_at_printer === 1,
        })),
  }
}
