import { atStation, nothing, returns } from '../command.ts'
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
  /** Lists the webhook subscriptions at the freight service. */
  'webhooks.list': returns<Webhook[]>()(nothing, atStation.packer),
  'webhooks.create': returns<Webhook>()(webhookCreateInputSchema, atStation.supervisor),
  'webhooks.update': returns<Webhook>()(webhookUpdateInputSchema, atStation.supervisor),
  'webhooks.delete': returns<Webhook[]>()(webhookIdInputSchema, atStation.supervisor),
  'webhooks.test': returns<WebhookTest>()(webhookTestInputSchema, atStation.supervisor),
} as const
