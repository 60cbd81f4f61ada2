import { runtime } from '../../../src-node/runtime/runtime.ts'
import type { ParsedInput } from '../../../src-shared/station/commands.ts'
import { notStored } from '../../../src-shared/station/error.ts'
import type { Webhook, WebhookTest } from '../../../src-shared/station/tracking/webhook.ts'
import type { FreightClient } from '../../freight/client.ts'
import type { WebhookAnswer } from '../../freight/answer/webhook.ts'
import type { WebhookSecrets } from '../../kernel/secrets/webhook-secrets.ts'

/** As long as the digest that is made with it (HMAC-SHA-256). */
const SECRET_BYTES = 32

export interface SubscriptionsOptions {
  /** Of the service in use. */
  client: () => Pick<
    FreightClient,
    'listWebhooks' | 'createWebhook' | 'updateWebhook' | 'deleteWebhook' | 'testWebhook'
  >
  secrets: WebhookSecrets
}

export type Subscriptions = ReturnType<typeof createSubscriptions>

/**
 * Webhook subscriptions at the service. A secret goes to the service once and into the keychain, under the subscription's
 * id, where the receiver finds it; it is never given back.
 */
export function createSubscriptions({ client, secrets }: SubscriptionsOptions) {
  async function viewOf(webhook: WebhookAnswer): Promise<Webhook> {
    const { webhookId, url, events, active, createdAt } = webhook
    const isHere = Object.hasOwn(await secrets.all(), webhookId)
    const where = (await secrets.areStored()) ? 'keychain' : 'memory'
    return { webhookId, url, events, active, createdAt: createdAt ?? null, secret: isHere ? where : 'none' }
  }

  const list = async (): Promise<Webhook[]> => Promise.all((await client().listWebhooks()).map(viewOf))

  async function found(webhookId: string): Promise<Webhook> {
    const webhook = (await list()).find((one) => one.webhookId === webhookId)
    if (webhook) return webhook
    throw notStored('The service no longer lists this webhook.', { webhookId })
  }

  return {
    list,

    create: async ({
      secret = runtime().random.bytes(SECRET_BYTES).toString('hex'),
      ...request
    }: ParsedInput<'webhooks.create'>): Promise<Webhook> => {
      const created = await client().createWebhook({ ...request, secret })
      // A service that makes its own secret signs with that one.
      await secrets.set(created.webhookId, created.secret ?? secret)
      return viewOf(created)
    },

    update: async ({ webhookId, ...change }: ParsedInput<'webhooks.update'>): Promise<Webhook> => {
      const changed = await client().updateWebhook(webhookId, change)
      return changed?.webhookId === webhookId ? viewOf(changed) : found(webhookId)
    },

    remove: async (webhookId: string): Promise<Webhook[]> => {
      await client().deleteWebhook(webhookId)
      await secrets.remove(webhookId)
      return list()
    },

    test: async ({ webhookId, eventType, ...data }: ParsedInput<'webhooks.test'>): Promise<WebhookTest> => {
      const { delivered, statusCode, error } = await client().testWebhook(webhookId, { eventType, data })
      return { webhookId, delivered: delivered ?? null, statusCode: statusCode ?? null, error: error ?? null }
    },
  }
}
