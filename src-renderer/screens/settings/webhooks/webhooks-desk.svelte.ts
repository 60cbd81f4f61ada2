import type { Webhook, WebhookTest } from '../../../../src-shared/station/webhook.ts'
import type { AppContext } from '../../../app-context.ts'
import { LiveQuery } from '../../../live/live-query.svelte.ts'

/** What is being done to a subscription, so that its buttons rest meanwhile. */
type Doing = 'testing' | 'switching' | 'deleting'

/** The subscriptions at the service, and what may be done to each. */
export class WebhooksDesk extends LiveQuery<Webhook[]> {
  doing = $state<Record<string, Doing | undefined>>({})
  /** What came of the last test of each. */
  tests = $state.raw<Readonly<Record<string, WebhookTest>>>({})
  readonly #app: AppContext

  constructor(app: AppContext) {
    super(() => app.station.invoke('webhooks.list', {}))
    this.#app = app
  }

  readonly test = (webhookId: string) =>
    this.#run(webhookId, 'testing', async () => {
      const result = await this.#app.station.invoke('webhooks.test', { webhookId })
      this.tests = { ...this.tests, [webhookId]: result }
    })

  readonly setActive = (webhookId: string, active: boolean) =>
    this.#run(webhookId, 'switching', async () => {
      const changed = await this.#app.station.invoke('webhooks.update', { webhookId, active })
      this.value = (this.value ?? []).map((one) => (one.webhookId === webhookId ? changed : one))
    })

  readonly remove = (webhookId: string) =>
    this.#run(webhookId, 'deleting', async () => {
      this.value = await this.#app.station.invoke('webhooks.delete', { webhookId })
    })

  async #run(webhookId: string, doing: Doing, action: () => Promise<void>): Promise<void> {
    if (this.doing[webhookId] !== undefined) return
    this.doing[webhookId] = doing
    await this.#app.toasts.attempt(action)
    this.doing[webhookId] = undefined
  }
}
