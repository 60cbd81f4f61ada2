import type { DensityStep } from '../../../../src-shared/freight/cargo.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'
import { converted, otherMeasures, UNIT, type Measures } from '../measures.ts'
import { parseNumber } from '../../../forms/number.ts'
import type { CargoForm } from './cargo-form.ts'

type Words = Pick<Locale, 't' | 'number'>

/** Which step of the scale the density is in, as people write it: "12–15", "50 or more". */
function stepText({ from, below }: DensityStep, { t, number }: Words): string {
  if (below === null) return t('cargo.stepFrom', { from: number(from ?? 0, 1) })
  return from === null
    ? t('cargo.stepBelow', { below: number(below, 1) })
    : t('cargo.stepBetween', { from: number(from, 1), below: number(below, 1) })
}

/** The class that the density suggests, and why; and its effect beside a class chosen by a person. */
export function densityReason(
  { freightClass }: Pick<CargoForm, 'freightClass'>,
  density: { pcf: number } & DensityStep,
  words: Words,
): string {
  const params = {
    pcf: words.number(density.pcf, 1),
    step: stepText(density, words),
    freightClass: density.freightClass,
  }
  if (freightClass === 'density') return words.t('cargo.reasonUsed', params)
  return words.t(freightClass === density.freightClass ? 'cargo.reasonAgrees' : 'cargo.reasonDiffers', params)
}

/** Size and weight in the measures that were not typed: "122 × 102 × 91 cm, 226.8 kg"; empty until they are known. */
export function inOtherWords(cargo: CargoForm, measures: Measures, { number }: Words): string {
  const unit = UNIT[otherMeasures(measures)]
  const reported = (text: string, quantity: 'weight' | 'length') => {
    const value = parseNumber(converted(text, quantity, measures))
    return value === undefined || Number.isNaN(value) ? null : number(value, quantity === 'weight' ? 1 : 0)
  }
  const sizes = [cargo.length, cargo.width, cargo.height].map((text) => reported(text, 'length'))
  const weight = reported(cargo.weight, 'weight')
  return [
    ...(sizes.includes(null) ? [] : [`${sizes.join(' × ')} ${unit.length}`]),
    ...(weight === null ? [] : [`${weight} ${unit.weight}`]),
  ].join(', ')
}
