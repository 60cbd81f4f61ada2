import { z } from 'zod'

/** What an audit row tells of. A row of an older version may name another. */
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
] as const
export type AuditSubjectKind = (typeof AUDIT_SUBJECT_KINDS)[number]

/** One row of the audit log: who did what to which thing, when. Never changed, never removed. */
export interface AuditRow {
  /** Rises with time; the key to page by. */
  id: number
  /** ISO 8601 in UTC. */
  at: string
  /** `station`: Waybill itself; `operator`: a person asked for it. */
  actor: string
  /** The station's name when it happened; null for rows of a version that did not note it, or when none was set. */
  station: string | null
  operator: string | null
  subjectKind: string
  subjectId: string
  action: string
  detail: Record<string, unknown>
}

const instant = z.iso.datetime({
  offset: true,
  error: 'must be a time written like 2026-11-21T14:30:00Z',
})

const filters = {
  subjectKind: z.enum(AUDIT_SUBJECT_KINDS, { error: `must be one of ${AUDIT_SUBJECT_KINDS.join(', ')}` }).optional(),
  subjectId: z.string().min(1).max(200).optional(),
  action: z.string().min(1).max(80).optional(),
  /** `station` or `operator`, or the name of either. */
  actor: z.string().trim().min(1).max(40).optional(),
  /** Found anywhere in the subject's id, the action or the detail; letter case does not matter. */
  text: z.string().trim().min(1).max(120).optional(),
  /** From this moment on. */
  from: instant.optional(),
  /** Before this moment. */
  to: instant.optional(),
  /** Rows older than this id: the last one of the page before. */
  before: z.int().positive().optional(),
}

/** Input of `audit.list`; newest first. */
export const auditQuerySchema = z.object({ ...filters, limit: z.int().min(1).max(500).default(100) })
export type AuditQuery = z.output<typeof auditQuerySchema>

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
