import { z } from 'zod'
import type { WireSatCode } from '../../src-shared/freight/sat-code.ts'
import { readTable } from '../csv.ts'

const text = z.string().trim()
const rowSchema = z.object({
  sat_code: text.regex(/^\d{8}$/, 'sat_code must be eight digits'),
  description_es: z.string('description_es is missing').trim().min(1, 'description_es is missing'),
  description_en: text.default(''),
  category: text.default(''),
  subcategory: text.default(''),
})

/**
 * SAT codes of a CSV text whose first line names its columns, at least `sat_code` and `description_es`.
 * @throws WrongTable, SyntaxError.
 */
export function readSatCodes(csv: string): WireSatCode[] {
  return readTable(csv, ['sat_code', 'description_es'], rowSchema)
}
