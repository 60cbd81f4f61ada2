import { z } from 'zod'
import type { Person } from '../../../src-shared/station/app/forget.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { SqliteDatabase } from '../../kernel/sqlite/database.ts'
import { createBlanker, keysOf, type Blanker, type ForgottenKey } from '../forget/blank.ts'
import type { StoreFiles } from '../../kernel/sqlite/files.ts'
import { statement } from '../../kernel/sqlite/statement.ts'
import { inTransaction } from '../../kernel/sqlite/transaction.ts'
import { appendAudit } from '../audit/audit.rows.ts'

const keySchema = z.object({
  hash: z.string(),
  salt: z.string(),
  words: z.int().min(0),
  length: z.int().positive(),
  at: z.string(),
})
const keysSchema = z.array(keySchema)
/** The salt beside is that of keys which older versions wrote without theirs. */
const besideSchema = z.object({ salt: z.string(), keys: z.array(keySchema.partial({ salt: true })) })

/**
 * The file beside the ledger that outlives it: a backup from before a person was forgotten must not bring them back.
 */
interface Beside {
  files: StoreFiles
  path: string
}

export type ForgottenStore = ReturnType<typeof forgottenStore>

/** Who was forgotten, as hashes, and whether a person is being forgotten now. */
export function forgottenStore(db: SqliteDatabase, clock: Clock, { files, path }: Beside) {
  const salt = (): string => z.string().parse(statement(db, 'SELECT salt FROM forgetting').pluck().get())
  const keys = (): ForgottenKey[] =>
    keysSchema.parse(statement(db, 'SELECT hash, salt, words, length, at FROM forgotten').all())
  const note = (action: string, detail: Record<string, unknown>) =>
    appendAudit(db, { at: clock.now(), actor: 'operator', subjectKind: 'ledger', subjectId: 'person', action, detail })

  const put = (key: ForgottenKey, reported: string | null) =>
    statement(
      db,
      `INSERT INTO forgotten (hash, salt, words, length, at, told, is_due)
       VALUES (@hash, @salt, @words, @length, @at, @told, 1)
       ON CONFLICT DO UPDATE SET at = excluded.at, told = excluded.told, is_due = 1`,
    ).run({ ...key, told: reported })

  /** Those that this ledger has not heard of, or not of their last time. */
  function missingOf(reported: readonly ForgottenKey[]): ForgottenKey[] {
    const here = new Map(keys().map((key) => [key.hash, key.at]))
    return reported.filter(({ hash, at }) => (here.get(hash) ?? '') < at)
  }

  /** They are being forgotten from now on, also after a kill. */
  async function add(added: readonly ForgottenKey[], reported: string | null, reason: string): Promise<void> {
    if (added.length === 0) return
    const all = new Map([...keys(), ...added].map((key) => [key.hash, key]))
    const beside: z.input<typeof besideSchema> = { salt: salt(), keys: [...all.values()] }
    // Before the ledger knows: killed in between, it is begun at the next start.
    files.write(path, Buffer.from(JSON.stringify(beside)))
    await inTransaction(db, () => {
      for (const key of added) put(key, reported)
      note('forgetting begun', { reason })
    })
  }

  return {
    /** Called first: persons who were forgotten here and came back with a backup are forgotten again. */
    takeIn: async (): Promise<void> => {
      if (!files.exists(path)) return
      const beside = besideSchema.parse(JSON.parse(files.read(path).toString('utf8')))
      const missing = missingOf(beside.keys.map((key) => ({ salt: beside.salt, ...key })))
      await add(missing, null, 'a backup brought them back')
    },

    /** All who were forgotten here. */
    everybody: (): Blanker => createBlanker(keys()),

    /** The keys of a person who is only looked for: nothing is written. */
    keysOf: (person: Person): ForgottenKey[] => keysOf(person, salt(), clock.now().toISOString()),

    /** Who is being forgotten, also when that was interrupted. */
    beingForgotten: (): ForgottenKey[] =>
      keysSchema.parse(statement(db, 'SELECT hash, salt, words, length, at FROM forgotten WHERE is_due = 1').all()),

    /** From now on they are being forgotten, also after a kill. The reason is kept without them. */
    begin: async (person: Person, reason: string): Promise<{ added: ForgottenKey[]; reason: string }> => {
      const added = keysOf(person, salt(), clock.now().toISOString())
      const kept = createBlanker(added).text(reason)
      await add(added, null, kept)
      return { added, reason: kept }
    },

    /**
     * Whom the site knows as forgotten is being forgotten here.
     * @returns those who were not forgotten here before
     */
    hear: async (reported: readonly ForgottenKey[], timeline: string): Promise<ForgottenKey[]> => {
      const missing = missingOf(reported)
      await add(missing, timeline, 'forgotten at another station of the site')
      return missing
    },

    /** Who was forgotten here and is not known to the site under this timeline, oldest first. */
    toReport: async (timeline: string, most: number): Promise<ForgottenKey[]> =>
      keysSchema.parse(
        statement(
          db,
          `SELECT hash, salt, words, length, at FROM forgotten WHERE told IS NULL OR told <> ?
           ORDER BY at, hash LIMIT ?`,
        ).all(timeline, most),
      ),

    /** The site knows them under this timeline. */
    noteReported: (reported: readonly ForgottenKey[], timeline: string): Promise<void> =>
      inTransaction(db, () => {
        for (const { hash, at } of reported) {
          statement(db, 'UPDATE forgotten SET told = ? WHERE hash = ? AND at = ?').run(timeline, hash, at)
        }
      }),

    /** Nothing of these is left. */
    end: (done: readonly ForgottenKey[], counts: Record<string, number>): Promise<void> =>
      inTransaction(db, () => {
        for (const { hash } of done) statement(db, 'UPDATE forgotten SET is_due = 0 WHERE hash = ?').run(hash)
        note('person forgotten', counts)
      }),
  }
}
