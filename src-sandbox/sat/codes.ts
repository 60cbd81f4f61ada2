import type { CodeFamily } from './code-family.ts'
import { EQUIPMENT_CODES } from './codes-equipment.ts'
import { GOODS_CODES } from './codes-goods.ts'
import { MATERIAL_CODES } from './codes-materials.ts'

/** The SAT codes of goods that are common in freight between the US and Mexico (c_ClaveProdServ). */
export const CODE_FAMILIES: readonly CodeFamily[] = [
  {
    category: 'Not classified',
    subcategory: 'Not in the catalogue',
    codes: [['01010101', 'No existe en el catálogo', 'Not in the catalogue']],
  },
  ...MATERIAL_CODES,
  ...EQUIPMENT_CODES,
  ...GOODS_CODES,
]
