import { z } from 'zod'
import { addressBodySchema } from '../../src-shared/station/addresses/address-book.ts'
import { siteSettingsSchema } from '../../src-shared/site/settings.ts'
import {
  MOST_NAME,
  MOST_PERSON_NAME,
  SHARED_BODIES,
  type SharedBody,
  type SharedKind,
} from '../../src-shared/site/shared-record.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { likenessOf } from '../addresses/address-words.ts'
import { indexAddress } from '../addresses/addresses.rows.ts'
import { putAttention, toAttention } from '../inbox/attention.rows.ts'

/** Where records of a kind are in the ledger. Every function is to be called inside a transaction. */
export interface SharedTable<B = unknown> {
  /** What of it is shared; null: it is not there, or was removed. */
  read(db: SqliteDatabase, recordId: string): B | null
  /** As the site has it, without whom was forgotten. */
  write(db: SqliteDatabase, now: Date, recordId: string, body: B): void
  remove(db: SqliteDatabase, now: Date, recordId: string): void
  /** Another record that conflicts with it, or may be the same; null: none. */
  findDuplicate(db: SqliteDatabase, recordId: string, body: B): string | null
  /** Makes room for another record of its name or badge: the new name is reported shortly. */
  resolveNameClash(db: SqliteDatabase, recordId: string): void
  /** Of what is there, by id. @param environment of the site */
  ids(db: SqliteDatabase, environment: string): string[]
}

const idsSchema = z.array(z.string())
const idSchema = z.string().optional()

const nameRow = z.object({ name: z.string() })

/** Gives a record whose name another one has a suffix of its own, within what can be read again and sent to the site. */
function nameApart(db: SqliteDatabase, table: string, key: string, id: string, suffix: string, most: number): void {
  const { name } = nameRow.parse(statement(db, `SELECT name FROM ${table} WHERE ${key} = ?`).get(id))
  const apart = name.slice(0, most - suffix.length).toWellFormed() + suffix
  statement(db, `UPDATE ${table} SET name = ? WHERE ${key} = ?`).run(apart, id)
}

const addressRow = z.object({ name: z.string(), body: jsonColumn(addressBodySchema) }).optional()

const address: SharedTable<SharedBody<'address'>> = {
  read: (db, id) => {
    const row = addressRow.parse(
      statement(db, 'SELECT name, body FROM address WHERE address_id = ? AND removed_at IS NULL').get(id),
    )
    return row === undefined ? null : SHARED_BODIES.address.parse({ name: row.name, ...row.body })
  },
  write: (db, now, id, { name, ...body }) => {
    const seq = statement(
      db,
      `INSERT INTO address (address_id, name, body, likeness, created_at, updated_at) VALUES (@id, @name, @text, @like, @at, @at)
       ON CONFLICT (address_id) DO UPDATE SET name = @name, body = @text, likeness = @like, updated_at = @at, removed_at = NULL
       RETURNING seq`,
    )
      .pluck()
      .get({ id, name, text: JSON.stringify(body), like: likenessOf(body.address), at: now.toISOString() })
    indexAddress(db, z.int().parse(seq), name, body)
  },
  remove: (db, now, id) => {
    statement(
      db,
      'UPDATE address SET removed_at = coalesce(removed_at, ?), is_default_shipper = 0 WHERE address_id = ?',
    ).run(now.toISOString(), id)
  },
  // Two entries of one place may exist side by side: only one that the site has not heard of yet is checked.
  findDuplicate: (db, id, { address: place }) =>
    idSchema.parse(
      statement(
        db,
        `SELECT a.address_id FROM address a JOIN shared_record s ON s.kind = 'address' AND s.record_id = a.address_id
         WHERE a.likeness = ? AND a.removed_at IS NULL AND a.address_id <> ? AND s.version = 0 AND s.is_due = 1 AND s.theirs IS NULL
         ORDER BY a.uses DESC LIMIT 1`,
      )
        .pluck()
        .get(likenessOf(place), id),
    ) ?? null,
  resolveNameClash: () => undefined,
  ids: (db) =>
    idsSchema.parse(
      statement(db, 'SELECT address_id FROM address WHERE removed_at IS NULL ORDER BY seq').pluck().all(),
    ),
}

