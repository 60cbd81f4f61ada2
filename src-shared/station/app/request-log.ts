import { z } from 'zod'
import { MOST_ID, rowNumberSchema, searchSchema } from '../limits.ts'

/** One attempt of one call to the freight service, without its bodies. */
export interface LoggedRequest {
  /** Rises with time; the key to page by. */
  id: number
  /** The service's own id of it, to name in a dispute; null when it gave none. */
  requestId: string | null
  at: string
  family: string
  priority: string
  method: string
  path: string
  /** Null without an answer. */
  status: number | null
  /** The failure's code; null: it succeeded. */
  code: string | null
  delivery: string | null
  attempt: number
  durationMs: number
}

/** With the bodies, at most 4 KiB each and without secrets. */
export interface LoggedRequestDetail extends LoggedRequest {
  requestBody: string | null
  responseBody: string | null
}

/** Input of `requests.list`; newest first. */
export const requestQuerySchema = z.object({
  requestId: searchSchema(MOST_ID).min(1).optional(),
  /** Found anywhere in the path. */
  path: searchSchema(200).min(1).optional(),
  code: searchSchema(80).min(1).optional(),
  onlyFailures: z.boolean().default(false),
  before: rowNumberSchema.optional(),
  limit: z.int().min(1).max(500).default(100),
})
export type RequestQuery = z.output<typeof requestQuerySchema>

export interface RequestPage {
  rows: LoggedRequest[]
  next: number | null
}
