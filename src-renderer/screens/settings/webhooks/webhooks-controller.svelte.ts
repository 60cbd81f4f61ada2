import type { Webhook, WebhookTest } from '../../../../src-shared/station/tracking/webhook.ts'
import type { AppContext } from '../../../app-context.ts'
import { LiveQuery } from '../../../live/live-query.svelte.ts'

/** The subscriptions at the service, and what may be done to each. */
export class WebhooksController extends LiveQuery<Webhook[]> {
  /** The result of the last test of each. */
  tests = $state.raw<Readonly<Record<string, WebhookTest>>>({})
  readonly #app: AppContext

  constructor(app: AppContext) {
    super(() => app.station.invoke('webhooks.list', {}))
    this.#app = app
  }

  readonly test = async (webhookId: string): Promise<void> => {
    const result = await this.#app.station.invoke('webhooks.test', { webhookId })
    this.tests = { ...this.tests, [webhookId]: result }
  }

  readonly setActive = async (webhookId: string, active: boolean): Promise<void> => {
    const changed = await this.#app.station.invoke('webhooks.update', { webhookId, active })
    this.value = (this.value ?? []).map((one) => (one.webhookId === webhookId ? changed : one))
  }

  readonly remove = async (webhookId: string): Promise<void> => {
    this.value = await this.#app.station.invoke('webhooks.delete', { webhookId })
  }
}
