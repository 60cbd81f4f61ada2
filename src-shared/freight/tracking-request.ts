import { z } from 'zod'
import { errorBodySchema } from './error.ts'
import { timestampSchema } from './scalar.ts'
import { trackingRecordSchema, trackShipmentSchema } from './tracking.ts'

/** Query of GET /tracking. */
export const inTransitQuerySchema = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(100).default(25),
  provider: z.string().optional(),
})

/** Tracking numbers in one POST /track/shipments. */
export const MOST_TRACKED_AT_ONCE = 100

/** Body of POST /track/shipments. */
export const trackShipmentsSchema = z.object({
  trackingNumbers: z
    .array(trackShipmentSchema.shape.trackingNumber)
    .min(1, 'at least one tracking number is required')
    .max(MOST_TRACKED_AT_ONCE, `at most ${MOST_TRACKED_AT_ONCE} tracking numbers`),
})

/** `data` of POST /track/shipments: the records in the order asked for, and the errors of the others. */
export const trackedShipmentsSchema = z.object({
  shipments: z.array(trackingRecordSchema),
  errors: z.array(errorBodySchema.extend({ trackingNumber: z.string() })),
})
export type TrackedShipments = z.infer<typeof trackedShipmentsSchema>

/** A shipment by one of its two names. */
const subject = {
  loadId: z.string().trim().min(1).max(64).optional(),
  trackingNumber: trackShipmentSchema.shape.trackingNumber.optional(),
}
const isOne = ({ loadId, trackingNumber }: { loadId?: string | undefined; trackingNumber?: string | undefined }) =>
  (loadId === undefined) !== (trackingNumber === undefined)
const oneOnly = { error: 'either loadId or trackingNumber is required, not both', path: ['loadId'] }

/** Body of POST /track/details. */
export const trackDetailsSchema = z.object(subject).refine(isOne, oneOnly)

/** Body of POST /track/update: `after` is the time of the last event that is already known. */
export const trackUpdateSchema = z.object({ ...subject, after: timestampSchema.optional() }).refine(isOne, oneOnly)
