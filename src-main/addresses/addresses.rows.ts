import { z } from 'zod'
import {
  addressBodySchema,
  type AddressBody,
  type AddressInput,
  type SavedAddress,
} from '../../src-shared/station/addresses/address-book.ts'
import { notFound, wrongState } from '../../src-shared/station/error.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { prefixQuery } from '../kernel/sqlite/prefix-query.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { likenessOf, wordsOf } from './address-words.ts'
import { appendAudit } from '../data/audit/audit.rows.ts'
import type { NoteShared } from '../data/ledger/note-shared.ts'

const rowSchema = z.object({
  seq: z.int(),
  address_id: z.string(),
  name: z.string(),
  body: jsonColumn(addressBodySchema),
  is_default_shipper: z.int(),
  uses: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
  removed_at: z.string().nullable(),
})

/** The order of every list: most used first, then last used, then by name. */
const FREQUENT_FIRST = 'ORDER BY a.uses DESC, a.used_at DESC, a.name, a.seq'

export type AddressStore = ReturnType<typeof addressStore>

/**
 * The address book. Every function is one whole transaction. A removed address stays, out of sight.
 * @param noteShared in a station of a site: what the site is to hear of, in the transaction of the change
 */
export function addressStore(db: SqliteDatabase, clock: Clock, noteShared: NoteShared = () => undefined) {
  const find = (addressId: string): SavedAddress | null => {
    const row = statement(db, 'SELECT * FROM address WHERE address_id = ?').get(addressId)
    return row === undefined ? null : toAddress(row)
  }
  const mustFind = (addressId: string): SavedAddress => {
    const found = find(addressId)
    if (found) return found
    throw notFound('address', { addressId })
  }
  const now = () => clock.now().toISOString()
  const audit = (addressId: string, action: string, name: string) =>
    appendAudit(db, {
      at: clock.now(),
      actor: 'operator',
      subjectKind: 'address',
      subjectId: addressId,
      action,
      detail: { name },
    })
  /** To be called inside a transaction. */
  const index = (addressId: string, name: string, body: AddressBody) => {
    const seq = statement(db, 'SELECT seq FROM address WHERE address_id = ?').pluck().get(addressId)
    indexAddress(db, z.int().parse(seq), name, body)
  }
  const setRemoved = (addressId: string, action: 'removed' | 'restored') =>
    inTransaction(db, () => {
      const { name } = mustFind(addressId)
      statement(
        db,
        'UPDATE address SET removed_at = ?, is_default_shipper = CASE WHEN ? THEN 0 ELSE is_default_shipper END WHERE address_id = ?',
      ).run(action === 'removed' ? now() : null, action === 'removed' ? 1 : 0, addressId)
      audit(addressId, action, name)
      noteShared(addressId)
      return mustFind(addressId)
    })

  /** By its own index: to sort by it would read the whole book. */
  const defaults = () => statement(db, 'SELECT * FROM address WHERE is_default_shipper = 1').all()

  return {
    get: async (addressId: string) => mustFind(addressId),

    /** At once, for a reader of many rows; null when it is not there or was removed. */
    peek: (addressId: string): SavedAddress | null => {
      const found = find(addressId)
      return found?.removedAt === null ? found : null
    },

    /**
     * Every word typed must begin a word of the entry, regardless of case and accents; without words all of them, the default
     * shipper first: forms begin with it, however many others are used more.
     */
    search: async (text: string, limit: number): Promise<SavedAddress[]> => {
      const words = prefixQuery(text)
      const first = words ? [] : defaults()
      const matches = words
        ? 'a.seq IN (SELECT rowid FROM address_text WHERE address_text MATCH @words)'
        : 'a.is_default_shipper = 0'
      const others = statement(
        db,
        `SELECT a.* FROM address a WHERE a.removed_at IS NULL AND ${matches} ${FREQUENT_FIRST} LIMIT @limit`,
      ).all({ words, limit })
      return [...first, ...others].slice(0, limit).map(toAddress)
    },

    /** The shipper that forms begin with; null: none is set. */
    defaultShipper: async (): Promise<SavedAddress | null> => defaults().map(toAddress)[0] ?? null,

    /** Removed ones, the last removed first. */
    removed: async (limit: number): Promise<SavedAddress[]> =>
      statement(db, 'SELECT * FROM address WHERE removed_at IS NOT NULL ORDER BY removed_at DESC, seq DESC LIMIT ?')
        .all(limit)
        .map(toAddress),

    /** In the order they were made, behind this number: for an export. */
    page: async (after: number, limit: number): Promise<{ addresses: SavedAddress[]; last: number | null }> => {
      const found = statement(
        db,
        'SELECT * FROM address WHERE removed_at IS NULL AND seq > ? ORDER BY seq LIMIT ?',
      ).all(after, limit)
      const last = found.at(-1)
      return {
        addresses: found.map(toAddress),
        last: found.length === limit && last !== undefined ? rowSchema.parse(last).seq : null,
      }
    },

    /** Others that look like the same place. */
    similar: async (input: Pick<AddressInput, 'addressId' | 'address'>): Promise<SavedAddress[]> =>
      statement(
        db,
        'SELECT * FROM address WHERE likeness = ? AND removed_at IS NULL AND address_id IS NOT ? ORDER BY uses DESC LIMIT 5',
      )
        .all(likenessOf(input.address), input.addressId ?? null)
        .map(toAddress),

    /** Adds or replaces. @throws StationError NOT_FOUND for an id that is not there */
    save: (newId: string, input: AddressInput): Promise<SavedAddress> =>
      inTransaction(db, () => {
        const { addressId = newId, name } = input
        const body = bodyOf(input)
        const likeness = likenessOf(input.address)
        // One moment: that it was never edited since shows by it.
        const at = now()
        if (input.addressId === undefined) {
          statement(
            db,
            'INSERT INTO address (address_id, name, body, likeness, created_at, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
          ).run(addressId, name, JSON.stringify(body), likeness, at, at)
        } else {
          mustFind(addressId)
          statement(db, 'UPDATE address SET name = ?, body = ?, likeness = ?, updated_at = ? WHERE address_id = ?').run(
            name,
            JSON.stringify(body),
            likeness,
            at,
            addressId,
          )
        }
        index(addressId, name, body)
        audit(addressId, 'saved', name)
        noteShared(addressId)
        return mustFind(addressId)
      }),

    /**
     * One entry of two: what `intoId` lacks is taken from the other one, which is removed.
     * @throws StationError NOT_FOUND; WRONG_STATE when both are one, or one was removed
     */
    merge: (addressId: string, intoId: string): Promise<SavedAddress> =>
      inTransaction(db, () => {
        const [from, into] = [mustFind(addressId), mustFind(intoId)]
        if (addressId === intoId || from.removedAt !== null || into.removedAt !== null) {
          throw wrongState(`${from.name} and ${into.name} cannot be merged.`, { addressId, intoId })
        }
        const body = mergedBody(from, into)
        statement(
          db,
          `UPDATE address SET body = @body, uses = uses + @uses, is_default_shipper = @isDefault, updated_at = @now
           WHERE address_id = @intoId`,
        ).run({
          body: JSON.stringify(body),
          uses: from.uses,
          isDefault: into.isDefaultShipper || from.isDefaultShipper ? 1 : 0,
          now: now(),
          intoId,
        })
        statement(db, 'UPDATE address SET removed_at = ?, is_default_shipper = 0 WHERE address_id = ?').run(
          now(),
          addressId,
        )
        index(intoId, into.name, body)
        audit(addressId, 'merged', from.name)
        audit(intoId, 'saved', into.name)
        noteShared(addressId)
        noteShared(intoId)
        return mustFind(intoId)
      }),

    remove: (addressId: string) => setRemoved(addressId, 'removed'),
    restore: (addressId: string) => setRemoved(addressId, 'restored'),

    /** The one shipper that forms begin with; null: none. */
    setDefault: (addressId: string | null): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'UPDATE address SET is_default_shipper = 0 WHERE is_default_shipper = 1').run()
        if (addressId === null) return
        const { name, removedAt } = mustFind(addressId)
        if (removedAt !== null) {
          throw wrongState(`${name} was removed. Restore it first.`, { addressId, state: 'removed' })
        }
        statement(db, 'UPDATE address SET is_default_shipper = 1 WHERE address_id = ?').run(addressId)
        audit(addressId, 'made default', name)
      }),

    /** It was used in a quote or a booking: it moves up. No audit row: nothing about the place has changed. */
    noteUse: (addressId: string): Promise<SavedAddress> =>
      inTransaction(db, () => {
        statement(db, 'UPDATE address SET uses = uses + 1, used_at = ? WHERE address_id = ?').run(now(), addressId)
        return mustFind(addressId)
      }),
  }
}

