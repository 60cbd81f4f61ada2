import { csvLine, safeCsvLine } from '../../../src-shared/csv.ts'
import type { AuditExport, AuditRow, CsvPiece } from '../../../src-shared/station/app/audit.ts'
import type { AuditLog } from './audit-log.rows.ts'

const HEADER = csvLine(['id', 'at', 'actor', 'station', 'operator', 'subject', 'subject id', 'action', 'detail'])
const PAGE_ROWS = 2000

/** One piece of the audit log as CSV, newest first; the first has the header line. */
export async function auditCsv(log: AuditLog, filter: AuditExport): Promise<CsvPiece<number>> {
  const { rows, next } = await log.list({ ...filter, limit: PAGE_ROWS })
  return { csv: (filter.before === undefined ? HEADER : '') + rows.map(line).join(''), next }
}

function line({ id, at, actor, station, operator, subjectKind, subjectId, action, detail }: AuditRow): string {
  return safeCsvLine([id, at, actor, station, operator, subjectKind, subjectId, action, JSON.stringify(detail)])
}
