import type { Transport } from '../station.ts'

/** there: the station answers. away: it does not. over: this page belongs to a Waybill that was ended. */
export type ContactState = 'there' | 'away' | 'over'

/** A stream that is opened again at once, as a browser does after sleep, is no outage. */
const GRACE_MS = 1_500

/** Whether this page still has its station, by the stream of events, which is open as long as it has. */
export class Contact {
  state = $state<ContactState>('there')
  /** Since when it is not; epoch milliseconds. */
  since = $state(0)
  #leaving: ReturnType<typeof setTimeout> | undefined

  readonly back = (): void => {
    clearTimeout(this.#leaving)
    this.#leaving = undefined
    this.state = 'there'
  }

  readonly lost = (): void => {
    if (this.state !== 'there' || this.#leaving !== undefined) return
    const since = Date.now()
    this.#leaving = setTimeout(() => this.#leave('away', since), GRACE_MS)
  }

  readonly over = (): void => {
    if (this.state !== 'over') this.#leave('over', Date.now())
  }

  #leave(state: ContactState, since: number): void {
    clearTimeout(this.#leaving)
    this.#leaving = undefined
    if (this.state === 'there') this.since = since
    this.state = state
  }
}

/** The same transport, whose calls update this contact. */
export function withContact(transport: Transport, contact: Contact): Transport {
  return {
    invoke: async (name, input) => {
      const result = await transport.invoke(name, input)
      if (!result.ok && result.error.code === 'SESSION_ENDED') contact.over()
      return result
    },
    subscribe: (listener, onGap) =>
      transport.subscribe(listener, onGap, { onOpen: contact.back, onLost: contact.lost, onRefused: contact.over }),
  }
}
