import { z } from 'zod'
import { addBusinessDays, type Day } from '../calendar.ts'
import { CARRIERS, MEXICAN_CARRIERS, type LtlCarrier, type Service } from '../rating/carriers.ts'
import type { Load } from '../rating/load.ts'
import { insuranceCents, priceOf } from '../rating/price.ts'
import type { Refusal } from '../rating/rates.ts'
import { refusalOf } from '../rating/refusal.ts'
import { transitDaysOf } from '../rating/transit.ts'
import type { Crossing } from './crossings.ts'
import type { CrossborderLoad } from './load.ts'

const SERVICE_TYPES = ['standard', 'expedited'] as const
type ServiceType = (typeof SERVICE_TYPES)[number]

const legSchema = z.object({ carrierName: z.string(), scac: z.string(), transitDays: z.int() })

/** What two carriers and a border transfer offer together; kept with its quote as JSON. */
export const crossborderOfferSchema = z.object({
  serviceType: z.enum(SERVICE_TYPES),
  /** Of the carrier that picks up: its number is the shipment's. */
  provider: z.string(),
  scac: z.string(),
  service: z.string(),
  /** To the border, over it, and from it. */
  legs: z.tuple([legSchema, legSchema, legSchema]),
  transitDays: z.int(),
  /** The sum of `chargeCents`. */
  totalCents: z.int(),
  chargeCents: z.record(z.string(), z.int()),
})
export type CrossborderOffer = z.infer<typeof crossborderOfferSchema>

/** Which carriers hand freight over to each other at the border: US, Mexico. */
const PARTNERS = [
  ['Northline Freight', 'Fletera Cenzontle'],
  ['Great Basin Lines', 'Ruta Mezquite'],
  ['Cumberland Motor', 'Autolíneas Peña Clara'],
  ['Pacific Crest', 'Ruta Mezquite'],
  ['Union Vale', 'Fletera Cenzontle'],
  ['Union Vale', 'Autolíneas Peña Clara'],
] as const

/** Business days at the border: papers, inspection and the bridge. */
const BORDER_DAYS: Record<ServiceType, number> = { standard: 2, expedited: 1 }
/** A broker's fee, more for each SAT code after the first, and for a place ahead in the line. */
const BROKER = { cents: 16_500, centsPerLine: 1_200, expeditedCents: 9_500 }
const BORDER_HAZMAT_CENTS = 6_000
const LIMITED_ACCESS_CENTS = 6_500
const CAREFUL_CENTS_A_PIECE = 1_800

/** What every pair of partners offers for a load, cheapest first, and which pairs refused and why. */
export function rateCrossborder(load: CrossborderLoad): { offers: CrossborderOffer[]; refusals: Refusal[] } {
  const offers: CrossborderOffer[] = []
  const refusals: Refusal[] = []
  for (const [american, mexican] of PARTNERS) {
    const names = load.toBorder.origin.country === 'US' ? [american, mexican] : [mexican, american]
    const [first, last] = names.map(ltlCarrierNamed)
    if (!first || !last) continue
    const refusal = refusalOfLeg(first, load.toBorder) ?? refusalOfLeg(last, load.fromBorder)
    if (refusal !== null) {
      refusals.push({ provider: `${first.name} with ${last.name}`, reason: refusal })
      continue
    }
    for (const serviceType of SERVICE_TYPES) {
      const [firstService, lastService] = [serviceOf(first, serviceType), serviceOf(last, serviceType)]
      if (firstService && lastService) {
        offers.push(offerOf(load, serviceType, [first, firstService], [last, lastService]))
      }
    }
  }
  return { offers: offers.sort((a, b) => a.totalCents - b.totalCents), refusals }
}

/** When one carrier takes the freight over, and when it hands it on. */
export interface MoveDays {
  pickupDay: Day
  deliveryDay: Day
}

