import { z } from 'zod'
import { auditExportSchema, auditQuerySchema, type AuditPage, type CsvPiece } from '../app/audit.ts'
import { requestQuerySchema, type LoggedRequestDetail, type RequestPage } from '../app/request-log.ts'
import { atSite, atStation, returns } from '../command.ts'
import { rowNumberSchema } from '../limits.ts'

/** The rows of the command table about who did what, and about each call to the service. */
export const logCommands = {
  /** Lists the audit log, the newest first. */
  'audit.list': returns<AuditPage>()(auditQuerySchema, atSite.supervisor),
  /** Exports a page of the filtered audit log as CSV; continue with `before: next`. */
  'audit.exportCsv': returns<CsvPiece<number>>()(auditExportSchema, atSite.supervisor),

  /** Lists the calls to the freight service, the newest first. */
  'requests.list': returns<RequestPage>()(requestQuerySchema, atStation.supervisor),
  /** Returns one call to the freight service with its bodies. */
  'requests.get': returns<LoggedRequestDetail>()(z.object({ id: rowNumberSchema }), atStation.supervisor),
} as const
