import {
  densityPcf,
  densityStep,
  type Cargo,
  type DensityStep,
  type FreightClass,
} from '../../../../src-shared/freight/cargo.ts'
import type { PresetInput } from '../../../../src-shared/station/quote/preset.ts'
import { parseNumber } from '../../../forms/number.ts'
import { converted, fromImperial, imperial, type Measures } from '../measures.ts'

/** A cargo line being typed: dimensions of one piece, and the weight of one or of all, in the form's measures. */
export interface CargoForm {
  quantity: string
  length: string
  width: string
  height: string
  weight: string
  /** Whose weight it is. */
  weightOf: 'piece' | 'total'
  description: string
  /** `density`: the class the density scale suggests. */
  freightClass: FreightClass | 'density'
  hazmat: boolean
  /** Declared, in US dollars. */
  value: string
  nmfcCode: string
}

export function emptyCargo(): CargoForm {
  return {
    quantity: '1',
    length: '',
    width: '',
    height: '',
    weight: '',
    weightOf: 'piece',
    description: '',
    freightClass: 'density',
    hazmat: false,
    value: '',
    nmfcCode: '',
  }
}

const SIZES = ['length', 'width', 'height'] as const
const given = (text: string) => text.trim() || undefined

/** The line as the wire has cargo, not checked yet; pounds and inches regardless of the typed unit. */
export function cargoInput(form: CargoForm, measures: Measures) {
  const value = parseNumber(form.value)
  return {
    quantity: parseNumber(form.quantity),
    length: imperial(form.length, 'length', measures),
    width: imperial(form.width, 'length', measures),
    height: imperial(form.height, 'length', measures),
    weight: poundsEach(form, measures),
    description: form.description,
    freightClass: form.freightClass === 'density' ? cargoDensity(form, measures)?.freightClass : form.freightClass,
    hazmat: form.hazmat || undefined,
    value,
    currency: value === undefined ? undefined : 'USD',
    nmfcCode: given(form.nmfcCode),
  }
}

/** A line of the wire, to be changed by a person. */
export function cargoFormOf(cargo: Cargo, measures: Measures): CargoForm {
  const size = (inches: number) => String(fromImperial(inches, 'length', measures))
  const suggested = densityStep(densityPcf(cargo)).freightClass
  return {
    quantity: String(cargo.quantity),
    length: size(cargo.length),
    width: size(cargo.width),
    height: size(cargo.height),
    weight: String(fromImperial(cargo.weight, 'weight', measures)),
    weightOf: 'piece',
    description: cargo.description,
    freightClass: cargo.freightClass === undefined || cargo.freightClass === suggested ? 'density' : cargo.freightClass,
    hazmat: cargo.hazmat ?? false,
    value: cargo.value === undefined ? '' : String(cargo.value),
    nmfcCode: cargo.nmfcCode ?? '',
  }
}

const rounded = (value: number) => Math.round(value * 1000) / 1000

/** How many pieces a weight of all is divided among. */
const piecesOf = ({ quantity }: Pick<CargoForm, 'quantity'>) => parseNumber(quantity) || 1

/** Pounds of one piece; undefined when no weight is given, NaN when it is not a number. */
function poundsEach(form: CargoForm, measures: Measures): number | undefined {
  const pounds = imperial(form.weight, 'weight', measures)
  return pounds === undefined || form.weightOf === 'piece' ? pounds : rounded(pounds / piecesOf(form))
}

/** The same weight, typed as that of one piece instead of all, or the other way round. */
export function inOtherWeight(form: CargoForm): Pick<CargoForm, 'weight' | 'weightOf'> {
  const weight = parseNumber(form.weight)
  const weightOf = form.weightOf === 'piece' ? 'total' : 'piece'
  if (weight === undefined || Number.isNaN(weight)) return { weight: form.weight, weightOf }
  const pieces = piecesOf(form)
  return { weight: String(rounded(weightOf === 'total' ? weight * pieces : weight / pieces)), weightOf }
}

/** Density in pounds a cubic foot and its step of the scale, once weight and dimensions are known; null before. */
export function cargoDensity(cargo: CargoForm, measures: Measures): ({ pcf: number } & DensityStep) | null {
  const [length, width, height] = SIZES.map((size) => imperial(cargo[size], 'length', measures))
  const weight = poundsEach(cargo, measures)
  if (!weight || !length || !width || !height) return null
  const pcf = densityPcf({ weight, length, width, height })
  return { pcf, ...densityStep(pcf) }
}

/** The same line as it would be typed in the other measures. */
export function cargoInOther(cargo: CargoForm, from: Measures): CargoForm {
  const sizes = Object.fromEntries(SIZES.map((size) => [size, converted(cargo[size], 'length', from)]))
  return { ...cargo, ...sizes, weight: converted(cargo.weight, 'weight', from) }
}

/** All lines together, as far as they are known: pieces, pounds and cubic feet. */
export function cargoTotals(lines: readonly CargoForm[], measures: Measures) {
  const totals = { pieces: 0, pounds: 0, cubicFeet: 0 }
  for (const line of lines) {
    const pieces = parseNumber(line.quantity) || 0
    const [length, width, height] = SIZES.map((size) => imperial(line[size], 'length', measures) || 0)
    totals.pieces += pieces
    totals.pounds += pieces * (poundsEach(line, measures) || 0)
    totals.cubicFeet += (pieces * (length ?? 0) * (width ?? 0) * (height ?? 0)) / 1728
  }
  return totals
}

/** Lines in the measures that a preset is shown in. */
export function presetUnits(measures: Measures): PresetInput['units'] {
  return measures === 'imperial' ? { weight: 'lb', dimensions: 'in' } : { weight: 'kg', dimensions: 'cm' }
}

/** Nothing was typed into it: a preset may take its place. */
export function isUntouched(cargo: CargoForm): boolean {
  return JSON.stringify(cargo) === JSON.stringify(emptyCargo())
}
