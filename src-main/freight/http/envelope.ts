import { z } from 'zod'
import { timestampSchema } from '../../../src-shared/freight/scalar.ts'

/**
 * The client's own reading of the envelopes: nothing is asked of `meta` but what is used. A service that leaves out a time
 * or a counter has still answered, and a booking must not become unreadable for it.
 */

/** `{success: true, data}`. */
export function dataOf<T extends z.ZodType>(data: T) {
  return z.object({ success: z.literal(true), data })
}

/** A success of which nothing is used: endpoints whose answer is not shown, and an answer without a body. */
export const doneSchema = z.object({ success: z.literal(true) }).transform(() => undefined)

/** One page of a list. `total` is null when the service does not count. */
export interface Page<T> {
  rows: T[]
  total: number | null
  hasNext: boolean
  /** When the service answered, by its own clock; null when it did not say. */
  asOf: string | null
}

const counter = z.int().nonnegative().nullish().catch(null)
const paginationSchema = z.object({
  page: counter,
  limit: counter,
  total: counter,
  pages: counter,
  hasNext: z.boolean().nullish(),
})

/** `{success: true, data: [...], meta: {pagination}}`. Without `hasNext` the counters decide; without those it is all. */
export function pageOf<T extends z.ZodType>(element: T) {
  return z
    .object({
      success: z.literal(true),
      data: z.array(element),
      meta: z
        .object({ pagination: paginationSchema.nullish(), timestamp: timestampSchema.nullish().catch(null) })
        .nullish(),
    })
    .transform(({ data, meta }): Page<z.output<T>> => {
      const { page, limit, total, pages, hasNext } = meta?.pagination ?? {}
      const last = pages ?? (total != null && limit ? Math.ceil(total / limit) : null)
      return {
        rows: data,
        total: total ?? null,
        hasNext: hasNext ?? (last !== null && (page ?? 1) < last),
        asOf: meta?.timestamp ?? null,
      }
    })
}
