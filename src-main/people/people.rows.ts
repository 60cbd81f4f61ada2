import { z } from 'zod'
import type { Person } from '../../src-shared/station/app/people.ts'
import { ROLES, type Role } from '../../src-shared/station/role.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { appendAudit, type AuditEntry } from '../data/audit/audit.rows.ts'
import type { NoteShared } from '../data/ledger/note-shared.ts'

const rowSchema = z.object({
  person_id: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  badge_hash: z.string().nullable(),
  pin_hash: z.string().nullable(),
  failures: z.number(),
  blocked_until: z.string().nullable(),
  created_at: z.string(),
  ended_at: z.string().nullable(),
})
export type PersonRow = z.output<typeof rowSchema>

/** What is written of a person; an absent hash stays as it is. */
export interface PersonWrite {
  personId: string
  name: string
  role: Role
  badgeHash?: string | null | undefined
  pinHash?: string | null | undefined
}

export type PersonStore = ReturnType<typeof personStore>

/**
 * Who works at this station. No person is ever deleted: one who left is kept with the day. @param noteShared as
 * `addressStore` takes it
 */
export function personStore(db: SqliteDatabase, clock: Clock, noteShared: NoteShared = () => undefined) {
  const audit = (
    personId: string,
    action: string,
    actor: AuditEntry['actor'],
    detail: Record<string, unknown> = {},
    operator?: string,
  ) => appendAudit(db, { at: clock.now(), actor, subjectKind: 'person', subjectId: personId, action, detail, operator })
  const one = (condition: string, value: string): PersonRow | null => {
    const row = statement(db, `SELECT * FROM person WHERE ${condition}`).get(value)
    return row === undefined ? null : rowSchema.parse(row)
  }

  return {
    /** Who works here first, by name. */
    list: async (): Promise<Person[]> =>
      statement(db, 'SELECT * FROM person ORDER BY ended_at IS NOT NULL, name COLLATE NOCASE')
        .all()
        .map((row) => personOf(rowSchema.parse(row))),
    get: async (personId: string): Promise<PersonRow | null> => one('person_id = ? AND ended_at IS NULL', personId),
    /** @param hashes all under which the badge may be kept */
    ofBadge: async (hashes: readonly string[]): Promise<PersonRow | null> => {
      for (const hash of hashes) {
        const row = one('badge_hash = ? AND ended_at IS NULL', hash)
        if (row !== null) return row
      }
      return null
    },
    /** The same badge under another hash. */
    rehashBadge: (personId: string, { from, to }: { from: string; to: string }): Promise<void> =>
      inTransaction(db, () => {
        const { changes } = statement(
          db,
          'UPDATE OR IGNORE person SET badge_hash = ? WHERE person_id = ? AND badge_hash = ?',
        ).run(to, personId, from)
        if (changes > 0) noteShared(personId)
      }),
    named: async (name: string): Promise<PersonRow | null> => one('name = ? COLLATE NOCASE AND ended_at IS NULL', name),

    save: ({ personId, name, role, badgeHash, pinHash }: PersonWrite): Promise<Person> =>
      inTransaction(db, () => {
        const before = one('person_id = ?', personId)
        statement(
          db,
          `INSERT INTO person (person_id, name, role, badge_hash, pin_hash, created_at) VALUES (@personId, @name, @role, @badge, @pin, @at)
           ON CONFLICT (person_id) DO UPDATE SET name = @name, role = @role, badge_hash = @badge, pin_hash = @pin,
             failures = iif(@hasNewPin, 0, failures), blocked_until = iif(@hasNewPin, NULL, blocked_until)`,
        ).run({
          personId,
          name,
          role,
          badge: badgeHash === undefined ? (before?.badge_hash ?? null) : badgeHash,
          pin: pinHash === undefined ? (before?.pin_hash ?? null) : pinHash,
          hasNewPin: pinHash === undefined ? 0 : 1,
          at: clock.now().toISOString(),
        })
        audit(personId, before ? 'changed' : 'added', 'operator', {
          name,
          role,
          ...(before && before.role !== role && { roleBefore: before.role }),
          ...(badgeHash !== undefined && { badge: badgeHash === null ? 'removed' : 'set' }),
          ...(pinHash !== undefined && { pin: pinHash === null ? 'removed' : 'set' }),
        })
        noteShared(personId)
        const saved = one('person_id = ?', personId)
        if (saved === null) throw new Error('a person who was written is not there')
        return personOf(saved)
      }),

    /** They leave: neither badge nor PIN is theirs any more. */
    end: (personId: string): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          'UPDATE person SET ended_at = ?, badge_hash = NULL, pin_hash = NULL WHERE person_id = ? AND ended_at IS NULL',
        ).run(clock.now().toISOString(), personId)
        audit(personId, 'ended', 'operator')
        noteShared(personId)
      }),

    /** One try at a PIN is counted before it is looked at; `pass` takes it back. */
    noteTry: (personId: string, blockedUntil: Date | null): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'UPDATE person SET failures = failures + 1, blocked_until = ? WHERE person_id = ?').run(
          blockedUntil?.toISOString() ?? null,
          personId,
        )
      }),
    pass: (personId: string): Promise<void> =>
      inTransaction(db, () => {
        statement(
          db,
          'UPDATE person SET failures = 0, blocked_until = NULL WHERE person_id = ? AND (failures > 0 OR blocked_until IS NOT NULL)',
        ).run(personId)
      }),

    /** signed-in, signed-out, approved: by this person; refused: by someone who is not known. */
    note: (
      personId: string,
      action: 'signed-in' | 'signed-out' | 'approved' | 'refused',
      detail: Record<string, unknown>,
    ): Promise<void> =>
      inTransaction(db, () => {
        const by = action === 'refused' ? undefined : one('person_id = ?', personId)?.name
        audit(personId, action, 'operator', detail, by)
      }),
  }
}

function personOf(row: PersonRow): Person {
  return {
    personId: row.person_id,
    name: row.name,
    role: row.role,
    hasBadge: row.badge_hash !== null,
    hasPin: row.pin_hash !== null,
    createdAt: row.created_at,
    endedAt: row.ended_at,
  }
}
