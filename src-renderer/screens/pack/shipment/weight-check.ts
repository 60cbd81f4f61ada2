export const LB_PER_KG = 2.204_622_621_8

export type WeightUnit = 'lb' | 'kg'

/** How a weight from the scale stands to the booked one. Weights and the difference in pounds. */
export interface WeightCheck {
  /** `over`, `under`: outside of what scales and rounding make; a carrier that weighs again bills the difference. */
  verdict: 'fits' | 'over' | 'under'
  weighedLb: number
  differenceLb: number
  /** Of the booked weight; 0.12 is twelve percent. */
  share: number
}

/** Scales at a bench and whole pounds on a booking differ by so much without anybody being wrong. */
const PLAY_SHARE = 0.03
const PLAY_LB = 5

export const toPounds = (weight: number, unit: WeightUnit): number => (unit === 'kg' ? weight * LB_PER_KG : weight)

/** Compares a typed weight with the booked one. */
export function checkWeight(weighed: number, unit: WeightUnit, bookedLb: number): WeightCheck {
  const weighedLb = toPounds(weighed, unit)
  const differenceLb = weighedLb - bookedLb
  const play = Math.max(PLAY_LB, bookedLb * PLAY_SHARE)
  const verdict = Math.abs(differenceLb) <= play ? 'fits' : differenceLb > 0 ? 'over' : 'under'
  return { verdict, weighedLb, differenceLb, share: bookedLb > 0 ? differenceLb / bookedLb : 0 }
}
