import { fromImperial, type Measures } from '../measures.ts'
import { emptyCargo, isUntouched, type CargoForm } from './cargo-form.ts'

/** Common bases and containers, in inches: length, width and, where it is fixed, height. */
export const STANDARD_SIZES = [
  { id: 'pallet-48x40', sides: [48, 40] },
  { id: 'pallet-48x48', sides: [48, 48] },
  { id: 'pallet-60x48', sides: [60, 48] },
  { id: 'pallet-42x42', sides: [42, 42] },
  // ISO 6780: 1200 by 800 mm.
  { id: 'euro-pallet', sides: [47.244, 31.496] },
  { id: 'drum', sides: [24, 24, 35] },
  { id: 'ibc', sides: [48, 40, 46] },
] as const
export type StandardSize = (typeof STANDARD_SIZES)[number]

const SIDES = ['length', 'width', 'height'] as const

/** The lines with one of this size: the first without any size takes it, else a line is added. */
export function withStandardSize(cargo: readonly CargoForm[], size: StandardSize, measures: Measures): CargoForm[] {
  const sides = Object.fromEntries(
    SIDES.flatMap((side, index) => {
      const inches = size.sides[index]
      return inches === undefined ? [] : [[side, String(fromImperial(inches, 'length', measures))]]
    }),
  )
  const at = cargo.findIndex((line) => SIDES.every((side) => line[side] === ''))
  if (at < 0) return [...cargo.filter((line) => !isUntouched(line)), { ...emptyCargo(), ...sides }]
  return cargo.map((line, index) => (index === at ? { ...line, ...sides } : line))
}