/** The days of each leg when the first is picked up on `pickupDay`: a leg begins on the day the one before it ends. */
export function moveDays({ legs }: CrossborderOffer, pickupDay: Day): [MoveDays, MoveDays, MoveDays] {
  const after = (day: Day, transitDays: number) => ({ pickupDay: day, deliveryDay: addBusinessDays(day, transitDays) })
  const first = after(pickupDay, legs[0].transitDays)
  const crossing = after(first.deliveryDay, legs[1].transitDays)
  return [first, crossing, after(crossing.deliveryDay, legs[2].transitDays)]
}

function offerOf(
  load: CrossborderLoad,
  serviceType: ServiceType,
  [first, firstService]: [LtlCarrier, Service],
  [last, lastService]: [LtlCarrier, Service],
): CrossborderOffer {
  const { crossing, toBorder, fromBorder } = load
  const days = [
    transitDaysOf(first, firstService, toBorder),
    BORDER_DAYS[serviceType],
    transitDaysOf(last, lastService, fromBorder),
  ] as const
  const chargeCents = {
    TO_BORDER: priceOf(first, firstService, { ...toBorder, insuredUsd: 0 }).totalCents,
    FROM_BORDER: priceOf(last, lastService, { ...fromBorder, insuredUsd: 0 }).totalCents,
    ...borderCents(load, serviceType),
    ...(toBorder.insuredUsd > 0 && { INSURANCE: insuranceCents(toBorder.insuredUsd) }),
    ...(load.limitedStops > 0 && { LIMITED_ACCESS: load.limitedStops * LIMITED_ACCESS_CENTS }),
    ...(load.carefulPieces > 0 && { ADDITIONAL_HANDLING: load.carefulPieces * CAREFUL_CENTS_A_PIECE }),
  }
  return {
    serviceType,
    provider: first.name,
    scac: first.scac,
    service: `CROSSBORDER_${serviceType.toUpperCase()}`,
    legs: [leg(first, days[0]), leg(crossing.transfer, days[1]), leg(last, days[2])],
    transitDays: days[0] + days[1] + days[2],
    totalCents: Object.values(chargeCents).reduce((sum, cents) => sum + cents, 0),
    chargeCents,
  }
}

function borderCents(
  { crossing, toBorder, tariffLines }: CrossborderLoad,
  serviceType: ServiceType,
): Record<'BORDER_TRANSFER' | 'BORDER_FEES' | 'CUSTOMS_BROKER', number> {
  const { transfer, feeCents }: Crossing = crossing
  return {
    BORDER_TRANSFER: transfer.cents + Math.round((transfer.centsPerCwt * toBorder.weightLb) / 100),
    BORDER_FEES: feeCents + (toBorder.isHazmat ? BORDER_HAZMAT_CENTS : 0),
    CUSTOMS_BROKER:
      BROKER.cents +
      (tariffLines - 1) * BROKER.centsPerLine +
      (serviceType === 'expedited' ? BROKER.expeditedCents : 0),
  }
}

function leg({ name, scac }: { name: string; scac: string }, transitDays: number): z.infer<typeof legSchema> {
  return { carrierName: name, scac, transitDays }
}

/** The carrier's ordinary service, or its fastest; undefined when it has none that is faster. */
function serviceOf({ services }: LtlCarrier, serviceType: ServiceType): Service | undefined {
  return serviceType === 'standard'
    ? services.find(({ id }) => id === 'LTL_STANDARD')
    : services.find(({ extraDays }) => extraDays === 0)
}

function refusalOfLeg(carrier: LtlCarrier, load: Load): string | null {
  const reason = refusalOf(carrier, load)
  return reason === null ? null : `of ${carrier.name}, ${reason}`
}

function ltlCarrierNamed(name: string): LtlCarrier | undefined {
  return [...CARRIERS, ...MEXICAN_CARRIERS].find(
    (carrier): carrier is LtlCarrier => carrier.kind === 'LTL' && carrier.name === name,
  )
}
