import { z } from 'zod'
import { limit, returns } from '../command.ts'
import type { PrintBatch } from '../printer-care.ts'
import type { LabelPreview, PrintJob } from '../printing.ts'
import { printFileSchema } from '../print-file.ts'
import { scanSchema, type ScanResult } from '../scan.ts'

/** The Pack screen's rows of the command table. */
export const packingCommands = {
  'pack.scan': returns<ScanResult>()(scanSchema),
  'labels.preview': returns<LabelPreview>()(z.object({ shipmentId: z.string() })),
  'jobs.list': returns<PrintJob[]>()(z.object({ limit })),
  'jobs.get': returns<PrintJob>()(z.object({ jobId: z.string() })),
  /**
   * The operator's word. On a job that is UNKNOWN or SENT: it came out, or print it again (a new job). On one with the
   * question `stale`: print it now, or give it up.
   */
  'jobs.answer': returns<PrintJob>()(
    z.object({
      jobId: z.string(),
      answer: z.enum(
        ['printed', 'print-again', 'print-now', 'cancel'],
        'answer is printed, print-again, print-now or cancel',
      ),
    }),
  ),
  /** Sends a FAILED job once more. */
  'jobs.retry': returns<PrintJob>()(z.object({ jobId: z.string() })),
  /** Prints a label file: ZPL, EPL, PDF or PNG, recognised by its content. */
  'jobs.printFile': returns<PrintJob>()(printFileSchema),
  /** The packing slip of a shipment: a label, or ESC/POS where its printer takes receipts. */
  'jobs.printPackingSlip': returns<PrintJob>()(
    z.object({ shipmentId: z.string().min(1), printerId: z.string().min(1).optional() }),
  ),
  /** The barcodes that a scanner can give Pack as commands. */
  'jobs.printCommandSheet': returns<PrintJob>()(z.object({ printerId: z.string().min(1).optional() })),
  'jobs.cancel': returns<PrintJob>()(z.object({ jobId: z.string() })),
  /** Gives a job of which no byte left to another printer of the same language and dots. */
  'jobs.move': returns<PrintJob>()(z.object({ jobId: z.string(), printerId: z.string() })),
  /** Prints the labels of these shipments in this order; each code is one that a scan would find. */
  'jobs.addBatch': returns<PrintBatch>()(
    z.object({
      codes: z
        .array(z.string().trim().min(1, 'a code is not empty').max(200))
        .min(1, 'codes holds at least one shipment')
        .max(500, 'codes holds at most 500 shipments'),
      printerId: z.string().optional(),
      /** For those that were printed before; without it they are told as ALREADY_PRINTED. */
      reprintReason: z.string().trim().min(1, 'the reason is not empty').max(200).optional(),
    }),
  ),
  'jobs.batch': returns<PrintBatch>()(z.object({ batchId: z.string() })),
  /** Prints the list of those that did not come out, and why. */
  'jobs.printBatchSummary': returns<PrintJob>()(z.object({ batchId: z.string(), printerId: z.string().optional() })),
} as const
