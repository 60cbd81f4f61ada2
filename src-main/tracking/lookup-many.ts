import type { Shipment } from '../../src-shared/station/shipment.ts'
import type { LookupMany } from '../../src-shared/station/shipment-list.ts'
import type { FreightLink } from '../environment.ts'
import { FreightError } from '../freight/failure.ts'
import type { ShipmentStore } from '../store/cache/shipments.ts'
import { clientFor } from './client-for.ts'

export interface LookupOptions {
  shipments: Pick<ShipmentStore, 'findByCode'>
  link: () => FreightLink
  /** Fetches one shipment into the cache. */
  refresh: (shipmentId: string) => Promise<void>
}

/** Codes that say: the service was asked and has no such shipment. */
const NOT_THERE = new Set(['TRACKING_NOT_FOUND', 'TRACKING_NOT_AVAILABLE', 'SHIPMENT_NOT_FOUND', 'INVALID_REQUEST'])

/**
 * Finds shipments by what was pasted: here first; the service is asked, behind everybody else's calls, for those not here. A
 * service that cannot be asked ends the asking, not the answer.
 */
export async function lookupMany(
  { shipments, link, refresh }: LookupOptions,
  codes: readonly string[],
): Promise<LookupMany> {
  const answer: LookupMany = { found: [], notFound: [], notAsked: [], error: null }
  for (const code of codes) {
    let known: Shipment[] = await shipments.findByCode(code)
    if (known.length === 0 && answer.error === null) {
      try {
        for (const shipmentId of await askFor(link(), code)) await refresh(shipmentId)
        known = await shipments.findByCode(code)
      } catch (error) {
        if (!(error instanceof FreightError)) throw error
        answer.error = error.toData()
      }
    }
    if (known.length > 0) answer.found.push({ code, shipments: known })
    else if (answer.error === null) answer.notFound.push(code)
    else answer.notAsked.push(code)
  }
  return answer
}

/** Ids of the shipments that the service knows under this tracking number, or else under this reference. */
async function askFor(link: FreightLink, code: string): Promise<string[]> {
  const client = clientFor(link, 'background')
  try {
    return [(await client.trackByNumber(code)).shipmentId]
  } catch (error) {
    if (!(error instanceof FreightError) || !NOT_THERE.has(error.code)) throw error
  }
  const { shipments } = await client.listShipments({ reference: code, limit: 5 })
  return shipments.map(({ shipmentId }) => shipmentId)
}
