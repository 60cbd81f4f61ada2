import type { Accessorial } from '../../../../src-shared/freight/accessorial.ts'
import { classByDensity, densityPcf, type FreightClass } from '../../../../src-shared/freight/cargo.ts'
import type { BorderCrossing } from '../../../../src-shared/freight/crossborder-quote.ts'
import { parseNumber } from '../../../forms/number.ts'
import { emptyAddress, type AddressForm } from '../address/address-form.ts'
import type { AddressSide } from '../quote-form.ts'
import { converted, imperial, otherMeasures, type Measures } from '../measures.ts'

/** What products are packed in: the interface's id, key and name. */
export const PACKAGES = [
  { id: 1, key: 'PLT', name: 'Pallet' },
  { id: 2, key: 'CRT', name: 'Crate' },
  { id: 3, key: 'BOX', name: 'Box' },
  { id: 4, key: 'DRM', name: 'Drum' },
  { id: 5, key: 'ROL', name: 'Roll' },
  { id: 6, key: 'BDL', name: 'Bundle' },
  { id: 7, key: 'BAG', name: 'Bag' },
  { id: 8, key: 'PCS', name: 'Piece' },
] as const
export type PackageKey = (typeof PACKAGES)[number]['key']

export const CONDITIONS = ['new', 'used'] as const

/** One product of a handling unit being typed; weight and dimensions of one piece in the form's measures. */
export interface ProductForm {
  key: string
  pack: PackageKey
  description: string
  quantity: string
  weight: string
  length: string
  width: string
  height: string
  /** `density`: the class the density scale suggests. */
  freightClass: FreightClass | 'density'
  condition: (typeof CONDITIONS)[number]
  isHazmat: boolean
  isStackable: boolean
  needsCare: boolean
  satCode: string
  /** What the code stands for, in the catalogue's own words; empty when it was typed. */
  satEn: string
  satEs: string
}

export interface UnitForm {
  key: string
  quantity: string
  products: ProductForm[]
}

/** What is agreed with the dock on one side. Times are those on its wall, HH:mm, empty when not given. */
export interface DockForm {
  day: string
  ready: string
  opens: string
  closes: string
  /** Empty: the zone that the address lies in. */
  zone: string
  accessorials: Accessorial[]
  isLimitedAccess: boolean
  isFirstCome: boolean
  /** Several with a comma between them. */
  references: string
}

/** Whom customs ask on one side. */
export interface ContactForm {
  /** The contact of the stop's address is the one. */
  isStopContact: boolean
  firstName: string
  lastName: string
  email: string
  phone: string
}

export interface BorderForm {
  originAddress: AddressForm
  destinationAddress: AddressForm
  docks: Record<AddressSide, DockForm>
  /** Empty: the suggested one. */
  crossing: BorderCrossing | ''
  units: UnitForm[]
  measures: Measures
  customs: Record<AddressSide, ContactForm>
  /** US dollars. */
  insuredValue: string
}

/** What can be asked of the carrier at either end; residential is said with the kind of place. */
export const STOP_ACCESSORIALS = {
  originAddress: ['LIFTGATE_PICKUP', 'INSIDE_PICKUP', 'RESIDENTIAL_PICKUP'],
  destinationAddress: [
    'LIFTGATE_DELIVERY',
    'INSIDE_DELIVERY',
    'RESIDENTIAL_DELIVERY',
    'APPOINTMENT_DELIVERY',
    'WHITE_GLOVE',
  ],
} as const satisfies Record<AddressSide, readonly Accessorial[]>

let nextKey = 1
/** A key that no other unit or product of this run has. */
const newKey = () => `${Date.now().toString(36)}-${nextKey++}`

export function emptyProduct(): ProductForm {
  return {
    key: newKey(),
    pack: 'PLT',
    description: '',
    quantity: '1',
    weight: '',
    length: '',
    width: '',
    height: '',
    freightClass: 'density',
    condition: 'new',
    isHazmat: false,
    isStackable: false,
    needsCare: false,
    satCode: '',
    satEn: '',
    satEs: '',
  }
}

export function emptyUnit(): UnitForm {
  return { key: newKey(), quantity: '1', products: [emptyProduct()] }
}

export function copiedUnit(unit: UnitForm): UnitForm {
  return { ...unit, key: newKey(), products: unit.products.map((product) => ({ ...product, key: newKey() })) }
}

