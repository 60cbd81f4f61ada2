import type { WireSatCode } from '../../src-shared/freight/sat-code.ts'
import type { SandboxDatabase } from '../database.ts'
import { CODE_FAMILIES } from './codes.ts'
import { searchKey } from './sat-codes.ts'

/** Writes the codes that come with the service; one that is there already gets its present description. */
export function seedSatCodes(db: SandboxDatabase): void {
  keepSatCodes(db, writtenCodes())
}

/** Every code that comes with the service. */
export function writtenCodes(): WireSatCode[] {
  return CODE_FAMILIES.flatMap(({ category, subcategory, codes }) =>
    codes.map(([code, es, en]) => ({
      sat_code: code,
      description_es: es,
      description_en: en,
      category,
      subcategory,
    })),
  )
}

/** Adds codes, or replaces those of the same number, in one transaction. */
export function keepSatCodes(db: SandboxDatabase, codes: readonly WireSatCode[]): void {
  const insert = db.prepare(
    `INSERT OR REPLACE INTO sat_code (sat_code, description_es, description_en, category, subcategory, key_es, key_en)
     VALUES (@sat_code, @description_es, @description_en, @category, @subcategory, @key_es, @key_en)`,
  )
  db.transaction(() => {
    for (const code of codes) {
      insert.run({ ...code, key_es: searchKey(code.description_es), key_en: searchKey(code.description_en) })
    }
  }).immediate()
}
