import { toHundredths } from '../../freight/weight.ts'
import { z } from 'zod'

export const SCALE_UNITS = ['lb', 'oz', 'kg', 'g'] as const
export type ScaleUnit = (typeof SCALE_UNITS)[number]

/** Grams in one, exact by definition (international pound of 1959). */
const GRAMS_IN = { lb: 453.592_37, oz: 28.349_523_125, kg: 1_000, g: 1 } as const satisfies Record<ScaleUnit, number>

/** The status of a scale. Only `stable` is a weight that may be used. */
export type ScaleState =
  | 'stable'
  /** Empty scale. */
  | 'zero'
  | 'motion'
  /** More than it can weigh. */
  | 'over'
  /** Lighter than nothing: something was taken off after it was zeroed. */
  | 'under'
  /** It must be zeroed manually before it weighs. */
  | 'rezero'
  | 'calibrate'
  | 'fault'

/** One answer of a scale. */
export interface ScaleReading {
  state: ScaleState
  /** As the scale shows it, before our own tare; null: the scale named no weight. */
  shown: { value: number; unit: ScaleUnit } | null
  /** The scale has already subtracted a tare. */
  isNet: boolean
}

/** To the milligram. */
export const gramsOf = ({ value, unit }: { value: number; unit: ScaleUnit }): number =>
  Math.round(value * GRAMS_IN[unit] * 1_000) / 1_000

/** Pounds, to a hundredth. */
export const poundsOf = (grams: number): number => toHundredths(grams / GRAMS_IN.lb)

/** Whole milligrams would be more than any scale measures; a most for what a screen sends. A full truck is 40 t. */
export const weighedGramsSchema = z
  .number('a weight must be a number of grams')
  .positive('a weight must be more than 0')
  .max(100_000_000, 'a weight must be at most 100 t')

/** Our tare, where the scale has not subtracted one itself: a pallet is taken off once. */
export const tareLeft = (reading: Pick<ScaleReading, 'isNet'>, tareGrams: number): number =>
  reading.isNet ? 0 : tareGrams

/**
 * The weight that may be used of a reading, in grams: stable, net of the tare; null: none.
 * @param tareGrams the constant load on the scale: a tray, a pallet
 */
export function netGrams(reading: ScaleReading | null, tareGrams: number): number | null {
  if (reading?.state !== 'stable' || reading.shown === null) return null
  const net = Math.round((gramsOf(reading.shown) - tareLeft(reading, tareGrams)) * 1_000) / 1_000
  return net > 0 ? net : null
}

/** `12,5` and `12.50` as scales write numbers; null: it is none. */
export function shownNumber(text: string): number | null {
  const digits = text.replaceAll(/\s/g, '').replace(',', '.')
  return /^-?(\d+\.?\d*|\.\d+)$/.test(digits) ? Number(digits) : null
}
