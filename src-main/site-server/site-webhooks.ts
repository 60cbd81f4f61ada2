import { monotonic } from '../../src-node/runtime/wait.ts'
import { WEBHOOK_EVENTS } from '../../src-shared/freight/webhook.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { receiverSettingsSchema, type ReceiverSettings } from '../../src-shared/station/tracking/webhook-receiver.ts'
import type { Clock } from '../kernel/clock.ts'
import { FreightError } from '../freight/http/failure.ts'
import type { FreightClient } from '../freight/client.ts'
import type { WebhookSecrets } from '../kernel/secrets/webhook-secrets.ts'
import type { WebhookInbox } from '../shipments/webhook-inbox.rows.ts'
import { createWebhookReceiver } from '../shipments/webhooks/receiver.ts'
import { createSubscriptions } from '../shipments/webhooks/subscriptions.ts'
import { createThrottle } from './http/throttle.ts'
import type { SiteMetrics } from './metrics.ts'

/** Where webhooks come in. */
export interface SiteWebhookPlace {
  /** Where the service sends them; the proxy in front of this machine passes them on to `host` and `port`. */
  url: string
  host: ReceiverSettings['host']
  port: number
  /** Under the ids of the subscriptions. */
  secrets: WebhookSecrets
  /** Steady milliseconds, by which too many are put off; the machine's when absent. */
  now?: () => number
}

export interface SiteWebhookPorts {
  client: FreightClient
  inbox: WebhookInbox
  clock: Clock
  metrics: SiteMetrics
  /** Asks the service about these shipments and gives those that it could not ask about. */
  refresh: (shipmentIds: readonly string[]) => Promise<string[]>
  inBackground: (work: Promise<unknown>) => void
}

/** So often it is looked whether the service still has the subscription. */
const LOOK_AFTER_MS = 60 * 60 * 1000
/** The events of a shipment. Quotes are requested here, and need no report. */
const EVENTS = WEBHOOK_EVENTS.filter((event) => !event.startsWith('quote.'))

/**
 * Takes the service's webhooks for the whole site, and makes and keeps the subscription that sends them. As at a station, a
 * webhook decides nothing: it makes the poller ask now.
 * @throws StationError LISTEN_FAILED
 */
export async function openSiteWebhooks({ url, host, port, secrets, now }: SiteWebhookPlace, ports: SiteWebhookPorts) {
  const { client, metrics, inBackground } = ports
  const subscriptions = createSubscriptions({ client: () => client, secrets })
  const throttle = createThrottle(now)
  let keptAt = -Infinity
  let keeping: Promise<void> | undefined

  const receiver = createWebhookReceiver({
    ...{ secrets, inbox: ports.inbox, clock: ports.clock, inBackground },
    settings: {
      read: async (_, schema) =>
        schema.parse(receiverSettingsSchema.parse({ enabled: true, host, port, path: new URL(url).pathname })),
      write: async () => undefined,
    },
    refresh: async (shipmentIds) => {
      const startedAt = monotonic()
      const left = await ports.refresh(shipmentIds)
      if (left.length < shipmentIds.length) metrics.webhookLatency.observe((monotonic() - startedAt) / 1_000)
      return left
    },
    onVerified: () => undefined,
    onChange: () => undefined,
    onReceived: ({ outcome }) => metrics.webhooks.inc({ outcome }),
    admit: () => {
      try {
        throttle.station('the service')
        return true
      } catch {
        // Its sender tries again, and the poller's next turn finds what it would have reported.
        metrics.webhooks.inc({ outcome: 'too-many' })
        return false
      }
    },
  })
  await receiver.start()
  const { error, port: listening } = await receiver.state()
  if (error !== null) throw StationError.from(error)

  /** The new subscription exists before another one at the same address is deleted: nothing is missed in between. */
  async function keep(): Promise<void> {
    const here = (await subscriptions.list()).filter((one) => one.url === url)
    const current = here.find(({ secret, events }) => secret !== 'none' && EVENTS.every((one) => events.includes(one)))
    if (current === undefined) await subscriptions.create({ url, events: [...EVENTS], active: true })
    else if (!current.active) await subscriptions.update({ webhookId: current.webhookId, active: true })
    for (const { webhookId } of here) if (webhookId !== current?.webhookId) await subscriptions.remove(webhookId)
  }

  return {
    port: listening,

    /** The service answers: earlier webhooks are followed up, and the subscription is checked. */
    serviceAnswers: (): void => {
      inBackground(receiver.askAgain())
      if (keeping !== undefined || monotonic() - keptAt < LOOK_AFTER_MS) return
      keeping = keep()
        .then(
          () => {
            keptAt = monotonic()
            metrics.isSubscribed.set(1)
          },
          (failure: unknown) => {
            metrics.isSubscribed.set(0)
            // A service that is unavailable, or has no webhooks, is asked again after the next turn; the poller does
            // without.
            if (!(failure instanceof FreightError)) throw failure
          },
        )
        .finally(() => {
          keeping = undefined
        })
      inBackground(keeping)
    },

    close: async (): Promise<void> => {
      await receiver.close()
      await keeping?.catch(() => undefined)
    },
  }
}
