import { bareCode, spellingsOf } from '../../src-shared/freight/scanned-code.ts'

/** Of the indexes on PRO numbers without dashes and blanks. */
const BARE_PRO = "replace(replace(pro_number, '-', ''), ' ', '')"

/**
 * The rows of a table that carry a scanned code as reference, tracking number, PRO or shipment id: one index look-up a
 * reading, because of one condition with ORs SQLite makes a walk through the table.
 * @param columns the wanted fields of each row; a row that carries it twice is there once
 */
export function byCodeSql(table: string, columns: string): string {
  const among = (list: '@codes' | '@pros') => `IN (SELECT value FROM json_each(${list}))`
  return `SELECT ${columns} FROM ${table} WHERE reference ${among('@codes')}
    UNION SELECT ${columns} FROM ${table} WHERE tracking_number ${among('@codes')}
    UNION SELECT ${columns} FROM ${table} WHERE pro_number IS NOT NULL AND ${BARE_PRO} ${among('@pros')}
    UNION SELECT ${columns} FROM ${table} WHERE shipment_id ${among('@codes')}`
}

/**
 * The rows whose reference differs from a code in dashes, blanks and small letters alone. Two orders may share such a
 * spelling: a person is asked before anything follows from it.
 */
export function alikeSql(table: string, columns: string): string {
  return `SELECT ${columns} FROM ${table} WHERE replace(replace(reference, '-', ''), ' ', '') COLLATE NOCASE = @bare`
}

/** The values of `alikeSql`. */
export const alikeValues = (code: string): { bare: string } => ({ bare: bareCode(code) })

/** The values of `byCodeSql`. */
export function byCodeValues(code: string): { codes: string; pros: string } {
  const { codes, pros } = spellingsOf(code)
  return { codes: JSON.stringify(codes), pros: JSON.stringify(pros) }
}
