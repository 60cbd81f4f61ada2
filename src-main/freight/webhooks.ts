import { z } from 'zod'
import { webhookSchema, type newWebhookSchema, type WebhookEvent } from '../../src-shared/freight/webhook.ts'
import { dataOf, doneSchema } from './envelope.ts'
import { path } from './path.ts'
import type { Transport } from './transport.ts'

/** As answers that are not shown may leave out what was asked for, only the id is indispensable. */
const subscriptionSchema = webhookSchema
  .partial()
  .required({ webhookId: true, url: true })
  .extend({ events: z.array(z.string()).default([]), active: z.boolean().default(true) })
export type WireWebhook = z.output<typeof subscriptionSchema>

export type NewSubscription = z.input<typeof newWebhookSchema>

/** POST /webhooks. Repeated only when surely unsent: twice would be two subscriptions. */
export async function createWebhook(transport: Transport, request: NewSubscription): Promise<WireWebhook> {
  const { data } = await transport.json(
    { method: 'POST', path: '/webhooks', body: request, repeatable: 'once' },
    dataOf(subscriptionSchema),
  )
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
  return transport.json(
    { method: 'POST', path: '/tracking/webhook', body: request, repeatable: 'once' },
    maybeSubscriptionSchema,
  )
}

/** GET /webhooks. */
export async function listWebhooks(transport: Transport): Promise<WireWebhook[]> {
  const { data } = await transport.json(
    { method: 'GET', path: '/webhooks', repeatable: 'read' },
    dataOf(z.array(subscriptionSchema)),
  )
  return data
}

/** PUT /webhooks/{id}: what is left out stays. Null when the answer does not describe it. */
export async function updateWebhook(
  transport: Transport,
  webhookId: string,
  change: { url?: string | undefined; events?: WebhookEvent[] | undefined; active?: boolean | undefined },
): Promise<WireWebhook | null> {
  return transport.json(
    { method: 'PUT', path: path`/webhooks/${webhookId}`, body: change, repeatable: 'once' },
    maybeSubscriptionSchema,
  )
}

/** DELETE /webhooks/{id}. */
export async function deleteWebhook(transport: Transport, webhookId: string): Promise<void> {
  await transport.json({ method: 'DELETE', path: path`/webhooks/${webhookId}`, repeatable: 'once' }, doneSchema)
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
    { method: 'POST', path: path`/webhooks/${webhookId}/test`, body: request, repeatable: 'once' },
    testedSchema,
  )
  return data ?? {}
}
