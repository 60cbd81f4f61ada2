import type { z } from 'zod'
import { AUDIT_SUBJECT_KINDS, type auditExportSchema } from '../../../../src-shared/station/app/audit.ts'
import type { requestQuerySchema } from '../../../../src-shared/station/app/request-log.ts'

/** How much of a log one page shows. */
export const ROWS_A_PAGE = 100

/** The audit log's filters as they are typed. */
export interface AuditForm {
  kind: string
  actor: string
  text: string
  /** First and last day, YYYY-MM-DD on this machine's calendar; empty: no bound. */
  from: string
  to: string
}

export const NO_AUDIT_FILTER: AuditForm = { kind: '', actor: '', text: '', from: '', to: '' }

type AuditFilter = z.input<typeof auditExportSchema>

/** The request to the station. The last day counts whole. */
export function auditFilter({ kind, actor, text, from, to }: AuditForm): AuditFilter {
  const subjectKind = AUDIT_SUBJECT_KINDS.find((one) => one === kind)
  const begin = startOfDay(from)
  const end = startOfDay(to, 1)
  return {
    ...(subjectKind ? { subjectKind } : {}),
    ...(actor.trim() ? { actor: actor.trim() } : {}),
    ...(text.trim() ? { text: text.trim() } : {}),
    ...(begin ? { from: begin } : {}),
    ...(end ? { to: end } : {}),
  }
}

/** The moment at which a day begins here, `plus` days later. Null for an invalid day. */
function startOfDay(day: string, plus = 0): string | null {
  const match = /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)
  if (!match) return null
  const date = new Date(Number(match[1]), Number(match[2]) - 1, Number(match[3]) + plus)
  return Number.isNaN(date.getTime()) ? null : date.toISOString()
}

/** The request log's filters as they are typed. */
export interface CallsForm {
  requestId: string
  path: string
  code: string
  onlyFailures: boolean
}

export const NO_CALLS_FILTER: CallsForm = { requestId: '', path: '', code: '', onlyFailures: false }

type CallsFilter = z.input<typeof requestQuerySchema>

export function callsFilter({ requestId, path, code, onlyFailures }: CallsForm): CallsFilter {
  return {
    ...(requestId.trim() ? { requestId: requestId.trim() } : {}),
    ...(path.trim() ? { path: path.trim() } : {}),
    ...(code.trim() ? { code: code.trim().toUpperCase() } : {}),
    onlyFailures,
  }
}

/** A body of the log, made readable when it is JSON; otherwise as received. */
export function readable(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
