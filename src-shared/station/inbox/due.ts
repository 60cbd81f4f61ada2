import type { ExceptionCode } from '../../freight/tracking.ts'
import { isOneOf } from '../../machine/one-of.ts'
import { SEVERITIES, type InboxItem, type InboxKind, type Severity } from './item.ts'

/** Minutes from when an item is raised until it is due. */
const DUE_MINUTES: Record<Severity, number> = { high: 30, normal: 4 * 60, low: 24 * 60 }

export const dueOf = (severity: Severity, raisedAt: Date): Date =>
  new Date(raisedAt.getTime() + DUE_MINUTES[severity] * 60_000)

/** Of kinds whose severity does not follow from their content. */
export const SEVERITY_OF: Record<Exclude<InboxKind, 'exception'>, Severity> = {
  booking: 'high',
  doubled: 'high',
  overcharged: 'high',
  printer: 'high',
  site: 'high',
  approval: 'high',
  batch: 'normal',
  order: 'normal',
  'order-file': 'normal',
  note: 'normal',
  message: 'normal',
  clock: 'normal',
  'consignee-mail': 'normal',
  'set-aside': 'low',
}

/** Problems of the freight or its destination do not resolve themselves; weather does. */
const OF_EXCEPTION: Record<ExceptionCode, Severity> = {
  '001': 'normal',
  '002': 'high',
  '003': 'normal',
  '004': 'low',
  '005': 'low',
  '006': 'high',
  '007': 'high',
  '008': 'high',
}
const KNOWN_CODES = ['001', '002', '003', '004', '005', '006', '007', '008'] as const satisfies ExceptionCode[]

/** An exception's, by its code; an unknown code is neither. */
export const severityOfException = (code: string | null): Severity =>
  code !== null && isOneOf(code, KNOWN_CODES) ? OF_EXCEPTION[code] : 'normal'

/** Is an open item past its time? */
export const isOverdue = ({ dueAt, endedAt }: Pick<InboxItem, 'dueAt' | 'endedAt'>, now: Date): boolean =>
  endedAt === null && new Date(dueAt) < now

/** The worst of several; null: there is none. */
export const worstOf = (severities: readonly Severity[]): Severity | null =>
  SEVERITIES.find((severity) => severities.includes(severity)) ?? null
