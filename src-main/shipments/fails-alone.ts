import { FreightError, isFailingAnswer, isOfOneAlone } from '../freight/http/failure.ts'
import { clientFor, type TrackingLink } from './client-for.ts'

/**
 * Did the call fail for what it asked for alone? A 5xx, PROVIDER_ERROR or no answer may be of the whole service: it is of one
 * alone where the service still lists. That is asked once a turn, and each time where there was no answer: the network may
 * have gone.
 */
export function createFailsAlone() {
  let lists: Promise<boolean> | null = null
  return {
    /** A turn begins. */
    askAgain: (): void => {
      lists = null
    },
    failsAlone: async (link: TrackingLink, error: unknown): Promise<boolean> => {
      if (!(error instanceof FreightError)) return false
      if (isOfOneAlone(error)) return true
      if (isFailingAnswer(error)) return (lists ??= stillLists(link))
      return error.delivery === 'uncertain' && (await stillLists(link))
    },
  }
}

async function stillLists(link: TrackingLink): Promise<boolean> {
  try {
    await clientFor(link, 'tracking').listShipments({ limit: 1 })
    return true
  } catch (error) {
    // The caller has the failure that it asks about.
    if (error instanceof FreightError) return false
    throw error
  }
}
