import type { WireSatCode } from '../../src-shared/freight/sat-code.ts'
import type { SandboxDatabase } from '../database.ts'
import { dataFile } from '../data-file.ts'
import { readSatCodes } from './read-codes.ts'
import { searchKey } from './sat-codes.ts'

/** Writes the codes that come with the service; one that is there already gets its present description, unless a file gave it. */
export function seedSatCodes(db: SandboxDatabase): void {
  keepSatCodes(db, writtenCodes(), 'written')
}

/** The codes of goods that are common in freight between the US and Mexico (c_ClaveProdServ). */
function writtenCodes(): WireSatCode[] {
  return readSatCodes(dataFile(new URL('codes.csv', import.meta.url)))
}

/** Adds codes of a file, or replaces those of the same number for good, in one transaction. */
export function importSatCodes(db: SandboxDatabase, codes: readonly WireSatCode[]): void {
  keepSatCodes(db, codes, 'imported')
}

function keepSatCodes(db: SandboxDatabase, codes: readonly WireSatCode[], source: 'written' | 'imported'): void {
  const insert = db.prepare(
    `INSERT INTO sat_code (sat_code, description_es, description_en, category, subcategory, key_es, key_en, is_imported)
     VALUES (@sat_code, @description_es, @description_en, @category, @subcategory, @key_es, @key_en, @isImported)
     ON CONFLICT (sat_code) DO UPDATE SET description_es = excluded.description_es,
       description_en = excluded.description_en, category = excluded.category, subcategory = excluded.subcategory,
       key_es = excluded.key_es, key_en = excluded.key_en, is_imported = excluded.is_imported
     WHERE excluded.is_imported = 1 OR sat_code.is_imported = 0`,
  )
  const isImported = source === 'imported' ? 1 : 0
  db.transaction(() => {
    for (const code of codes) {
      insert.run({
        ...code,
        key_es: searchKey(code.description_es),
        key_en: searchKey(code.description_en),
        isImported,
      })
    }
  }).immediate()
}
