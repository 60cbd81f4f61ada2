import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { WireSatCode } from '../../src-shared/freight/sat-code.ts'
import { StartError } from '../database.ts'
import { readCsv } from './csv.ts'

const text = z.string().trim()
const rowSchema = z.object({
  sat_code: text.regex(/^\d{8}$/, 'sat_code must be eight digits'),
  description_es: z.string('description_es is missing').trim().min(1, 'description_es is missing'),
  description_en: text.default(''),
  category: text.default(''),
  subcategory: text.default(''),
})

/**
 * Reads SAT codes from a CSV file in UTF-8 whose first line names its columns, at least `sat_code` and `description_es`.
 * @throws StartError with a sentence that names the line.
 */
export function readSatCodes(file: string): WireSatCode[] {
  try {
    const [header, ...rows] = readCsv(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''))
    const columns = header?.cells.map((name) => name.trim().toLowerCase()) ?? []
    for (const name of ['sat_code', 'description_es']) {
      if (!columns.includes(name)) throw new SyntaxError(`line 1: there is no column ${name}`)
    }
    return rows.map(({ line, cells }) => {
      const row = rowSchema.safeParse(Object.fromEntries(columns.map((name, index) => [name, cells[index]])))
      if (row.success) return row.data
      throw new SyntaxError(`line ${line}: ${row.error.issues[0]?.message ?? 'not a SAT code'}`)
    })
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(
      cause instanceof SyntaxError ? `${file}, ${message}.` : `The SAT codes cannot be read: ${message}`,
      { cause },
    )
  }
}
