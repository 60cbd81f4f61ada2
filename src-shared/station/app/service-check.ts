import { z } from 'zod'
import type { EndpointSection } from '../../freight/endpoints.ts'

/** Input of `environment.check`. `book`: also quotes, books the cheapest offer, fetches its label and cancels it. */
export const serviceCheckInputSchema = z.object({ book: z.boolean().default(false) })

/**
 * `works`: as the interface shows it. `differs`: it is read, though it is written otherwise. `missing`: the service
 * has no such endpoint. `refused`: it said no. `uncertain`: it may have booked or canceled, and the answer is lost or
 * cannot be read. `failed`: no answer, or one that cannot be read. `not-tried`: it needs something that is not there,
 * or would change something.
 */
export type CheckResult = 'works' | 'differs' | 'missing' | 'refused' | 'uncertain' | 'failed' | 'not-tried'

/** One endpoint of the interface, looked at. */
export interface CheckedEndpoint {
  section: EndpointSection
  /** `GET /shipments`, as the interface writes it. */
  endpoint: string
  result: CheckResult
  /** How it differs, or why it failed: sentences and `path: what` as the answer has it. */
  details: string[]
  /** The service's own id of a request that it refused; null: it named none. */
  requestId: string | null
}

/** A shipment that a check booked. */
export interface BookedForCheck {
  shipmentId: string
  /** Null: the answer to the cancellation is lost. */
  isCancelled: boolean | null
}

/** Answer of `environment.check`: in the order of the interface. */
export interface ServiceCheck {
  /** ISO 8601. */
  checkedAt: string
  baseUrl: string | null
  /** How far the service's clock is ahead of this machine's, in milliseconds; null: it does not report its time. */
  clockApartMs: number | null
  endpoints: CheckedEndpoint[]
  /** Of the shipment that was booked for the check; null: none was, or an `uncertain` row says that one may have been. */
  booked: BookedForCheck | null
}
