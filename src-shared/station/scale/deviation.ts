import { poundsOf } from './reading.ts'
import type { ScaleSettings } from './settings.ts'

/** How a weight from the scale compares to the booked one. Weights and the difference in pounds. */
export interface WeightCheck {
  /** `over`, `under`: outside of what scales and rounding make; a carrier that weighs again bills the difference. */
  result: 'fits' | 'over' | 'under'
  weighedLb: number
  differenceLb: number
  /** Of the booked weight; 0.12 is twelve percent. */
  share: number
}

/** Compares a weight with the booked one. @param weighed in grams, tare off */
export function checkWeight(
  weighed: number,
  bookedLb: number,
  { limitPercent, limitLb }: Pick<ScaleSettings, 'limitPercent' | 'limitLb'>,
): WeightCheck {
  const weighedLb = poundsOf(weighed)
  const differenceLb = weighedLb - bookedLb
  const play = Math.max(limitLb, (bookedLb * limitPercent) / 100)
  const result = Math.abs(differenceLb) <= play ? 'fits' : differenceLb > 0 ? 'over' : 'under'
  return { result, weighedLb, differenceLb, share: bookedLb > 0 ? differenceLb / bookedLb : 0 }
}