export function emptyDock(day = ''): DockForm {
  return {
    day,
    ready: '',
    opens: '',
    closes: '',
    zone: '',
    accessorials: [],
    isLimitedAccess: false,
    isFirstCome: false,
    references: '',
  }
}

export function emptyContact(): ContactForm {
  return { isStopContact: true, firstName: '', lastName: '', email: '', phone: '' }
}

/** @param today YYYY-MM-DD on this machine's calendar. */
export function emptyBorderForm(today: string): BorderForm {
  return {
    originAddress: { ...emptyAddress(), country: 'US' },
    destinationAddress: { ...emptyAddress(), country: 'MX' },
    docks: { originAddress: emptyDock(today), destinationAddress: emptyDock() },
    crossing: '',
    units: [emptyUnit()],
    measures: 'imperial',
    customs: { originAddress: emptyContact(), destinationAddress: emptyContact() },
    insuredValue: '',
  }
}

/** The same freight the other way: the two ends change places; what was asked of a dock stays with its address. */
export function turnedAround(form: BorderForm): Pick<BorderForm, AddressSide | 'docks' | 'customs'> {
  const { docks, customs } = form
  const turned = (dock: DockForm, side: AddressSide, day: string): DockForm => ({
    ...dock,
    day,
    ready: '',
    isFirstCome: false,
    accessorials: STOP_ACCESSORIALS[side].filter((code) =>
      dock.accessorials.some((other) => kindOf(other) === kindOf(code)),
    ),
  })
  return {
    originAddress: form.destinationAddress,
    destinationAddress: form.originAddress,
    docks: {
      originAddress: turned(docks.destinationAddress, 'originAddress', docks.originAddress.day),
      destinationAddress: turned(docks.originAddress, 'destinationAddress', docks.destinationAddress.day),
    },
    customs: { originAddress: customs.destinationAddress, destinationAddress: customs.originAddress },
  }
}

/** LIFTGATE of LIFTGATE_PICKUP: what is the same work at either end. */
const kindOf = (code: Accessorial) => code.replace(/_(PICKUP|DELIVERY)$/, '')

const MEASURED = { weight: 'weight', length: 'length', width: 'length', height: 'length' } as const

/** The form in the other measures, what was typed converted. */
export function inOtherMeasures(form: BorderForm): Pick<BorderForm, 'measures' | 'units'> {
  const other = (product: ProductForm): ProductForm => ({
    ...product,
    weight: converted(product.weight, MEASURED.weight, form.measures),
    length: converted(product.length, MEASURED.length, form.measures),
    width: converted(product.width, MEASURED.width, form.measures),
    height: converted(product.height, MEASURED.height, form.measures),
  })
  return {
    measures: otherMeasures(form.measures),
    units: form.units.map((unit) => ({ ...unit, products: unit.products.map(other) })),
  }
}

/** Weight in lb and dimensions in inches of one piece, as far as they are typed. */
export function productMeasures(product: ProductForm, measures: Measures) {
  return {
    weight: imperial(product.weight, 'weight', measures),
    length: imperial(product.length, 'length', measures),
    width: imperial(product.width, 'length', measures),
    height: imperial(product.height, 'length', measures),
  }
}

/** Density and the class it suggests, once weight and dimensions are known; null before. */
export function productDensity(
  product: ProductForm,
  measures: Measures,
): { pcf: number; freightClass: FreightClass } | null {
  const { weight, length, width, height } = productMeasures(product, measures)
  if (!weight || !length || !width || !height) return null
  const pcf = densityPcf({ weight, length, width, height })
  return { pcf, freightClass: classByDensity(pcf) }
}

/** Pieces and pounds of the whole load, as far as they are typed. */
export function loadTotals({ units, measures }: BorderForm): { pieces: number; weightLb: number } {
  const lines = units.flatMap((unit) =>
    unit.products.map((product) => ({
      pieces: (parseNumber(unit.quantity) || 0) * (parseNumber(product.quantity) || 0),
      weight: imperial(product.weight, 'weight', measures) || 0,
    })),
  )
  return {
    pieces: lines.reduce((sum, { pieces }) => sum + pieces, 0),
    weightLb: Math.round(lines.reduce((sum, { pieces, weight }) => sum + pieces * weight, 0) * 100) / 100,
  }
}
