import { errorFacts } from '../../src-node/log/error-facts.ts'
import { every } from '../../src-node/runtime/wait.ts'
import { runtime } from '../../src-node/runtime/runtime.ts'
import type { Timer } from '../../src-node/runtime/timers.ts'
import { writeQuotes } from '../booking/waiting-quotes.ts'
import { advanceShipments } from '../lifecycle/advance.ts'
import type { Service } from '../resources/service.ts'
import { attempt } from './attempt.ts'
import { hasWebhooks, nextDelivery, type Delivery } from './outbox.ts'
import { announceExpiredQuotes } from './quote-events.ts'

/** How often the service checks, in machine time, for events that its clock has reached. */
const LOOK_EVERY_MS = 1000
/** How many receivers are sent to at the same time. */
const MOST_AT_ONCE = 8

/**
 * Sends due deliveries in parallel with requests, without delaying them. Each subscription gets one delivery at a
 * time, so a slow receiver holds up no other. Pending deliveries are in the database: a restart loses nothing.
 */
export class WebhookDispatcher {
  readonly #service: Pick<Service, 'db' | 'clock' | 'apiUrl'>
  readonly #busy = new Map<string, Promise<void>>()
  readonly #end = new AbortController()
  #timer: Timer | undefined
  #isNudged = false

  constructor(service: Pick<Service, 'db' | 'clock' | 'apiUrl'>) {
    this.#service = service
  }

  start(): void {
    this.nudge()
  }

  /** Something may be due: checks as soon as the current work is done. */
  nudge(): void {
    if (this.#isNudged || this.#end.signal.aborted) return
    this.#isNudged = true
    runtime().timers.soon(() => {
      this.#isNudged = false
      if (this.#end.signal.aborted) return
      try {
        this.#look()
      } catch (cause) {
        runtime().log.error('webhooks', { error: errorFacts(cause) })
      }
    })
  }

  /** Aborts running deliveries; they are sent again after the next start. */
  async close(): Promise<void> {
    this.#timer?.cancel()
    this.#end.abort()
    await Promise.all(this.#busy.values())
  }

  #look(): void {
    const { db, clock } = this.#service
    if (!hasWebhooks(db)) {
      // Quiet until a request brings the first subscription.
      this.#timer?.cancel()
      this.#timer = undefined
      return
    }
    this.#timer ??= every(LOOK_EVERY_MS, () => this.nudge(), { isBackground: true })
    const now = clock.now()
    advanceShipments(db, now)
    writeQuotes(db)
    announceExpiredQuotes(db, now)
    while (this.#busy.size < MOST_AT_ONCE) {
      const delivery = nextDelivery(db, this.#busy.keys(), now)
      if (!delivery) return
      this.#busy.set(delivery.webhookId, this.#send(delivery))
    }
  }

  async #send(delivery: Delivery): Promise<void> {
    try {
      await attempt(this.#service, delivery, { stop: this.#end.signal })
    } catch (cause) {
      runtime().log.error('webhooks', { error: errorFacts(cause) })
    } finally {
      this.#busy.delete(delivery.webhookId)
      this.nudge()
    }
  }
}
