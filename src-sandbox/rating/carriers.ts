import type { Accessorial } from '../../src-shared/freight/accessorial.ts'
import type { Country } from '../../src-shared/freight/address.ts'

/** A level of service a carrier sells. */
export interface Service {
  /** As a rate and a booking name it. */
  id: string
  /** On the price of the carrier's standard service. */
  priceFactor: number
  /** Business days more or less than the distance needs; never below one day in all. */
  extraDays: number
  /** At most this many business days, at any distance. */
  mostDays?: number
  isGuaranteed: boolean
}

interface CarrierBase {
  /** The trade name; it is the `provider` of rates and shipments. */
  name: string
  scac: string
  /** First digits of its PRO numbers. */
  proPrefix: string
  /** States it serves, beyond those of `countries`; absent: all of them. */
  states?: readonly string[]
  /** Countries between or within which it carries. */
  countries: readonly Country[]
  /** Does it go to Alaska and Hawaii? */
  servesOffshore: boolean
  /** Fuel surcharge as a share of the base price. */
  fuelRate: number
  acceptsHazmat: boolean
  accessorials: readonly Accessorial[]
  limits: { pieceLb: number; totalLb: number; pieces: number; longestIn: number; insuredUsd: number }
  services: readonly Service[]
}

/** Carries palletized freight: priced by class and hundredweight. */
export interface LtlCarrier extends CarrierBase {
  kind: 'LTL'
  /** Cents a hundredweight of class 100 for the shortest haul, and more for each mile. */
  cwt: { cents: number; centsPerMile: number }
  /** The least a shipment costs, in cents. */
  minimumCents: number
  milesADay: number
}

/** A parcel carrier: priced by zone and the greater of weight and volume. */
export interface ParcelCarrier extends CarrierBase {
  kind: 'PARCEL'
  /** Cents a piece, a pound, and a zone for each of both. */
  piece: { cents: number; centsPerLb: number; zoneShare: number }
  /** Cubic inches that count as a pound. */
  dimDivisor: number
  /** Length plus girth. */
  girthIn: number
  milesADay: number
}

export type Carrier = LtlCarrier | ParcelCarrier

const ALL_ACCESSORIALS: readonly Accessorial[] = [
  'LIFTGATE_PICKUP',
  'LIFTGATE_DELIVERY',
  'INSIDE_PICKUP',
  'INSIDE_DELIVERY',
  'RESIDENTIAL_PICKUP',
  'RESIDENTIAL_DELIVERY',
  'APPOINTMENT_DELIVERY',
  'WHITE_GLOVE',
]
const NO_WHITE_GLOVE = ALL_ACCESSORIALS.filter((code) => code !== 'WHITE_GLOVE')
const WEST = [
  'WA',
  'OR',
  'CA',
  'NV',
  'AZ',
  'ID',
  'UT',
  'MT',
  'WY',
  'CO',
  'NM',
  'TX',
  'OK',
  'KS',
  'NE',
  'SD',
  'ND',
  'BC',
  'AB',
]

