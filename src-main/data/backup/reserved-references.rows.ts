import { crc32 } from 'node:zlib'
import { z } from 'zod'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import type { StoreFiles } from '../../kernel/sqlite/files.ts'
import { statement } from '../../kernel/sqlite/statement.ts'

const entrySchema = z.tuple([z.enum(['manifest', 'reference']), z.string()])

/** A value that may be on paper or at the service, whatever happens to the ledger. */
export type ReservedReference = z.infer<typeof entrySchema>

const rowSchema = z.object({ kind: z.string(), value: z.string() })

/** What was given out since that audit row, according to the audit log. */
export function* reservedSince(db: SqliteDatabase, audit: number): Generator<ReservedReference> {
  const rows = statement(
    db,
    `SELECT CASE subject_kind WHEN 'manifest' THEN 'manifest' ELSE 'reference' END AS kind,
            coalesce(detail ->> 'number', detail ->> 'reference') AS value
     FROM audit WHERE id > ? AND value IS NOT NULL
       AND ((subject_kind = 'booking' AND action IN ('submitted', 'edited'))
         OR (subject_kind = 'manifest' AND action = 'closed'))
     ORDER BY id`,
  ).iterate(audit)
  for (const row of rows) {
    const { kind, value } = rowSchema.parse(row)
    yield entrySchema.parse([kind, value])
  }
}

export interface ReservationLog {
  append(entries: Iterable<ReservedReference>): void
  sync(): void
  close(): void
}

/** A file that only grows: a line for each reference and manifest number, with its checksum. */
export function openReservationLog(files: StoreFiles, path: string): ReservationLog {
  // A line that was cut off by a kill is ended first.
  let isBegun = (files.size(path) ?? 0) === 0
  const file = files.open(path)
  return {
    append: (entries) => {
      let lines = ''
      for (const entry of entries) {
        const text = JSON.stringify(entry)
        lines += `${crc32(text).toString(16)} ${text}\n`
      }
      if (lines === '') return
      file.write(Buffer.from(isBegun ? lines : `\n${lines}`), null)
      isBegun = true
    },
    sync: file.sync,
    close: file.close,
  }
}

/** Every whole line of the log. */
export function* readReserved(files: StoreFiles, path: string): Generator<ReservedReference> {
  if (!files.exists(path)) return
  for (const line of files.read(path).toString('utf8').split('\n')) {
    const [, sum, text] = /^([0-9a-f]+) (\[.*\])$/.exec(line) ?? []
    if (sum === undefined || text === undefined || crc32(text) !== Number.parseInt(sum, 16)) continue
    yield entrySchema.parse(JSON.parse(text))
  }
}

/** Stores in the ledger the references that it does not know, so that none of it is given out a second time. */
export function takeInReserved(db: SqliteDatabase, entries: Iterable<ReservedReference>): void {
  const add = statement(db, 'INSERT OR IGNORE INTO given_out (kind, value) VALUES (?, ?)')
  const isKnown = {
    reference: statement(db, 'SELECT 1 FROM booking WHERE reference = ?').pluck(),
    manifest: statement(db, 'SELECT 1 FROM manifest WHERE number = ?').pluck(),
  }
  for (const [kind, value] of entries) {
    if (isKnown[kind].get(value) === undefined) add.run(kind, value)
  }
}
