import type { Connection } from '../../src-shared/station/app/state.ts'
import type { Clock } from '../kernel/clock.ts'
import { KEY_REFUSED, NO_ANSWER, type FreightError } from '../freight/http/failure.ts'
import { createSubscribers, type Subscribers } from '../kernel/subscribers.ts'

/** The connection state as seen by real calls; the network adapter is never asked. */
export interface ConnectionMonitor {
  state(): Connection
  note(failure: FreightError | null): void
  /** Another service: nothing is known yet. */
  reset(): void
  /** Called when the state changes. */
  subscribe: Subscribers<Connection>['subscribe']
}

export function createConnectionMonitor(clock: Clock): ConnectionMonitor {
  const subscribers = createSubscribers<Connection>()
  let state: Connection = { kind: 'unknown' }
  return {
    state: () => state,
    note: (failure) => {
      const kind = kindOf(failure)
      if (state.kind === kind && (kind === 'online' || ('error' in state && state.error.code === failure?.code))) return
      const since = state.kind === kind ? state.since : clock.now().toISOString()
      state =
        kind === 'online' || failure === null ? { kind: 'online', since } : { kind, since, error: failure.toData() }
      void subscribers.report(state)
    },
    reset: () => {
      state = { kind: 'unknown' }
    },
    subscribe: subscribers.subscribe,
  }
}

function kindOf(failure: FreightError | null): 'online' | 'offline' | 'refused' {
  if (failure === null) return 'online'
  if (KEY_REFUSED.includes(failure.code)) return 'refused'
  return NO_ANSWER.includes(failure.code) ? 'offline' : 'online'
}
