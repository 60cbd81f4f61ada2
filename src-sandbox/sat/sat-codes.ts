import { z } from 'zod'
import { satCodeSchema, type SatLanguage, type WireSatCode } from '../../src-shared/freight/sat-code.ts'
import type { SandboxDatabase } from '../database.ts'
import { statement } from '../statement.ts'

/** A text as descriptions are searched: words of letters and digits without accents, in upper case, a blank around each. */
export function searchKey(text: string): string {
  const words = text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toUpperCase()
    .split(/[^\p{L}\p{N}]+/u)
  return ` ${words.filter(Boolean).join(' ')} `
}

const COLUMNS = 'sat_code, description_es, description_en, category, subcategory'

/** Questions about SAT codes, answered from their table. */
export class SatCodes {
  readonly #db: SandboxDatabase

  constructor(db: SandboxDatabase) {
    this.#db = db
  }

  find(code: string): WireSatCode | undefined {
    return satCodeSchema
      .optional()
      .parse(statement(this.#db, `SELECT ${COLUMNS} FROM sat_code WHERE sat_code = ?`).get(code))
  }

  /**
   * The codes whose description in that language holds every word of the term, or that begin with it when it is digits.
   * First those that begin with the term as whole words, then those that have it as whole words, as the beginning of
   * a word, anywhere, and those with its words apart.
   */
  search(language: SatLanguage, term: string): WireSatCode[] {
    const key = searchKey(term)
    const words = key.split(' ').filter(Boolean)
    if (words.length === 0) return []
    const column = language === 'en' ? 'key_en' : 'key_es'
    const phrase = key.trim()
    const found = z.array(satCodeSchema).parse(
      statement(
        this.#db,
        `SELECT ${COLUMNS} FROM sat_code
         WHERE NOT EXISTS (SELECT 1 FROM json_each(@words) WHERE instr(${column}, value) = 0)
            OR (@code <> '' AND substr(sat_code, 1, length(@code)) = @code)
         ORDER BY CASE
             WHEN instr(${column}, ' ' || @phrase || ' ') = 1 THEN 0
             WHEN instr(${column}, ' ' || @phrase || ' ') > 0 THEN 1
             WHEN instr(${column}, ' ' || @phrase) = 1 THEN 2
             WHEN instr(${column}, ' ' || @phrase) > 0 THEN 3
             WHEN instr(${column}, @phrase) > 0 THEN 4
             ELSE 5
           END, length(${column}), sat_code`,
      ).all({ words: JSON.stringify(words), phrase, code: /^\d{1,8}$/.test(phrase) ? phrase : '' }),
    )
    return found.length > 0 ? found : this.#byGroup(words)
  }

  /** The codes whose group and description, in English, have the words between them: "machine parts" names no goods, but a group. */
  #byGroup(words: readonly string[]): WireSatCode[] {
    const all = z
      .array(satCodeSchema)
      .parse(statement(this.#db, `SELECT ${COLUMNS} FROM sat_code ORDER BY sat_code`).all())
    return all.filter(({ description_en, category, subcategory }) => {
      const key = searchKey(`${description_en} ${category} ${subcategory}`)
      return words.every((word) => key.includes(` ${word}`))
    })
  }
}
