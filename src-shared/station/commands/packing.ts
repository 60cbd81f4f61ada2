import { z } from 'zod'
import { limit, returns } from '../command.ts'
import type { LabelPreview, PrintJob } from '../printing.ts'
import { scanSchema, type ScanResult } from '../scan.ts'

/** The Pack screen's rows of the command table. */
export const packingCommands = {
  'pack.scan': returns<ScanResult>()(scanSchema),
  'labels.preview': returns<LabelPreview>()(z.object({ shipmentId: z.string() })),
  'jobs.list': returns<PrintJob[]>()(z.object({ limit })),
  'jobs.get': returns<PrintJob>()(z.object({ jobId: z.string() })),
  /** The operator's word on a job that is UNKNOWN or SENT: it came out, or print it again (a new job). */
  'jobs.answer': returns<PrintJob>()(z.object({ jobId: z.string(), answer: z.enum(['printed', 'print-again']) })),
  /** Sends a FAILED job once more. */
  'jobs.retry': returns<PrintJob>()(z.object({ jobId: z.string() })),
  'jobs.cancel': returns<PrintJob>()(z.object({ jobId: z.string() })),
} as const
