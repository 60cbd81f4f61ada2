import { z } from 'zod'
import * as field from './field.ts'
import { isAbsent, isList, readCount, readFlag, readTimestamp } from './read-scalar.ts'
import { parseLeniently, type AnswerNote } from './parse-leniently.ts'

/**
 * The envelope as services write it: `{success, data, meta}`, the payload alone, or a list alone. Nothing is asked of
 * `meta` but what is used: a service that leaves out a time or a counter has still answered.
 */

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Envelope fields around a payload. */
export const AROUND = new Set(['success', 'error', 'meta', 'message', 'total', 'status', 'status_code', 'requestId'])

/**
 * An answer with its payload in `data`, whatever envelope it came in; its other fields stay beside it. A reported
 * `success` is a boolean; null: its value is ambiguous.
 */
export function openedEnvelope(value: unknown): Fields | null {
  if (!isFields(value)) return { data: value }
  const { success } = value
  const said = readFlag(success)
  if (said === undefined && !isAbsent(success)) return null
  return { ...value, success: said, data: 'data' in value ? value['data'] : value }
}

/**
 * The same answer with the only content of its `data`, in a list of one or under one name, as `data`; null: there is
 * none. For an answer of one thing that cannot be read as it is.
 */
export function unwrapped({ data, ...around }: Fields): Fields | null {
  const inside = isList(data) ? data : isFields(data) ? Object.values(data) : []
  const [only] = inside
  return inside.length === 1 && isFields(only) ? { ...around, data: only } : null
}

/** Success, or not stated: then the payload decides. */
export const success = z.literal(true, { error: 'is not true' }).nullish()

/** `{success: true, data}`, as `openedEnvelope` gives it. */
export function dataOf<T extends z.ZodType>(data: T) {
  return z.object({ success, data, meta: tracedMeta })
}

/** `meta` with the service's own id of the request, which a person names to its support. */
export const tracedMeta = z.object({ requestId: field.text }).nullish().catch(null)

/** The answer with the id of its request under `meta`, wherever the service names it: at the top, or in a header. */
export function traced(opened: Fields, inHeader: string | null): Fields {
  const { meta, requestId } = opened
  const around = isFields(meta) ? meta : {}
  const reported = [around['requestId'], requestId, inHeader].find((one) => !isAbsent(one))
  return reported === undefined ? opened : { ...opened, meta: { ...around, requestId: reported } }
}

/** The id of the request of an answer that `traced` went over. */
export function requestIdIn(opened: unknown): string | undefined {
  return z.object({ meta: tracedMeta }).safeParse(opened).data?.meta?.requestId
}

/** A success of which nothing is used: endpoints whose answer is not shown, and an answer without a body. */
export const doneSchema = z.object({ success: z.literal(true) }).transform(() => undefined)

/** A row of a list that cannot be read, as it came. */
export interface QuarantinedRow {
  raw: unknown
  issues: AnswerNote[]
}

/** The rows of a list that can be read, and those that cannot. */
export interface Rows<T> {
  rows: T[]
  quarantined: QuarantinedRow[]
}

/**
 * A list, each row read separately. Nothing at all (204, null) is an empty list; an object around one list is that
 * list, and an object that is a row is a list of one.
 */
export function rowsOf<T extends z.ZodType>(element: T) {
  return z
    .unknown()
    .optional()
    .transform((reported, context): Rows<z.output<T>> => {
      const listed = listIn(reported)
      const rows: z.output<T>[] = []
      const quarantined: QuarantinedRow[] = []
      if (listed === null) {
        const alone = parseLeniently(element, reported)
        if (alone.ok && isFields(reported)) rows.push(alone.value)
        else context.addIssue(field.indispensable('is not a list'))
      }
      for (const raw of listed ?? []) {
        const read = parseLeniently(element, raw)
        if (read.ok) rows.push(read.value)
        else quarantined.push({ raw, issues: read.issues })
      }
      return { rows, quarantined }
    })
}

function listIn(reported: unknown): unknown[] | null {
  if (isAbsent(reported)) return []
  if (isList(reported)) return reported
  if (!isFields(reported)) return null
  const lists = Object.values(reported).filter(isList)
  const [only] = lists
  if (only && lists.length === 1) return only
  return Object.keys(reported).every((name) => AROUND.has(name)) ? [] : null
}

/** `data` as rows; what cannot be read is passed over. */
export function listOf<T extends z.ZodType>(element: T) {
  return dataOf(rowsOf(element)).transform(({ data }) => data.rows)
}

/** One page of a list. `total` is null when the service does not count. */
export interface Page<T> extends Rows<T> {
  total: number | null
  hasNext: boolean
  /** When the service answered, by its own clock; null when it gave none. */
  asOf: string | null
}

const paginationSchema = z.object({
  page: field.count,
  limit: field.count,
  total: field.count,
  pages: field.count,
  hasNext: field.flag,
})

const quietly = <T>(reader: (value: unknown) => T | undefined) => z.unknown().transform((value) => reader(value))

/** `{success: true, data: [...], meta: {pagination}}`. Without `hasNext` the counters decide; without those it is all. */
export function pageOf<T extends z.ZodType>(element: T) {
  return z
    .object({
      success,
      data: rowsOf(element),
      total: quietly(readCount).optional(),
      meta: field.part(
        z.object({
          pagination: field.part(paginationSchema),
          timestamp: quietly(readTimestamp).optional(),
        }),
      ),
    })
    .transform(({ data, meta, total: beside }): Page<z.output<T>> => {
      const { page, limit, total = beside, pages, hasNext } = meta?.pagination ?? {}
      const last = pages ?? (total !== undefined && limit ? Math.ceil(total / limit) : null)
      return {
        ...data,
        total: total ?? null,
        hasNext: hasNext ?? (last !== null && (page ?? 1) < last),
        asOf: meta?.timestamp ?? null,
      }
    })
}