/** Records under a unique name, with all that is shared in one JSON column. */
function named<B extends { name: string }>(
  table: 'preset' | 'column_map',
  key: 'preset_id' | 'map_id',
  parts: { toText(body: B): string; read(name: string, body: unknown): B },
): SharedTable<B> {
  const rowSchema = z.object({ name: z.string(), body: z.string() }).optional()
  return {
    read: (db, id) => {
      const row = rowSchema.parse(statement(db, `SELECT name, body FROM ${table} WHERE ${key} = ?`).get(id))
      return row === undefined ? null : parts.read(row.name, JSON.parse(row.body))
    },
    write: (db, now, id, body) => {
      statement(
        db,
        `INSERT INTO ${table} (${key}, name, body, updated_at) VALUES (@id, @name, @body, @at)
         ON CONFLICT (${key}) DO UPDATE SET name = @name, body = @body, updated_at = @at`,
      ).run({ id, name: body.name, body: parts.toText(body), at: now.toISOString() })
    },
    remove: (db, _now, id) => {
      statement(db, `DELETE FROM ${table} WHERE ${key} = ?`).run(id)
    },
    findDuplicate: (db, id, { name }) =>
      idSchema.parse(
        statement(db, `SELECT ${key} FROM ${table} WHERE name = ? COLLATE NOCASE AND ${key} <> ?`)
          .pluck()
          .get(name, id),
      ) ?? null,
    resolveNameClash: (db, id) => nameApart(db, table, key, id, ` (${id})`, MOST_NAME),
    ids: (db) => idsSchema.parse(statement(db, `SELECT ${key} FROM ${table} ORDER BY name`).pluck().all()),
  }
}

const preset = named<SharedBody<'preset'>>('preset', 'preset_id', {
  toText: ({ name: _, ...body }) => JSON.stringify(body),
  read: (name, body) => SHARED_BODIES.preset.parse({ ...z.looseObject({}).parse(body), name }),
})

const columnMap = named<SharedBody<'column_map'>>('column_map', 'map_id', {
  toText: ({ map }) => JSON.stringify(map),
  read: (name, map) => SHARED_BODIES.column_map.parse({ name, map }),
})

const noteRow = z
  .object({
    environment: z.string(),
    shipment_id: z.string(),
    text: z.string(),
    at: z.string(),
    author: z.string().nullable(),
  })
  .optional()

const note: SharedTable<SharedBody<'note'>> = {
  read: (db, id) => {
    const row = noteRow.parse(statement(db, 'SELECT * FROM shipment_note WHERE note_id = ?').get(id))
    if (row === undefined) return null
    const { shipment_id: shipmentId, ...rest } = row
    return SHARED_BODIES.note.parse({ ...rest, shipmentId })
  },
  write: (db, _now, id, { environment, shipmentId, text, at, author }) => {
    statement(
      db,
      `INSERT INTO shipment_note (note_id, environment, shipment_id, text, at, author) VALUES (?, ?, ?, ?, ?, ?)
       ON CONFLICT (note_id) DO UPDATE SET text = excluded.text`,
    ).run(id, environment, shipmentId, text, at, author)
  },
  remove: (db, _now, id) => {
    statement(db, 'DELETE FROM shipment_note WHERE note_id = ?').run(id)
  },
  findDuplicate: () => null,
  resolveNameClash: () => undefined,
  ids: (db, environment) =>
    idsSchema.parse(
      statement(db, 'SELECT note_id FROM shipment_note WHERE environment = ? ORDER BY at').pluck().all(environment),
    ),
}

const environmentRow = z.object({ environment: z.string() })

const attention: SharedTable<SharedBody<'attention'>> = {
  // Shipments of a service that was in use before may bear the same id.
  read: (db, id) => {
    const row = statement(db, 'SELECT * FROM shipment_attention WHERE shipment_id = ? ORDER BY at DESC LIMIT 1').get(id)
    if (row === undefined) return null
    return SHARED_BODIES.attention.parse({ ...toAttention(row), ...environmentRow.parse(row) })
  },
  write: (db, _now, _id, { environment, ...word }) => putAttention(db, environment, word),
  remove: (db, _now, id) => {
    statement(db, 'DELETE FROM shipment_attention WHERE shipment_id = ?').run(id)
  },
  findDuplicate: () => null,
  resolveNameClash: () => undefined,
  ids: (db, environment) =>
    idsSchema.parse(
      statement(db, 'SELECT shipment_id FROM shipment_attention WHERE environment = ? ORDER BY at')
        .pluck()
        .all(environment),
    ),
}

const personRow = z
  .object({ name: z.string(), role: z.string(), badge_hash: z.string().nullable(), pin_hash: z.string().nullable() })
  .optional()

