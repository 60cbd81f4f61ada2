import { z } from 'zod'
import { tracedMeta } from './envelope.ts'
import * as field from './field.ts'

/** What proves that a change was carried out: the service reports success, or names the shipment that it changed. */
function provenBy<T extends z.ZodType<{ shipmentId?: string | undefined }>>(data: T) {
  const whole = z.object({ success: z.boolean().nullish(), data: field.part(data), meta: tracedMeta })
  return whole.transform((reported, context) => {
    if (reported.success === true || reported.data?.shipmentId !== undefined) {
      return { answer: reported.data ?? null, requestId: reported.meta?.requestId }
    }
    context.addIssue({ code: 'custom', message: 'does not confirm the change' })
    return z.NEVER
  })
}

const shared = { shipmentId: field.id, status: field.text }

export const updatedAnswer = provenBy(z.object(shared))

/** The refund is what a person waits for; all else was asked for. */
export const cancelledAnswer = provenBy(
  z.object({
    ...shared,
    cancellationReason: field.text,
    refundAmount: field.amount,
    refundStatus: field.text,
    cancelledAt: field.timestamp,
  }),
)
export type CancelledAnswer = z.output<typeof cancelledAnswer>
