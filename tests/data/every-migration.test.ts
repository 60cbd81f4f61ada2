import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openDatabase, type SqliteDatabase } from '../../src-main/kernel/sqlite/database.ts'
import { CACHE_MIGRATIONS } from '../../src-main/data/cache/migrations.ts'
import { LEDGER_MIGRATIONS } from '../../src-main/data/ledger/migrations.ts'
import { everything, fillEmpty, type Rows } from './filled-tables.ts'

type Snapshot = ReadonlyMap<string, Rows>

/** What a step does to rows that are there: what it makes of a table's rows. What is not named here may not change. */
type Change = (rows: Rows) => Rows
const CHANGES: Record<string, Partial<Record<string, Change>>> = {
  'ledger 2': {
    booking: (rows) =>
      rows.map((row) => ({
        ...row,
        kind: 'quote',
        due_at: row['state'] === 'NEEDS_DECISION' ? row['updated_at'] : row['due_at'],
      })),
  },
  'ledger 4': {
    print_job: (rows) =>
      rows.map((row) => ({
        ...row,
        proof: row['state'] === 'PRINTED' ? JSON.stringify({ kind: PROOF[String(row['confirmed_by'])] }) : null,
        detail: row['state'] === 'SENT' ? 'handed-over' : null,
      })),
  },
  'ledger 9': {
    draft: (rows) => rows.filter(({ form }) => form === 'quote'),
  },
  'ledger 10': {
    booking: (rows) => rows.map(({ request_sha256: _unread, ...row }) => row),
    label: (rows) => rows.map(({ fetched_at: _unread, ...row }) => row),
  },
  'ledger 33': {
    forgetting: (rows) => rows.map(({ since: _byKeyNow, ...row }) => row),
  },
  'ledger 40': { site_errand: () => [] },
  'cache 5': {
    webhook_inbox: (rows) => rows.map(({ told_at: _unread, ...row }) => row),
  },
  'cache 2': {
    shipment: (rows) =>
      rows.map(({ rowid: _rowid, ...row }) => ({
        ...row,
        last_event_at: msOf(row['last_event_at']),
        due_at: msOf(row['estimated_delivery']),
      })),
    tracking_event: (rows) =>
      rows.map(({ body, at, ...row }) => {
        const { timestamp, status, city = null, exceptionCode = null, recipient = null } = JSON.parse(String(body))
        return { ...row, at: msOf(at), timestamp, status, city, exception_code: exceptionCode, recipient }
      }),
    source: (rows) => rows.map((row) => ({ ...row, has_shipments: 1, has_events: 1 })),
  },
}
const PROOF: Record<string, string> = { printer: 'receipt', operator: 'operator' }
const msOf = (at: unknown) => (typeof at === 'string' ? Date.parse(at) : null)

/** Rows that a step makes of rows that were elsewhere. */
const MADE: Record<string, (before: Snapshot) => Record<string, Rows>> = {
  'ledger 8': (before) => ({
    restoration: rowsOf(before, 'audit')
      .filter(({ action }) => action === 'restored')
      .map(({ at }) => ({ at, backup_at: at, confirmed_at: at })),
  }),
  'ledger 9': (before) => {
    const drafts = rowsOf(before, 'draft')
    const of = (form: string) => drafts.filter((draft) => draft['form'] === form)
    return {
      preference: of('track').map(({ key, body, updated_at }) => ({
        name: `track.${String(key)}`,
        value: body,
        updated_at,
      })),
      template_text: of('document-source').map(({ key, body, updated_at }) => ({ document_id: key, body, updated_at })),
    }
  },
}

const rowsOf = (snapshot: Snapshot, table: string): Rows => snapshot.get(table) ?? []
/** Rows without an order: a table that is made anew may have another. */
const unordered = (rows: Rows) => rows.map((row) => JSON.stringify(row, Object.keys(row).sort())).sort()

const open = (file: string, migrations: readonly string[]): Promise<SqliteDatabase> =>
  openDatabase({ file, migrations, synchronous: 'NORMAL', checkPages: true })

describe.each([
  ['ledger', LEDGER_MIGRATIONS],
  ['cache', CACHE_MIGRATIONS],
] as const)('a %s with rows in every table', (name, migrations) => {
  // One file goes through all steps: what a step leaves is what the next begins with.
  const file = join(mkdtempSync(join(tmpdir(), `waybill-${name}-`)), `${name}.db`)
  let made = 1
  afterAll(() => rmSync(dirname(file), { recursive: true }))

  it.each(migrations.map((_migration, index) => index + 1).slice(1))(
    'keeps all of them, as they were, at the step to version %i',
    async (version) => {
      // Rows of each version are written as that version did, and go through every later step.
      for (; made < version; made += 1) {
        const db = await open(file, migrations.slice(0, made))
        fillEmpty(db)
        db.close()
      }
      const old = await open(file, migrations.slice(0, version - 1))
      const before = everything(old)
      old.close()
      for (const [table, rows] of before) expect(rows.length, table).toBeGreaterThan(0)

      const db = await open(file, migrations.slice(0, version))
      const after = everything(db)
      expect(db.pragma('integrity_check', { simple: true })).toBe('ok')
      expect(db.pragma('foreign_key_check')).toEqual([])
      expect(db.pragma('user_version', { simple: true })).toBe(version)
      db.close()

      const step = `${name} ${version}`
      for (const [table, rows] of before) {
        const expected = CHANGES[step]?.[table]?.(rows) ?? rows
        expectRows(table, rowsOf(after, table), expected)
      }
      for (const [table, rows] of Object.entries(MADE[step]?.(before) ?? {})) {
        expect(rows.length, table).toBeGreaterThan(0)
        expectRows(table, rowsOf(after, table), rows)
      }
    },
  )
})

/** The rows are these and no others, in the columns that are spoken of; the columns that are new may hold what they like. */
function expectRows(table: string, found: Rows, expected: Rows): void {
  const columns = Object.keys(expected[0] ?? {})
  const missing = columns.filter((column) => found[0] !== undefined && !(column in found[0]))
  expect({ table, missing }).toEqual({ table, missing: [] })
  const shown = found.map((row) => Object.fromEntries(columns.map((column) => [column, row[column]])))
  expect({ table, rows: unordered(shown) }).toEqual({ table, rows: unordered(expected) })
}
