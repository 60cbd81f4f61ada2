import { z } from 'zod'
import { daySchema } from '../../freight/scalar.ts'
import { atStation, limit, nothing, returns } from '../command.ts'
import { idSchema } from '../limits.ts'
import { inspectSchema, placeSchema, type LabelInspection, type LabelPlace } from '../printing/inspect.ts'
import { MOST_PRINT_LIST, type PrintList } from '../printing/printer-settings.ts'
import type { LabelPreview, PrintJob } from '../printing/printing.ts'
import { printFileSchema } from '../printing/print-file.ts'
import type { Worklist } from '../printing/worklist.ts'
import { scanSchema, type ScanResult } from '../printing/scan.ts'

/** The Pack screen's rows of the command table. */
export const packingCommands = {
  /** Finds the shipment or order of a scanned code, and prints its label. */
  'pack.scan': returns<ScanResult>()(scanSchema, atStation.packer),
  /** Lists the orders to pack, by the time the trucks leave: of today with what was left behind, or of a later day. */
  'pack.worklist': returns<Worklist>()(z.object({ day: daySchema.optional() }), atStation.packer),
  /** Draws a shipment's label for the screen. */
  'labels.preview': returns<LabelPreview>()(z.object({ shipmentId: idSchema('shipmentId') }), atStation.packer),
  /** Starts what drawing a label takes, before one is opened. */
  'labels.prepare': returns<{ isBegun: true }>()(nothing, atStation.packer),
  /** Inspects a label file, or the label of a shipment, by its commands: for support. Nothing is printed. */
  'labels.inspect': returns<LabelInspection>()(inspectSchema, atStation.packer),
  /** Returns where one command of an inspected label draws on paper. */
  'labels.place': returns<{ place: LabelPlace | null }>()(placeSchema, atStation.packer),
  /** Returns the code of each piece as its label has it; none where the labels do not distinguish the pieces. */
  'labels.pieceCodes': returns<{ codes: string[] }>()(
    z.object({ shipmentId: idSchema('shipmentId') }),
    atStation.packer,
  ),
  /** Lists every job that is not at its end, of any age, then the newest others; each newest first. */
  'jobs.list': returns<PrintJob[]>()(z.object({ limit }), atStation.packer),
  /** Returns a print job. */
  'jobs.get': returns<PrintJob>()(z.object({ jobId: idSchema('jobId') }), atStation.packer),
  /**
   * Answers the question that a print job asks. On a job that is UNKNOWN or SENT: it came out, or print it again (a new
   * job). On one with the question `stale`: print it now, or give it up.
   */
  'jobs.answer': returns<PrintJob>()(
    z.object({
      jobId: idSchema('jobId'),
      answer: z.enum(
        ['printed', 'print-again', 'print-now', 'cancel'],
        'answer must be printed, print-again, print-now, or cancel',
      ),
    }),
    atStation.packer,
  ),
  /** Sends a FAILED job again. */
  'jobs.retry': returns<PrintJob>()(z.object({ jobId: idSchema('jobId') }), atStation.packer),
  /**
   * Prints a label file: ZPL, EPL, PDF or PNG, recognised by its content. A printer that is only named may be any port
   * of the network: that is a supervisor's, or the command line's.
   */
  'jobs.printFile': returns<PrintJob>()(printFileSchema, {
    ...atStation.packer,
    leastFor: ({ printer }) => ('uri' in printer ? 'supervisor' : 'packer'),
  }),
  /** Prints the packing slip of a shipment: a label, or ESC/POS where its printer takes receipts. */
  'jobs.printPackingSlip': returns<PrintJob>()(
    z.object({ shipmentId: idSchema('shipmentId'), printerId: idSchema('printerId').optional() }),
    atStation.packer,
  ),
  /** Prints the barcodes that a scanner can give Pack as commands. */
  'jobs.printCommandSheet': returns<PrintJob>()(
    z.object({ printerId: idSchema('printerId').optional() }),
    atStation.packer,
  ),
  /** Cancels a print job of which no byte was sent. */
  'jobs.cancel': returns<PrintJob>()(z.object({ jobId: idSchema('jobId') }), atStation.packer),
  /** Moves a job of which no byte was sent to another printer of the same language and resolution. */
  'jobs.move': returns<PrintJob>()(
    z.object({ jobId: idSchema('jobId'), printerId: idSchema('printerId') }),
    atStation.packer,
  ),
  /** Prints the labels of these shipments in this order; each code is one that a scan would find. */
  'printLists.add': returns<PrintList>()(
    z.object({
      codes: z
        .array(z.string().trim().min(1, 'a code is required').max(200))
        .min(1, 'codes must have at least one shipment')
        .max(MOST_PRINT_LIST, `codes can have at most ${MOST_PRINT_LIST} shipments`),
      printerId: idSchema('printerId').optional(),
      /** For those that were printed before; without it they are reported as ALREADY_PRINTED. */
      reprintReason: z.string().trim().min(1, 'the reason is required').max(200).optional(),
    }),
    atStation.packer,
  ),
  /** Returns a print list and the status of each of its labels. */
  'printLists.get': returns<PrintList>()(z.object({ listId: idSchema('listId') }), atStation.packer),
  /** Prints the list of those that did not come out, and why. */
  'printLists.printFailures': returns<PrintJob>()(
    z.object({ listId: idSchema('listId'), printerId: idSchema('printerId').optional() }),
    atStation.packer,
  ),
} as const
