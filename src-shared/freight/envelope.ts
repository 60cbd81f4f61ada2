import { z } from 'zod'
import { errorBodySchema } from './error.ts'
import { timestampSchema } from './scalar.ts'

/** The path every endpoint lives under (section Versioning). */
export const API_PATH = '/api/v1'
/** What `meta.version` reports (section Versioning). */
export const API_VERSION = '1.0.0'
/** The request header that names the version, and its value. */
export const API_VERSION_HEADER = { name: 'X-API-Version', value: '1.0' } as const

/** How long a client should wait for an answer (section Limits, recommended client timeout). */
export const RECOMMENDED_TIMEOUT_MS = 30_000

/** `meta.pagination` of a paged list. `pages` is absent on the event list (GET /tracking/events). */
const paginationSchema = z.object({
  page: z.int(),
  limit: z.int(),
  total: z.int(),
  pages: z.int().optional(),
  hasNext: z.boolean(),
  hasPrev: z.boolean(),
})
export type Pagination = z.infer<typeof paginationSchema>

const metaSchema = z.object({
  requestId: z.string(),
  timestamp: timestampSchema,
  version: z.string().optional(),
  pagination: paginationSchema.optional(),
})
export type Meta = z.infer<typeof metaSchema>

/** The standard envelope of a success around `data`. A client depends on neither `error` nor `meta` being there. */
export function successSchema<T extends z.ZodType>(data: T) {
  return z.object({
    success: z.literal(true),
    data,
    error: z.null().catch(null).optional(),
    meta: metaSchema.optional(),
  })
}

/** The standard envelope of an error: `{success: false, data: null, error, meta}`. */
export const failureSchema = z.object({
  success: z.literal(false),
  data: z.null().optional(),
  error: errorBodySchema,
  meta: metaSchema.optional(),
})

/** Location, SAT and address-validation endpoints give `error` as a plain string (section Errors). */
export const stringFailureSchema = z.object({
  success: z.literal(false),
  error: z.string(),
  status_code: z.int().optional(),
})
