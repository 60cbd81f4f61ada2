import { z } from 'zod'
import { stationErrorSchema } from '../../../src-shared/station/error.ts'
import {
  jobPagesSchema,
  PRINT_JOB_STATES,
  PRINT_PURPOSES,
  printProofSchema,
  SENT_DETAILS,
  spoolJobSchema,
  type PrintJob,
} from '../../../src-shared/station/printing/printing.ts'
import { storedPagesSchema, type StoredPages } from '../../../src-shared/station/printing/stored-pages.ts'
import { jsonColumn } from '../../kernel/sqlite/json-column.ts'

/** Kept by versions that called a list of labels a batch. */
const OLD_PURPOSE = 'batch-summary'

const rowSchema = z.object({
  job_id: z.string(),
  printer_id: z.string(),
  printer_name: z.string(),
  shipment_id: z.string().nullable(),
  title: z.string(),
  purpose: z.preprocess((kept) => (kept === OLD_PURPOSE ? 'print-list' : kept), z.enum(PRINT_PURPOSES)),
  reason: z.string().nullable(),
  copies: z.int(),
  labels: z.int(),
  sha256: z.string(),
  bytes: z.int(),
  bytes_sent: z.int(),
  state: z.enum(PRINT_JOB_STATES),
  confirmed_by: z.enum(['printer', 'operator']).nullable(),
  proof: jsonColumn(printProofSchema).nullable(),
  detail: z.enum(SENT_DETAILS).nullable(),
  question: z.literal('stale').nullable(),
  fresh_at: z.string().nullable(),
  attempts: z.int(),
  next_try_at: z.string().nullable(),
  batch_id: z.string().nullable(),
  reprint_number: z.int(),
  stripped: jsonColumn(z.array(z.string())),
  set_back: z.string(),
  spool: jsonColumn(spoolJobSchema).nullable(),
  pages: jsonColumn(storedPagesSchema).nullable(),
  error: jsonColumn(stationErrorSchema).nullable(),
  created_at: z.string(),
  updated_at: z.string(),
})

/** What one copy of a job is made of. */
export interface JobContent {
  /** Of its bytes, lower-case hex. */
  sha256: string
  bytes: number
  labels: number
  /** Latin-1: the end of it that sets the printer back; empty: it leaves nothing behind. */
  setBack: string
}

/** A row of print_job, read back: what people see of it, and what is sent. */
export interface StoredJob {
  job: PrintJob
  content: JobContent
  /** Null: it goes as one. */
  pages: StoredPages | null
  /** From when on its age counts, ISO 8601. */
  freshAt: string
}

/** Parses a row of print_job; it may be one of an older version. */
export function toStoredJob(raw: unknown): StoredJob {
  const row = rowSchema.parse(raw)
  return {
    job: {
      jobId: row.job_id,
      state: row.state,
      purpose: row.purpose,
      reason: row.reason,
      printerId: row.printer_id,
      printerName: row.printer_name,
      shipmentId: row.shipment_id,
      title: row.title,
      copies: row.copies,
      bytes: row.bytes,
      bytesSent: row.bytes_sent,
      confirmedBy: row.confirmed_by,
      proof: row.proof,
      detail: row.detail,
      question: row.question,
      attempts: row.attempts,
      nextTryAt: row.next_try_at,
      listId: row.batch_id,
      reprintNumber: row.reprint_number,
      stripped: row.stripped,
      spool: row.spool,
      pages: row.pages === null ? null : jobPagesSchema.parse(row.pages),
      error: row.error,
      createdAt: row.created_at,
      updatedAt: row.updated_at,
    },
    content: { sha256: row.sha256, bytes: row.bytes, labels: row.labels, setBack: row.set_back },
    pages: row.pages,
    freshAt: row.fresh_at ?? row.created_at,
  }
}
