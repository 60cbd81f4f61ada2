import { z } from 'zod'
import { auditExportSchema, auditQuerySchema, type AuditPage, type CsvPiece } from '../app/audit.ts'
import { requestQuerySchema, type LoggedRequestDetail, type RequestPage } from '../app/request-log.ts'
import { atSite, atStation, returns } from '../command.ts'
import { rowNumberSchema } from '../limits.ts'

/** The rows of the command table about who did what, and about each call to the service. */
export const logCommands = {
  'audit.list': returns<AuditPage>()(auditQuerySchema, atSite.supervisor),
  /** A page of the filtered log, as CSV; continue with `before: next`. */
  'audit.exportCsv': returns<CsvPiece<number>>()(auditExportSchema, atSite.supervisor),

  'requests.list': returns<RequestPage>()(requestQuerySchema, atStation.supervisor),
  'requests.get': returns<LoggedRequestDetail>()(z.object({ id: rowNumberSchema }), atStation.supervisor),
} as const
