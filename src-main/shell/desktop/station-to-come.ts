import { after, nextTurn } from '../../../src-node/runtime/wait.ts'
import type { OpeningStep, StationEvent } from '../../../src-shared/station/app/events.ts'
import type { Station } from '../../app/station.ts'

interface WaitingPage {
  isDestroyed(): boolean
  isLoading(): boolean
  once(event: 'did-finish-load' | 'destroyed', listener: () => void): unknown
}

/** The station before it is open: calls wait for it, and pages are shown its progress. */
export interface StationToCome extends Pick<Station, 'invoke'> {
  /** Before what may take long and holds up this process: the page is there to say so, or has had its time. */
  announce(step: OpeningStep): Promise<void>
  /** From here on calls are answered. */
  isHere(station: Pick<Station, 'invoke'>): void
}

/** A page that has not loaded by then is not waited for. */
const PAGE_WITHIN_MS = 5_000

/**
 * The station that the window calls from the first moment. Calls to one that never opens are never answered: the app
 * ends.
 */
export function stationToCome(
  page: () => WaitingPage | undefined,
  report: (event: StationEvent) => void,
  withinMs = PAGE_WITHIN_MS,
): StationToCome {
  const { promise: here, resolve: isHere } = Promise.withResolvers<Pick<Station, 'invoke'>>()
  let isOpen = false
  let step: OpeningStep = 'start'
  const reportStep = () => report({ name: 'station.opening', payload: { step } })
  return {
    invoke: async (name, input) => {
      // A page that loaded after the step was reported gets it now.
      if (!isOpen) reportStep()
      return (await here).invoke(name, input)
    },
    announce: async (next) => {
      step = next
      await loaded(page(), withinMs)
      reportStep()
      // The signal is sent from this process only when it has finished its work.
      await nextTurn()
    },
    isHere: (station) => {
      isOpen = true
      isHere(station)
    },
  }
}

function loaded(page: WaitingPage | undefined, withinMs: number): Promise<void> {
  return new Promise((resolve) => {
    if (!page || page.isDestroyed() || !page.isLoading()) return resolve()
    page.once('did-finish-load', resolve)
    page.once('destroyed', resolve)
    after(withinMs, resolve, { isBackground: true })
  })
}