/** The carriers of the service. All are invented: no name or code of theirs belongs to a carrier that exists. */
export const CARRIERS: readonly Carrier[] = [
  {
    kind: 'LTL',
    name: 'Northline Freight',
    scac: 'NLTF',
    proPrefix: '407',
    countries: ['US', 'CA'],
    servesOffshore: true,
    fuelRate: 0.295,
    acceptsHazmat: true,
    accessorials: ALL_ACCESSORIALS,
    limits: { pieceLb: 5_000, totalLb: 20_000, pieces: 200, longestIn: 240, insuredUsd: 250_000 },
    cwt: { cents: 1_450, centsPerMile: 1.52 },
    minimumCents: 13_900,
    milesADay: 520,
    services: [
      { id: 'LTL_STANDARD', priceFactor: 1, extraDays: 1, isGuaranteed: false },
      { id: 'LTL_GUARANTEED', priceFactor: 1.24, extraDays: 0, isGuaranteed: true },
    ],
  },
  {
    kind: 'LTL',
    name: 'Great Basin Lines',
    scac: 'GBSL',
    proPrefix: '218',
    countries: ['US'],
    servesOffshore: false,
    fuelRate: 0.27,
    acceptsHazmat: true,
    accessorials: NO_WHITE_GLOVE,
    limits: { pieceLb: 4_000, totalLb: 15_000, pieces: 120, longestIn: 192, insuredUsd: 100_000 },
    cwt: { cents: 1_610, centsPerMile: 1.38 },
    minimumCents: 12_800,
    milesADay: 480,
    services: [
      { id: 'LTL_STANDARD', priceFactor: 1, extraDays: 1, isGuaranteed: false },
      { id: 'LTL_PRIORITY', priceFactor: 1.18, extraDays: 0, isGuaranteed: false },
    ],
  },
  {
    kind: 'LTL',
    name: 'Cumberland Motor',
    scac: 'CMBM',
    proPrefix: '563',
    countries: ['US'],
    servesOffshore: false,
    fuelRate: 0.255,
    acceptsHazmat: false,
    accessorials: NO_WHITE_GLOVE,
    limits: { pieceLb: 3_500, totalLb: 10_000, pieces: 80, longestIn: 168, insuredUsd: 50_000 },
    cwt: { cents: 1_390, centsPerMile: 1.57 },
    minimumCents: 11_500,
    milesADay: 450,
    services: [
      { id: 'LTL_STANDARD', priceFactor: 1, extraDays: 1, isGuaranteed: false },
      { id: 'LTL_ECONOMY', priceFactor: 0.89, extraDays: 3, isGuaranteed: false },
    ],
  },
  {
    kind: 'LTL',
    name: 'Pacific Crest',
    scac: 'PCRT',
    proPrefix: '739',
    states: WEST,
    countries: ['US', 'CA'],
    servesOffshore: false,
    fuelRate: 0.285,
    acceptsHazmat: true,
    accessorials: ALL_ACCESSORIALS,
    limits: { pieceLb: 4_500, totalLb: 18_000, pieces: 150, longestIn: 240, insuredUsd: 150_000 },
    cwt: { cents: 1_320, centsPerMile: 1.44 },
    minimumCents: 12_200,
    milesADay: 560,
    services: [
      { id: 'LTL_STANDARD', priceFactor: 1, extraDays: 1, isGuaranteed: false },
      { id: 'LTL_PRIORITY', priceFactor: 1.21, extraDays: 0, isGuaranteed: false },
    ],
  },
  {
    kind: 'LTL',
    name: 'Union Vale',
    scac: 'UVLE',
    proPrefix: '884',
    countries: ['US', 'MX'],
    servesOffshore: false,
    fuelRate: 0.31,
    acceptsHazmat: true,
    accessorials: ALL_ACCESSORIALS,
    limits: { pieceLb: 4_000, totalLb: 12_000, pieces: 100, longestIn: 210, insuredUsd: 100_000 },
    cwt: { cents: 1_500, centsPerMile: 1.41 },
    minimumCents: 12_500,
    milesADay: 500,
    services: [
      { id: 'LTL_STANDARD', priceFactor: 1, extraDays: 1, isGuaranteed: false },
      { id: 'LTL_ECONOMY', priceFactor: 0.91, extraDays: 2, isGuaranteed: false },
      { id: 'LTL_GUARANTEED', priceFactor: 1.27, extraDays: 0, isGuaranteed: true },
    ],
  },
  {
    kind: 'PARCEL',
    name: 'Tern Parcel',
    scac: 'TRNP',
    proPrefix: '115',
    countries: ['US'],
    servesOffshore: true,
    fuelRate: 0.18,
    acceptsHazmat: false,
    accessorials: ['RESIDENTIAL_PICKUP', 'RESIDENTIAL_DELIVERY'],
    limits: { pieceLb: 150, totalLb: 1_500, pieces: 50, longestIn: 108, insuredUsd: 50_000 },
    piece: { cents: 985, centsPerLb: 54, zoneShare: 0.11 },
    dimDivisor: 139,
    girthIn: 165,
    milesADay: 600,
    services: [
      { id: 'PARCEL_GROUND', priceFactor: 1, extraDays: 0, isGuaranteed: false },
      { id: 'PARCEL_TWO_DAY', priceFactor: 2.1, extraDays: 0, mostDays: 2, isGuaranteed: true },
    ],
  },
  {
    kind: 'PARCEL',
    name: 'Juniper Express',
    scac: 'JNPE',
    proPrefix: '326',
    countries: ['US', 'CA'],
    servesOffshore: false,
    fuelRate: 0.195,
    acceptsHazmat: false,
    accessorials: ['RESIDENTIAL_PICKUP', 'RESIDENTIAL_DELIVERY', 'INSIDE_DELIVERY'],
    limits: { pieceLb: 150, totalLb: 1_000, pieces: 30, longestIn: 96, insuredUsd: 25_000 },
    piece: { cents: 1_040, centsPerLb: 51, zoneShare: 0.1 },
    dimDivisor: 139,
    girthIn: 130,
    milesADay: 550,
    services: [
      { id: 'PARCEL_GROUND', priceFactor: 1, extraDays: 0, isGuaranteed: false },
      { id: 'PARCEL_OVERNIGHT', priceFactor: 3.2, extraDays: 0, mostDays: 1, isGuaranteed: true },
    ],
  },
]