const person: SharedTable<SharedBody<'person'>> = {
  read: (db, id) => {
    const row = personRow.parse(statement(db, 'SELECT * FROM person WHERE person_id = ? AND ended_at IS NULL').get(id))
    if (row === undefined) return null
    const { name, role, badge_hash: badgeHash, pin_hash: pinHash } = row
    return SHARED_BODIES.person.parse({ name, role, badgeHash, pinHash })
  },
  // Attempts at a PIN are counted where they are made; a new PIN resets the count.
  write: (db, now, id, { name, role, badgeHash, pinHash }) => {
    statement(
      db,
      `INSERT INTO person (person_id, name, role, badge_hash, pin_hash, created_at) VALUES (@id, @name, @role, @badgeHash, @pinHash, @at)
       ON CONFLICT (person_id) DO UPDATE SET name = @name, role = @role, badge_hash = @badgeHash, ended_at = NULL,
         failures = iif(pin_hash IS @pinHash, failures, 0), blocked_until = iif(pin_hash IS @pinHash, blocked_until, NULL),
         pin_hash = @pinHash`,
    ).run({ id, name, role, badgeHash, pinHash, at: now.toISOString() })
  },
  remove: (db, now, id) => {
    statement(
      db,
      `UPDATE person SET ended_at = ?, badge_hash = NULL, pin_hash = NULL WHERE person_id = ? AND ended_at IS NULL`,
    ).run(now.toISOString(), id)
  },
  findDuplicate: (db, id, { name, badgeHash }) =>
    idSchema.parse(
      statement(
        db,
        `SELECT person_id FROM person WHERE ended_at IS NULL AND person_id <> ? AND (name = ? COLLATE NOCASE OR badge_hash = ?)
         LIMIT 1`,
      )
        .pluck()
        .get(id, name, badgeHash),
    ) ?? null,
  resolveNameClash: (db, id) => {
    nameApart(db, 'person', 'person_id', id, ` ${id.slice(-8)}`, MOST_PERSON_NAME)
    statement(db, 'UPDATE person SET badge_hash = NULL WHERE person_id = ?').run(id)
  },
  ids: (db) =>
    idsSchema.parse(
      statement(db, 'SELECT person_id FROM person WHERE ended_at IS NULL ORDER BY created_at').pluck().all(),
    ),
}

const settingRow = z.object({ body: jsonColumn(siteSettingsSchema) }).optional()

const setting: SharedTable<SharedBody<'setting'>> = {
  read: (db, id) =>
    settingRow.parse(statement(db, 'SELECT body FROM site_setting WHERE setting_id = ?').get(id))?.body ?? null,
  write: (db, _now, id, body) => {
    statement(
      db,
      `INSERT INTO site_setting (setting_id, body) VALUES (?, ?)
       ON CONFLICT (setting_id) DO UPDATE SET body = excluded.body`,
    ).run(id, JSON.stringify(body))
  },
  remove: (db, _now, id) => {
    statement(db, 'DELETE FROM site_setting WHERE setting_id = ?').run(id)
  },
  findDuplicate: () => null,
  resolveNameClash: () => undefined,
  ids: (db) => idsSchema.parse(statement(db, 'SELECT setting_id FROM site_setting ORDER BY 1').pluck().all()),
}

const TABLES: { [K in SharedKind]: SharedTable<SharedBody<K>> } = {
  address,
  preset,
  column_map: columnMap,
  note,
  attention,
  person,
  setting,
}

/**
 * A kind's table, whose bodies are read by the kind's schema whatever their source. @throws ZodError for another body
 */
export function sharedTable(kind: SharedKind): SharedTable {
  switch (kind) {
    case 'address':
      return reading(TABLES.address, SHARED_BODIES.address)
    case 'preset':
      return reading(TABLES.preset, SHARED_BODIES.preset)
    case 'column_map':
      return reading(TABLES.column_map, SHARED_BODIES.column_map)
    case 'note':
      return reading(TABLES.note, SHARED_BODIES.note)
    case 'attention':
      return reading(TABLES.attention, SHARED_BODIES.attention)
    case 'person':
      return reading(TABLES.person, SHARED_BODIES.person)
    case 'setting':
      return reading(TABLES.setting, SHARED_BODIES.setting)
  }
}

const reading = <S extends z.ZodType>(table: SharedTable<z.output<S>>, schema: S): SharedTable => ({
  ...table,
  write: (db, now, id, body) => table.write(db, now, id, schema.parse(body)),
  findDuplicate: (db, id, body) => table.findDuplicate(db, id, schema.parse(body)),
})
