import type { OpeningStep } from '../../src-shared/station/app/events.ts'
import type { Transport } from '../station.ts'

/** The opening step of the station. */
export class Opening {
  step = $state<OpeningStep>('start')
}

/** The same transport, whose calls update the opening step. */
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
