import { z } from 'zod'
import { CARRIERS } from './carriers.ts'
import type { Load } from './load.ts'
import { priceOf } from './price.ts'
import { refusalOf } from './refusal.ts'
import { transitDaysOf } from './transit.ts'

/** A carrier's offer for a load; stored with its quote as JSON. */
export const offerSchema = z.object({
  provider: z.string(),
  scac: z.string(),
  service: z.string(),
  mode: z.enum(['LTL', 'PARCEL']),
  isGuaranteed: z.boolean(),
  transitDays: z.int(),
  totalCents: z.int(),
  baseCents: z.int(),
  fuelCents: z.int(),
  chargeCents: z.record(z.string(), z.int()),
})
export type Offer = z.infer<typeof offerSchema>

export interface Refusal {
  provider: string
  reason: string
}

/** Every carrier's answer to a load: offers, cheapest first, and who refused and why. */
export function rate(load: Load): { offers: Offer[]; refusals: Refusal[] } {
  const offers: Offer[] = []
  const refusals: Refusal[] = []
  for (const carrier of CARRIERS) {
    const reason = refusalOf(carrier, load)
    if (reason !== null) {
      refusals.push({ provider: carrier.name, reason })
      continue
    }
    for (const service of carrier.services) {
      offers.push({
        provider: carrier.name,
        scac: carrier.scac,
        service: service.id,
        mode: carrier.kind,
        isGuaranteed: service.isGuaranteed,
        transitDays: transitDaysOf(carrier, service, load),
        ...priceOf(carrier, service, load),
      })
    }
  }
  return { offers: offers.sort((a, b) => a.totalCents - b.totalCents), refusals }
}
