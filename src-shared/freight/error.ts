import { z } from 'zod'

/** Every error code of the interface (section Errors), with the HTTP status the embedded service answers. */
export const ERROR_STATUS = {
  AUTHENTICATION_ERROR: 401,
  INVALID_REQUEST: 400,
  INVALID_ADDRESS: 400,
  RATE_LIMIT_ERROR: 429,
  PROVIDER_ERROR: 503,
  SHIPMENT_NOT_FOUND: 404,
  INSUFFICIENT_FUNDS: 403,
  NO_RATES_AVAILABLE: 404,
  SHIPMENT_IMMUTABLE: 409,
  TRACKING_NOT_FOUND: 404,
  TRACKING_NOT_AVAILABLE: 404,
  DOCUMENT_NOT_FOUND: 404,
  DOCUMENT_GENERATION_FAILED: 400,
} as const

export type FreightErrorCode = keyof typeof ERROR_STATUS

/** The `error` object of the envelope. `code` stays open: a service may add codes. */
export const errorBodySchema = z.object({
  code: z.string().min(1),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).nullish(),
})
