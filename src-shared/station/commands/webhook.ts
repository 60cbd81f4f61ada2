import { nothing, returns } from '../command.ts'
import {
  webhookCreateInputSchema,
  webhookIdInputSchema,
  webhookTestInputSchema,
  webhookUpdateInputSchema,
  type Webhook,
  type WebhookTest,
} from '../tracking/webhook.ts'

/** The rows of the command table about webhook subscriptions at the service. No answer holds a secret. */
export const webhookCommands = {
  'webhooks.list': returns<Webhook[]>()(nothing),
  'webhooks.create': returns<Webhook>()(webhookCreateInputSchema),
  'webhooks.update': returns<Webhook>()(webhookUpdateInputSchema),
  'webhooks.delete': returns<Webhook[]>()(webhookIdInputSchema),
  'webhooks.test': returns<WebhookTest>()(webhookTestInputSchema),
} as const
