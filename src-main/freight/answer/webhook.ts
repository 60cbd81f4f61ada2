import { z } from 'zod'
import { readText } from './read-scalar.ts'
import * as field from './field.ts'

/** A subscription. Only its id is indispensable: by it the subscription is changed and ended. */
export const webhookAnswer = z.object({
  webhookId: field.neededId,
  url: field.text.transform((reported) => reported ?? ''),
  events: field.list(z.unknown()).transform((reported) => (reported ?? []).flatMap((one) => readText(one) ?? [])),
  secret: field.text,
  active: field.flag.transform((reported) => reported ?? true),
  createdAt: field.timestamp,
})
export type WebhookAnswer = z.output<typeof webhookAnswer>
