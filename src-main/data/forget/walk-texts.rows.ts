import { z } from 'zod'
import { monotonic } from '../../../src-node/runtime/wait.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'

/** A slice ends after this much time, or this many rows where no time passes: others have their turn. */
const SLICE_MS = 6
const SLICE_ROWS = 100

const valueSchema = z.union([z.string(), z.number(), z.null()])
const rowSchema = z.record(z.string(), valueSchema)
export type TextRow = z.output<typeof rowSchema>

/** A table with texts in which a person may be named. */
export interface TextTable {
  table: string
  /** Its primary key, in order. */
  key: readonly [string, ...string[]]
  texts: readonly [string, ...string[]]
  /** Columns that are read with them. */
  more?: readonly string[]
  /** SQL of when a row's subject was made, ISO 8601 in UTC: texts of a person who came back later are kept. */
  madeAt?: string
  /** A text that is unique in this table. */
  unique?: string
}

export interface TextWalk {
  blank: (text: string, column: string, madeAt: string | null) => string
  isDry: boolean
  /** A row that names a person. Inside the transaction that has written it; when dry, without one. */
  onNamed?: (before: TextRow, after: TextRow) => void
}

/**
 * Blanks the texts of a table row by row, in slices of one short transaction each. Yields how many rows of a slice
 * named a person. Killed, it starts over: what was blanked names no one any more.
 */
export async function* walkTexts(
  db: SqliteDatabase,
  { table, key, texts, more = [], madeAt = 'NULL', unique }: TextTable,
  { blank, isDry, onNamed }: TextWalk,
): AsyncGenerator<number> {
  const columns = [...key, ...texts, ...more, `${madeAt} AS made`].join(', ')
  const order = key.join(', ')
  const first = statement(db, `SELECT ${columns} FROM ${table} ORDER BY ${order} LIMIT 1`)
  const next = statement(
    db,
    `SELECT ${columns} FROM ${table} WHERE (${order}) > (${key.map(() => '?').join(', ')}) ORDER BY ${order} LIMIT 1`,
  )
  const one = statement(db, `SELECT ${columns} FROM ${table} WHERE ${key.map((name) => `${name} = ?`).join(' AND ')}`)
  const keyOf = (row: TextRow) => key.map((name) => row[name])

  /** The row without the persons it names; null: it names no one. */
  function blanked(row: TextRow): TextRow | null {
    const after = { ...row }
    const made = typeof row['made'] === 'string' ? row['made'] : null
    for (const column of texts) {
      const text = row[column]
      if (typeof text === 'string') after[column] = blank(text, column, made)
    }
    if (texts.every((column) => after[column] === row[column])) return null
    if (unique !== undefined && after[unique] !== row[unique]) {
      after[unique] = `${String(after[unique])} ${keyOf(row).join(' ').slice(-6)}`
    }
    return after
  }

  function write(values: unknown[]): void {
    const row = one.get(...values)
    const before = row === undefined ? null : rowSchema.parse(row)
    const after = before && blanked(before)
    if (!before || !after) return
    const changed = texts.filter((column) => after[column] !== before[column])
    statement(
      db,
      `UPDATE ${table} SET ${changed.map((column) => `${column} = ?`).join(', ')} WHERE ${key.map((name) => `${name} = ?`).join(' AND ')}`,
    ).run(...changed.map((column) => after[column]), ...values)
    onNamed?.(before, after)
  }

  let last: unknown[] | null = null
  for (;;) {
    const until = monotonic() + SLICE_MS
    const named: unknown[][] = []
    let isEnd = false
    for (let rows = 0; rows < SLICE_ROWS && monotonic() < until; rows++) {
      const raw: unknown = last === null ? first.get() : next.get(...last)
      if (raw === undefined) {
        isEnd = true
        break
      }
      const row = rowSchema.parse(raw)
      last = keyOf(row)
      const after = blanked(row)
      if (!after) continue
      named.push(last)
      if (isDry) onNamed?.(row, after)
    }
    if (!isDry && named.length > 0) await inTransaction(db, () => named.forEach(write))
    yield named.length
    if (isEnd) return
  }
}
