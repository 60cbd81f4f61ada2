import { bareCode, spellingsOf } from '../../src-shared/freight/scanned-code.ts'

/** The rows with one of these PRO numbers, by the indexes on those without dashes and blanks. @param list a JSON array, in SQL */
export const hasPro = (list: string): string => `pro_number IS NOT NULL
  AND replace(replace(pro_number, '-', ''), ' ', '') IN (SELECT value FROM json_each(${list}))`

/**
 * The rows of a table that carry a scanned code as reference, tracking number, PRO or shipment id: one index look-up a
 * reading, because of one condition with ORs SQLite makes a walk through the table.
 * @param columns the wanted fields of each row; a row that carries it twice is there once
 */
export function byCodeSql(table: string, columns: string): string {
  const isAmong = 'IN (SELECT value FROM json_each(@codes))'
  return `SELECT ${columns} FROM ${table} WHERE reference ${isAmong}
    UNION SELECT ${columns} FROM ${table} WHERE tracking_number ${isAmong}
    UNION SELECT ${columns} FROM ${table} WHERE ${hasPro('@pros')}
    UNION SELECT ${columns} FROM ${table} WHERE shipment_id ${isAmong}`
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
