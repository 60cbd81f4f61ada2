import { toHundredths } from '../../../../src-shared/freight/weight.ts'
import { z } from 'zod'
import { ACCESSORIALS, type Accessorial } from '../../../../src-shared/freight/accessorial.ts'
import { COUNTRIES } from '../../../../src-shared/freight/address.ts'
import { classByDensity, densityPcf, FREIGHT_CLASSES, type FreightClass } from '../../../../src-shared/freight/cargo.ts'
import { BORDER_CROSSINGS } from '../../../../src-shared/freight/crossborder-quote.ts'
import { nextPickupDay } from '../../../../src-shared/station/booking/pickup-day.ts'
import type { PickupTerms } from '../../../../src-shared/station/booking/pickup-terms.ts'
import { parseNumber } from '../../../forms/number.ts'
import { addressFormSchema } from '../address/address-form.ts'
import type { AddressSide } from '../../../../src-shared/station/quote/quote.ts'
import { converted, imperial, MEASURES, otherMeasures, type Measures } from '../measures.ts'

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
const PACKAGE_KEYS = PACKAGES.map(({ key }) => key)

export const CONDITIONS = ['new', 'used'] as const

let nextKey = 1
/** A key that no other unit or product of this run has. */
const newKey = () => `${Date.now().toString(36)}-${nextKey++}`

// The one shape of this form. Absent fields and those of another type, e.g. in an old draft, are as in an empty form:
// nothing parsed is an empty form, and a draft is never a reason to fail.
const text = z.string().catch('')
const flag = z.boolean().catch(false)
const key = z.string().min(1).catch(newKey)
const side = <S extends z.ZodType>(origin: S, destination: S) =>
  z.object({ originAddress: origin, destinationAddress: destination })

/** One product of a handling unit being typed; weight and dimensions of one piece in the form's measures. */
const productSchema = z.object({
  key,
  pack: z.enum(PACKAGE_KEYS).catch('PLT'),
  description: text,
  quantity: z.string().catch('1'),
  weight: text,
  length: text,
  width: text,
  height: text,
  /** `density`: the class the density scale suggests. */
  freightClass: z.enum([...FREIGHT_CLASSES, 'density']).catch('density'),
  condition: z.enum(CONDITIONS).catch('new'),
  isHazmat: flag,
  isStackable: flag,
  needsCare: flag,
  satCode: text,
  /** The meaning of the code, in the catalogue's own words; empty when it was typed. */
  satEn: text,
  satEs: text,
})
export type ProductForm = z.output<typeof productSchema>
export const emptyProduct = (): ProductForm => productSchema.parse({})

const unitSchema = z.object({
  key,
  quantity: z.string().catch('1'),
  products: z
    .array(productSchema)
    .min(1)
    .catch(() => [emptyProduct()]),
})
export type UnitForm = z.output<typeof unitSchema>
export const emptyUnit = (): UnitForm => unitSchema.parse({})

/** The appointment with the dock on one side. Times are local, HH:mm, empty when not given. */
const dockSchema = z.object({
  day: text,
  ready: text,
  opens: text,
  closes: text,
  /** Empty: the zone of the address. */
  zone: text,
  accessorials: z.array(z.enum(ACCESSORIALS)).catch([]),
  isLimitedAccess: flag,
  isFirstCome: flag,
  /** Several with a comma between them. */
  references: text,
})
export type DockForm = z.output<typeof dockSchema>

/** Whom customs ask on one side. */
const contactSchema = z.object({
  /** The contact of the stop's address is the one. */
  isStopContact: z.boolean().catch(true),
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
})
export type ContactForm = z.output<typeof contactSchema>

export const borderFormSchema = z.object({
  ...side(addressFormSchema('US'), addressFormSchema('MX')).shape,
  docks: side(dockSchema, dockSchema),
  /** Empty: the suggested one. */
  crossing: z.enum([...BORDER_CROSSINGS, '']).catch(''),
  units: z.array(unitSchema).min(1),
  measures: z.enum(MEASURES).catch('imperial'),
  customs: side(contactSchema, contactSchema),
  /** US dollars. */
  insuredValue: text,
})
export type BorderForm = z.output<typeof borderFormSchema>

/** For the next pickup day in the US. */
export function emptyBorderForm(now: Date, pickups: PickupTerms): BorderForm {
  const ends = { originAddress: {}, destinationAddress: {} }
  const docks = { ...ends, originAddress: { day: nextPickupDay({ country: COUNTRIES[0] }, now, pickups) } }
  return borderFormSchema.parse({ ...ends, docks, units: [{}], customs: ends })
}

/** What can be asked of the carrier at either end; residential is set by the kind of place. */
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

export function copiedUnit(unit: UnitForm): UnitForm {
  return { ...unit, key: newKey(), products: unit.products.map((product) => ({ ...product, key: newKey() })) }
}

/** The same freight the other way: the two ends change places; requests for a dock stay with its address. */
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

/** LIFTGATE of LIFTGATE_PICKUP: the same service at either end. */
const kindOf = (code: Accessorial) => code.replace(/_(PICKUP|DELIVERY)$/, '')

const MEASURED = { weight: 'weight', length: 'length', width: 'length', height: 'length' } as const

/** The form in the other measures, with the input converted. */
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
    weightLb: toHundredths(lines.reduce((sum, { pieces, weight }) => sum + pieces * weight, 0)),
  }
}
