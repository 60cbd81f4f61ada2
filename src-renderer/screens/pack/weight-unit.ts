import type { WeightUnit } from './weight-check.ts'

const KEY = 'waybill.weight-unit'

/** The unit of this bench's scale, as chosen last. */
export function rememberedUnit(): WeightUnit {
  return localStorage.getItem(KEY) === 'kg' ? 'kg' : 'lb'
}

export function rememberUnit(unit: WeightUnit): void {
  localStorage.setItem(KEY, unit)
}
