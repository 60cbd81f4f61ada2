import { z } from 'zod'
import { webhookSchema, type newWebhookSchema, type WebhookEvent } from '../../../src-shared/freight/webhook.ts'
import { dataOf, doneSchema } from '../http/envelope.ts'
import { callOf } from '../http/call.ts'
import type { Transport } from '../http/transport.ts'

/** As answers that are not shown may leave out what was asked for, only the id is indispensable. */
const subscriptionSchema = webhookSchema
  .partial()
  .required({ webhookId: true, url: true })
  .extend({ events: z.array(z.string()).default([]), active: z.boolean().default(true) })
export type WireWebhook = z.output<typeof subscriptionSchema>

export type NewSubscription = z.input<typeof newWebhookSchema>

/** POST /webhooks. Repeated only when surely unsent: twice would be two subscriptions. */
export async function createWebhook(transport: Transport, request: NewSubscription): Promise<WireWebhook> {
  const { data } = await transport.json(callOf('createWebhook', { body: request }), dataOf(subscriptionSchema))
  return data
}

/** The answer is not shown: null when it describes no subscription. */
const maybeSubscriptionSchema = z.union([
  dataOf(subscriptionSchema).transform(({ data }) => data),
  doneSchema.transform(() => null),
])

/** POST /tracking/webhook: a subscription, as POST /webhooks. */
export function subscribeTracking(
  transport: Transport,
  request: Pick<NewSubscription, 'url' | 'events' | 'secret'>,
): Promise<WireWebhook | null> {
  return transport.json(callOf('subscribeTracking', { body: request }), maybeSubscriptionSchema)
}

/** GET /webhooks. */
export async function listWebhooks(transport: Transport): Promise<WireWebhook[]> {
  const { data } = await transport.json(callOf('listWebhooks', {}), dataOf(z.array(subscriptionSchema)))
  return data
}

/** PUT /webhooks/{id}: what is left out stays. Null when the answer does not describe it. */
export async function updateWebhook(
  transport: Transport,
  webhookId: string,
  change: { url?: string | undefined; events?: WebhookEvent[] | undefined; active?: boolean | undefined },
): Promise<WireWebhook | null> {
  return transport.json(callOf('updateWebhook', { words: { id: webhookId }, body: change }), maybeSubscriptionSchema)
}

/** DELETE /webhooks/{id}. */
export async function deleteWebhook(transport: Transport, webhookId: string): Promise<void> {
  await transport.json(callOf('deleteWebhook', { words: { id: webhookId } }), doneSchema)
}

/** The answer is not shown: what it does not tell is null. */
const testedSchema = z.object({
  success: z.literal(true),
  data: z
    .object({
      delivered: z.boolean().nullish(),
      statusCode: z.int().nullish(),
      error: z.string().nullish(),
    })
    .nullish()
    .catch(null),
})
export type WebhookTested = NonNullable<z.output<typeof testedSchema>['data']>

/** POST /webhooks/{id}/test: the receiver is sent this event now. */
export async function testWebhook(
  transport: Transport,
  webhookId: string,
  request: { eventType: WebhookEvent; data: Record<string, unknown> },
): Promise<WebhookTested> {
  const { data } = await transport.json(
    callOf('testWebhook', { words: { id: webhookId }, body: request }),
    testedSchema,
  )
  return data ?? {}
}
