import { z } from 'zod'
import type { Person } from '../../../../src-shared/station/app/forget.ts'
import type { Clock } from '../../../clock.ts'
import type { SqliteDatabase } from '../../database.ts'
import { createBlanker, keysOf, type Blanker, type ForgottenKey } from '../../forget/blank.ts'
import type { StoreFiles } from '../../files.ts'
import { statement } from '../../statement.ts'
import { inTransaction } from '../../transaction.ts'
import { appendAudit } from '../audit/audit.ts'

const keysSchema = z.array(
  z.object({ hash: z.string(), words: z.int().min(0), length: z.int().positive(), at: z.string() }),
)
const besideSchema = z.object({ salt: z.string(), keys: keysSchema })
const standingSchema = z.object({ salt: z.string(), since: z.string().nullable() })

/** The file beside the ledger that outlives it: a backup from before somebody was forgotten must not bring them back. */
interface Beside {
  files: StoreFiles
  path: string
}

export type ForgottenStore = ReturnType<typeof forgottenStore>

/** Who was forgotten, as hashes, and whether somebody is being forgotten now. */
export function forgottenStore(db: SqliteDatabase, clock: Clock, { files, path }: Beside) {
  const standing = () => standingSchema.parse(statement(db, 'SELECT salt, since FROM forgetting').get())
  const keys = (since: string): ForgottenKey[] =>
    keysSchema.parse(statement(db, 'SELECT hash, words, length, at FROM forgotten WHERE at >= ?').all(since))
  const note = (action: string, detail: Record<string, unknown>) =>
    appendAudit(db, { at: clock.now(), actor: 'operator', subjectKind: 'ledger', subjectId: 'person', action, detail })

  const put = (key: ForgottenKey) =>
    statement(
      db,
      `INSERT INTO forgotten (hash, words, length, at) VALUES (@hash, @words, @length, @at)
       ON CONFLICT DO UPDATE SET at = excluded.at`,
    ).run(key)
  const beginAt = (at: string) =>
    statement(db, 'UPDATE forgetting SET since = min(coalesce(since, @at), @at)').run({ at })

  return {
    /** Called first: whoever was forgotten here and came back with a backup is being forgotten again. */
    takeIn: async (): Promise<void> => {
      if (!files.exists(path)) return
      const beside = besideSchema.parse(JSON.parse(files.read(path).toString('utf8')))
      const here = new Map(keys('').map((key) => [key.hash, key.at]))
      const missing = beside.keys.filter(({ hash, at }) => (here.get(hash) ?? '') < at)
      const first = missing.map(({ at }) => at).sort()[0]
      if (first === undefined) return
      await inTransaction(db, () => {
        if (here.size === 0) statement(db, 'UPDATE forgetting SET salt = ?').run(beside.salt)
        missing.forEach(put)
        beginAt(first)
        note('forgetting begun', { reason: 'a backup brought them back' })
      })
    },

    /** All who were forgotten here. */
    everybody: (): Blanker => createBlanker(standing().salt, keys('')),

    /** Somebody who is only looked for: nothing is written. */
    lookFor: (person: Person): Blanker =>
      createBlanker(standing().salt, keysOf(person, standing().salt, clock.now().toISOString())),

    /** Who is being forgotten, also when that was broken off; null: nobody is. */
    beingForgotten: (): Blanker | null => {
      const { salt, since } = standing()
      return since === null ? null : createBlanker(salt, keys(since))
    },

    /** From now on they are being forgotten, also after a kill. The reason is kept without them. */
    begin: async (person: Person, reason: string): Promise<ForgottenKey[]> => {
      const now = clock.now().toISOString()
      const { salt } = standing()
      const added = keysOf(person, salt, now)
      const all = new Map([...keys(''), ...added].map((key) => [key.hash, key]))
      // Before the ledger knows: killed in between, it is begun at the next start.
      files.write(
        path,
        Buffer.from(JSON.stringify({ salt, keys: [...all.values()] } satisfies z.input<typeof besideSchema>)),
      )
      await inTransaction(db, () => {
        added.forEach(put)
        beginAt(now)
        note('forgetting begun', { reason: createBlanker(salt, added).text(reason) })
      })
      return added
    },

    /** It is done everywhere. */
    end: (counts: Record<string, number>): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'UPDATE forgetting SET since = NULL').run()
        note('person forgotten', counts)
      }),
  }
}
