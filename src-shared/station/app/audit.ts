import { z } from 'zod'
import { rowNumberSchema, searchSchema, strictInstantSchema } from '../limits.ts'

/** The subject of an audit row. A row of an older version may name another. */
export const AUDIT_SUBJECT_KINDS = [
  'booking',
  'shipment',
  'change',
  'print_job',
  'printer',
  'label',
  'setting',
  'ledger',
  'batch',
  'address',
  'preset',
  'column_map',
  'manifest',
  'order',
  'person',
  'inbox',
  'rule',
  'label-template',
  'invoice',
  'api_token',
  'hook',
  'site',
  'errand',
] as const
export type AuditSubjectKind = (typeof AUDIT_SUBJECT_KINDS)[number]

/** `station`: Waybill; `operator`: a person asked for it. */
export type Actor = 'station' | 'operator'

/** One row of the audit log: who did what to which thing, when. Never changed, never removed. */
export interface AuditRow {
  /** Rises with time; the key to page by. */
  id: number
  /** ISO 8601 in UTC. */
  at: string
  /** `station`: Waybill; `operator`: a person asked for it. */
  actor: string
  /** The station's name when it happened; null for rows of a version that did not note it, or when none was set. */
  station: string | null
  operator: string | null
  subjectKind: string
  subjectId: string
  /** What people call it now: a reference, a name, a number; null: it has none, or is gone. */
  name: string | null
  action: string
  detail: Record<string, unknown>
}

/** One answer of the service, by its own id of the request: what its people find it by. */
export interface AnsweredRequest {
  /** ISO 8601 in UTC. */
  at: string
  /** Its subject: `booking`, `change`, `label`. */
  subjectKind: string
  /** The action: `booked`, `rejected`, `kept`. */
  action: string
  requestId: string
  /** Of an error; null: it was none. */
  code: string | null
}

const filters = {
  subjectKind: z.enum(AUDIT_SUBJECT_KINDS, { error: `must be one of ${AUDIT_SUBJECT_KINDS.join(', ')}` }).optional(),
  subjectId: z.string().min(1).max(200).optional(),
  action: z.string().min(1).max(80).optional(),
  /** `station` or `operator`, or the name of either. */
  actor: searchSchema(40).min(1).optional(),
  /** Found anywhere in the subject's id, the action or the detail; letter case does not matter. */
  text: searchSchema().min(1).optional(),
  /** From this moment on. */
  from: strictInstantSchema.optional(),
  /** Before this moment. */
  to: strictInstantSchema.optional(),
  /** Rows older than this id: the last one of the page before. */
  before: rowNumberSchema.optional(),
}

/** Input of `audit.list`; newest first. */
export const auditQuerySchema = z.object({ ...filters, limit: z.int().min(1).max(500).default(100) })

/** Input of `audit.exportCsv`: one page of at most 2,000 rows as CSV; the first has the header line. */
export const auditExportSchema = z.object(filters)
export type AuditExport = z.output<typeof auditExportSchema>

/** A page, and the `before` of the next one; null when this was the last. */
export interface AuditPage {
  rows: AuditRow[]
  next: number | null
}

/** One piece of an exported table; the pieces behind one another are the file. */
export interface CsvPiece<K> {
  csv: string
  /** Null when this was the last piece. */
  next: K | null
}
