import type { Accessorial } from '../../src-shared/freight/accessorial.ts'
import type { FreightClass } from '../../src-shared/freight/cargo.ts'
import type { Carrier, LtlCarrier, ParcelCarrier, Service } from './carriers.ts'
import type { Load } from './load.ts'
import { isOffshore } from './refusal.ts'

/** A carrier's charges, in cents. The total is the sum of the rest, always. */
export interface Price {
  totalCents: number
  baseCents: number
  fuelCents: number
  /** By accessorial code; insurance, hazardous materials and the sea leg are under INSURANCE, HAZMAT and OFFSHORE. */
  chargeCents: Record<string, number>
}

/** The price of a load that the carrier does not refuse. */
export function priceOf(carrier: Carrier, service: Service, load: Load): Price {
  const standardCents = carrier.kind === 'LTL' ? ltlCents(carrier, load) : parcelCents(carrier, load)
  const baseCents = Math.round(standardCents * service.priceFactor)
  const fuelCents = Math.round(baseCents * carrier.fuelRate)
  const chargeCents = Object.fromEntries(chargesOf(carrier, load, baseCents))
  const totalCents = Object.values(chargeCents).reduce((sum, cents) => sum + cents, baseCents + fuelCents)
  return { totalCents, baseCents, fuelCents, chargeCents }
}

/** Weight groups: from this many pounds on, a hundredweight costs this share of the price below 500 lb. */
const WEIGHT_BREAKS = [
  [0, 1],
  [500, 0.86],
  [1_000, 0.74],
  [2_000, 0.63],
  [5_000, 0.5],
  [10_000, 0.41],
] as const

/**
 * Class and hundredweight. Each weight group is tried with the weight it begins at, the missing pounds charged at the
 * lowest class of the load (deficit weight), and the cheapest counts: so a heavier load never costs less.
 */
function ltlCents(carrier: LtlCarrier, load: Load): number {
  const perCwt = carrier.cwt.cents + carrier.cwt.centsPerMile * load.miles
  const lowestClass = Math.min(...load.lines.map((line) => classFactor(line.class)))
  const byGroup = WEIGHT_BREAKS.map(([fromLb, share]) => {
    const deficitLb = Math.max(0, fromLb - load.weightLb)
    const classedLb = load.lines.reduce((sum, line) => sum + line.weight * line.quantity * classFactor(line.class), 0)
    return ((classedLb + deficitLb * lowestClass) / 100) * perCwt * share
  })
  return Math.max(carrier.minimumCents + Math.round(load.miles * 2), Math.round(Math.min(...byGroup)))
}

/** How a class weighs in the price, class 100 being 1: the classes are ratios, a little flattened at the bulky end. */
function classFactor(freightClass: FreightClass): number {
  const value = Number(freightClass)
  return value <= 100 ? value / 100 : 1 + ((value - 100) / 100) * 0.7
}

/** Upper ends of the zones in road miles; the last zone is all the rest. */
const ZONE_ENDS = [150, 300, 600, 1_000, 1_400, 1_800]

/** Zone and the greater of weight and volume, each piece separately, pounds rounded up. */
function parcelCents(carrier: ParcelCarrier, load: Load): number {
  const end = ZONE_ENDS.findIndex((miles) => load.miles <= miles)
  const zonesBeyondFirst = end === -1 ? ZONE_ENDS.length : end
  const { cents, centsPerLb, zoneShare } = carrier.piece
  return load.lines.reduce((sum, { weight, length, width, height, quantity }) => {
    const billedLb = Math.ceil(Math.max(weight, (length * width * height) / carrier.dimDivisor))
    return sum + quantity * Math.round((cents + centsPerLb * billedLb) * (1 + zoneShare * zonesBeyondFirst))
  }, 0)
}

/** Cents a shipment, cents a hundredweight, and the most. */
const ACCESSORIAL_PRICES: Record<Accessorial, { flat: number; perCwt: number; most: number }> = {
  LIFTGATE_PICKUP: { flat: 8_500, perCwt: 450, most: 32_000 },
  LIFTGATE_DELIVERY: { flat: 9_200, perCwt: 480, most: 34_000 },
  INSIDE_PICKUP: { flat: 7_800, perCwt: 620, most: 45_000 },
  INSIDE_DELIVERY: { flat: 8_400, perCwt: 660, most: 48_000 },
  RESIDENTIAL_PICKUP: { flat: 10_500, perCwt: 0, most: 10_500 },
  RESIDENTIAL_DELIVERY: { flat: 11_200, perCwt: 0, most: 11_200 },
  APPOINTMENT_DELIVERY: { flat: 3_600, perCwt: 0, most: 3_600 },
  WHITE_GLOVE: { flat: 24_500, perCwt: 1_150, most: 120_000 },
}
/** What of a flat charge a parcel carrier asks: its driver is at the door anyway. */
const PARCEL_SHARE = 0.06
const INSURANCE = { centsPer100Usd: 75, least: 2_500 }
const HAZMAT_CENTS = 4_750
const OFFSHORE = { flat: 18_000, shareOfBase: 0.35 }

/** What insuring that value costs, in cents. */
export function insuranceCents(insuredUsd: number): number {
  return Math.max(INSURANCE.least, Math.round((insuredUsd / 100) * INSURANCE.centsPer100Usd))
}

function* chargesOf(carrier: Carrier, load: Load, baseCents: number): Generator<[code: string, cents: number]> {
  const share = carrier.kind === 'PARCEL' ? PARCEL_SHARE : 1
  for (const code of load.accessorials) {
    const { flat, perCwt, most } = ACCESSORIAL_PRICES[code]
    yield [code, Math.round(Math.min(most, flat + (perCwt * load.weightLb) / 100) * share)]
  }
  if (load.insuredUsd > 0) {
    yield ['INSURANCE', insuranceCents(load.insuredUsd)]
  }
  if (load.isHazmat) yield ['HAZMAT', HAZMAT_CENTS]
  if (isOffshore(load)) yield ['OFFSHORE', Math.round(OFFSHORE.flat * share + baseCents * OFFSHORE.shareOfBase)]
}
