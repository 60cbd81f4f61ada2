import { z } from 'zod'
import { auditExportSchema, auditQuerySchema, type AuditPage, type CsvPiece } from '../app/audit.ts'
import { requestQuerySchema, type LoggedRequestDetail, type RequestPage } from '../app/request-log.ts'
import { returns } from '../command.ts'
import { rowNumberSchema } from '../limits.ts'

/** The rows of the command table about who did what, and about each call to the service. */
export const logCommands = {
  'audit.list': returns<AuditPage>()(auditQuerySchema),
  /** A piece of what the filters leave, as CSV; go on with `before: next`. */
  'audit.exportCsv': returns<CsvPiece<number>>()(auditExportSchema),

  'requests.list': returns<RequestPage>()(requestQuerySchema),
  'requests.get': returns<LoggedRequestDetail>()(z.object({ id: rowNumberSchema })),
} as const
