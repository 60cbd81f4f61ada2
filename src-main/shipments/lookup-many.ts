import type { Shipment } from '../../src-shared/station/tracking/shipment.ts'
import type { LookupMany } from '../../src-shared/station/tracking/shipment-list.ts'
import { MOST_TRACKED_AT_ONCE } from '../../src-shared/freight/tracking-request.ts'
import { trackShipmentSchema } from '../../src-shared/freight/tracking.ts'
import type { FreightLink } from '../app/environment.ts'
import { FreightError } from '../freight/http/failure.ts'
import type { ShipmentStore } from './shipments.rows.ts'
import { clientFor } from './client-for.ts'

export interface LookupOptions {
  shipments: Pick<ShipmentStore, 'findByCode'>
  link: () => FreightLink
  /** Fetches one shipment into the cache. */
  refresh: (shipmentId: string) => Promise<void>
  /** Fetches the shipments of these tracking numbers into the cache, `MOST_TRACKED_AT_ONCE` at most. */
  fetchByNumbers: (trackingNumbers: readonly string[]) => Promise<void>
}

/** Codes that mean: the service was asked and has no such shipment. */
const NOT_THERE = new Set(['TRACKING_NOT_FOUND', 'TRACKING_NOT_AVAILABLE', 'SHIPMENT_NOT_FOUND', 'INVALID_REQUEST'])

/**
 * Finds shipments by pasted codes: here first; the service is asked, with the lowest priority, for those not here:
 * by tracking number many at a time, and by reference one by one for other codes. A service that cannot be
 * asked ends the asking, not the answer.
 */
export async function lookupMany(options: LookupOptions, codes: readonly string[]): Promise<LookupMany> {
  const found = new Map<string, Shipment[]>()
  await findHere(options, codes, found)
  const error = await askForMissing(options, codes, found).then(
    () => null,
    (cause: unknown) => {
      if (!(cause instanceof FreightError)) throw cause
      return cause.toData()
    },
  )
  const missing = codes.filter((code) => !found.has(code))
  return {
    found: codes.flatMap((code) => {
      const shipments = found.get(code)
      return shipments ? [{ code, shipments }] : []
    }),
    notFound: error ? [] : missing,
    notAsked: error ? missing : [],
    error,
  }
}

async function findHere(
  { shipments }: LookupOptions,
  codes: readonly string[],
  found: Map<string, Shipment[]>,
): Promise<void> {
  for (const code of codes) {
    const known = found.has(code) ? [] : await shipments.findByCode(code)
    if (known.length > 0) found.set(code, known)
  }
}

/** @throws FreightError when the service cannot be asked; shipments found until then are kept */
async function askForMissing(
  options: LookupOptions,
  codes: readonly string[],
  found: Map<string, Shipment[]>,
): Promise<void> {
  const missing = () => codes.filter((code) => !found.has(code))
  const numbers = missing().filter((code) => trackShipmentSchema.safeParse({ trackingNumber: code }).success)
  for (let from = 0; from < numbers.length; from += MOST_TRACKED_AT_ONCE) {
    const some = numbers.slice(from, from + MOST_TRACKED_AT_ONCE)
    await skippingUnknown(options.fetchByNumbers(some))
    await findHere(options, some, found)
  }
  for (const code of missing()) {
    const { shipments } = await clientFor(options.link(), 'background').listShipments({ reference: code, limit: 5 })
    for (const { shipmentId } of shipments) await skippingUnknown(options.refresh(shipmentId))
    await findHere(options, [code], found)
  }
}

/** That it knows none of them is an answer, not a failure. */
async function skippingUnknown(asking: Promise<void>): Promise<void> {
  try {
    await asking
  } catch (error) {
    if (!(error instanceof FreightError) || !NOT_THERE.has(error.code)) throw error
  }
}