/** Carriers of the Mexican leg of a cross-border shipment; within one country they quote nothing. */
export const MEXICAN_CARRIERS: readonly LtlCarrier[] = [
  {
    kind: 'LTL',
    name: 'Fletera Cenzontle',
    scac: 'FCZT',
    proPrefix: '642',
    countries: ['MX'],
    servesOffshore: false,
    fuelRate: 0.24,
    acceptsHazmat: true,
    accessorials: ALL_ACCESSORIALS,
    limits: { pieceLb: 5_000, totalLb: 20_000, pieces: 200, longestIn: 240, insuredUsd: 200_000 },
    cwt: { cents: 1_180, centsPerMile: 1.31 },
    minimumCents: 10_900,
    milesADay: 420,
    services: [
      { id: 'LTL_STANDARD', priceFactor: 1, extraDays: 1, isGuaranteed: false },
      { id: 'LTL_PRIORITY', priceFactor: 1.3, extraDays: 0, isGuaranteed: false },
    ],
  },
  {
    kind: 'LTL',
    name: 'Autolíneas Peña Clara',
    scac: 'ALPC',
    proPrefix: '671',
    countries: ['MX'],
    servesOffshore: false,
    fuelRate: 0.22,
    acceptsHazmat: false,
    accessorials: NO_WHITE_GLOVE,
    limits: { pieceLb: 4_000, totalLb: 14_000, pieces: 120, longestIn: 192, insuredUsd: 80_000 },
    cwt: { cents: 1_090, centsPerMile: 1.36 },
    minimumCents: 9_800,
    milesADay: 390,
    services: [
      { id: 'LTL_STANDARD', priceFactor: 1, extraDays: 1, isGuaranteed: false },
      { id: 'LTL_PRIORITY', priceFactor: 1.34, extraDays: 0, isGuaranteed: false },
    ],
  },
  {
    kind: 'LTL',
    name: 'Ruta Mezquite',
    scac: 'RMZQ',
    proPrefix: '695',
    states: ['CHH', 'SON', 'BCN', 'BCS', 'SIN', 'DUR', 'COA', 'NLE', 'TAM', 'ZAC', 'SLP', 'AGU', 'JAL', 'NAY'],
    countries: ['MX'],
    servesOffshore: false,
    fuelRate: 0.235,
    acceptsHazmat: true,
    accessorials: NO_WHITE_GLOVE,
    limits: { pieceLb: 4_500, totalLb: 18_000, pieces: 150, longestIn: 240, insuredUsd: 120_000 },
    cwt: { cents: 1_060, centsPerMile: 1.28 },
    minimumCents: 9_500,
    milesADay: 440,
    services: [
      { id: 'LTL_STANDARD', priceFactor: 1, extraDays: 1, isGuaranteed: false },
      { id: 'LTL_PRIORITY', priceFactor: 1.28, extraDays: 0, isGuaranteed: false },
    ],
  },
]

export function carrierNamed(name: string): Carrier | undefined {
  return [...CARRIERS, ...MEXICAN_CARRIERS].find((carrier) => carrier.name === name)
}
