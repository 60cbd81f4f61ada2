import { FreightError, isFailingAnswer, isOfOneAlone } from '../freight/http/failure.ts'
import { clientFor, type TrackingLink } from './client-for.ts'

/**
 * Did the call fail for what it asked for alone? A 5xx or PROVIDER_ERROR may be of the whole service: it is of one alone
 * where the service still lists, which is asked once a turn.
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
      return isFailingAnswer(error) && (await (lists ??= stillLists(link)))
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