/** To be called inside a transaction. */
export function indexAddress(db: SqliteDatabase, seq: number, name: string, body: AddressBody): void {
  statement(db, 'DELETE FROM address_text WHERE rowid = ?').run(seq)
  statement(db, 'INSERT INTO address_text (rowid, words) VALUES (?, ?)').run(seq, wordsOf(name, body))
}

const MOST_NOTES = 2_000

/** The fields of the second, completed by those of the first. */
function mergedBody(from: AddressBody, into: AddressBody): AddressBody {
  const both = <T>(a: readonly T[], b: readonly T[]): T[] => [...new Set([...a, ...b])]
  const { companyName, contactName, phone, email } = from.address
  const lacking = Object.entries({ companyName, contactName, phone, email }).filter(
    ([name, value]) => value !== undefined && !Reflect.get(into.address, name),
  )
  const notes = both([into.notes.trim()], [from.notes.trim()]).filter((text) => text !== '')
  return {
    address: { ...into.address, ...Object.fromEntries(lacking) },
    roles: both(into.roles, from.roles),
    accessorials: both(into.accessorials, from.accessorials),
    dock: { ...into.dock, opens: into.dock.opens ?? from.dock.opens, closes: into.dock.closes ?? from.dock.closes },
    notes: notes.join('\n').slice(0, MOST_NOTES),
  }
}

function bodyOf({ address, roles, accessorials, dock, notes }: AddressInput): AddressBody {
  return { address, roles, accessorials, dock, notes }
}

function toAddress(row: unknown): SavedAddress {
  const parsed = rowSchema.parse(row)
  return {
    addressId: parsed.address_id,
    name: parsed.name,
    ...parsed.body,
    isDefaultShipper: parsed.is_default_shipper === 1,
    uses: parsed.uses,
    createdAt: parsed.created_at,
    updatedAt: parsed.updated_at,
    removedAt: parsed.removed_at,
  }
}
