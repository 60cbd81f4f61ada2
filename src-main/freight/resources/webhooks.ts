import { z } from 'zod'
import type { newWebhookSchema, WebhookEvent } from '../../../src-shared/freight/webhook.ts'
import { dataOf, doneSchema, listOf } from '../answer/envelope.ts'
import * as field from '../answer/field.ts'
import { webhookAnswer, type WebhookAnswer } from '../answer/webhook.ts'
import { callOf } from '../http/call.ts'
import type { Transport } from '../http/transport.ts'

export type NewSubscription = z.input<typeof newWebhookSchema>

/** POST /webhooks. Repeated only when surely unsent: twice would be two subscriptions. */
export async function createWebhook(transport: Transport, request: NewSubscription): Promise<WebhookAnswer> {
  const { data } = await transport.json(callOf('createWebhook', { body: request }), dataOf(webhookAnswer))
  return data
}

/** The answer is not shown: null when it describes no subscription. */
const maybeSubscriptionSchema = z.union([
  dataOf(webhookAnswer).transform(({ data }) => data),
  doneSchema.transform(() => null),
])

/** POST /tracking/webhook: a subscription, as POST /webhooks. */
export function subscribeTracking(
  transport: Transport,
  request: Pick<NewSubscription, 'url' | 'events' | 'secret'>,
): Promise<WebhookAnswer | null> {
  return transport.json(callOf('subscribeTracking', { body: request }), maybeSubscriptionSchema)
}

/** GET /webhooks. */
export async function listWebhooks(transport: Transport): Promise<WebhookAnswer[]> {
  return transport.json(callOf('listWebhooks', {}), listOf(webhookAnswer))
}

/** PUT /webhooks/{id}: what is left out stays. Null when the answer does not describe it. */
export async function updateWebhook(
  transport: Transport,
  webhookId: string,
  change: { url?: string | undefined; events?: WebhookEvent[] | undefined; active?: boolean | undefined },
): Promise<WebhookAnswer | null> {
  return transport.json(callOf('updateWebhook', { words: { id: webhookId }, body: change }), maybeSubscriptionSchema)
}

/** DELETE /webhooks/{id}. */
export async function deleteWebhook(transport: Transport, webhookId: string): Promise<void> {
  await transport.json(callOf('deleteWebhook', { words: { id: webhookId } }), doneSchema)
}

/** The answer is not documented: what it omits is null. */
const testedAnswer = z.object({
  success: z.literal(true).nullish(),
  data: field.part(z.object({ delivered: field.flag, statusCode: field.count, error: field.text })),
})
export type WebhookTested = NonNullable<z.output<typeof testedAnswer>['data']>

/** POST /webhooks/{id}/test: the receiver is sent this event now. */
export async function testWebhook(
  transport: Transport,
  webhookId: string,
  request: { eventType: WebhookEvent; data: Record<string, unknown> },
): Promise<WebhookTested> {
  const { data } = await transport.json(
    callOf('testWebhook', { words: { id: webhookId }, body: request }),
    testedAnswer,
  )
  return data ?? {}
}
