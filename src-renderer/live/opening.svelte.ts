import type { OpeningStep } from '../../src-shared/station/app/events.ts'
import type { Transport } from '../station.ts'

/** What the station is at that is not open yet. */
export class Opening {
  step = $state<OpeningStep>('start')
}

/** The same transport, of which this is told what the station is at. */
export function withOpening(transport: Transport, opening: Opening): Transport {
  return {
    ...transport,
    subscribe: (listener, onGap, lifeline) =>
      transport.subscribe(
        (event) => {
          if (event.name === 'station.opening') opening.step = event.payload.step
          listener(event)
        },
        onGap,
        lifeline,
      ),
  }
}
