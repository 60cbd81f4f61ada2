import { z } from 'zod'
import type { ApiToken } from '../../src-shared/station/app/connections.ts'
import { ROLES } from '../../src-shared/station/role.ts'
import type { Clock } from '../kernel/clock.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { jsonColumn } from '../kernel/sqlite/json-column.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { inTransaction } from '../kernel/sqlite/transaction.ts'
import { appendAudit } from '../data/audit/audit.rows.ts'

const rowSchema = z.object({
  token_id: z.string(),
  name: z.string(),
  role: z.enum(ROLES),
  commands: z.string().nullable(),
  created_at: z.string(),
  last_used_at: z.string().nullable(),
  revoked_at: z.string().nullable(),
})
const commandsSchema = jsonColumn(z.array(z.string()))

export type TokenStore = ReturnType<typeof tokenStore>

/** Tokens of other systems. Of each only a hash is kept; a revoked one stays, so that old rows keep its name. */
export function tokenStore(db: SqliteDatabase, clock: Clock) {
  const one = (condition: string, value: string): ApiToken | null => {
    const row = statement(db, `SELECT * FROM api_token WHERE ${condition}`).get(value)
    return row === undefined ? null : toToken(row)
  }
  const audit = (tokenId: string, action: string, detail: Record<string, unknown>) =>
    appendAudit(db, {
      at: clock.now(),
      actor: 'operator',
      subjectKind: 'api_token',
      subjectId: tokenId,
      action,
      detail,
    })

  return {
    /** Those that are good first, by name. */
    list: async (): Promise<ApiToken[]> =>
      statement(db, 'SELECT * FROM api_token ORDER BY revoked_at IS NOT NULL, name COLLATE NOCASE, created_at')
        .all()
        .map(toToken),
    get: async (tokenId: string): Promise<ApiToken | null> => one('token_id = ?', tokenId),
    named: async (name: string): Promise<ApiToken | null> =>
      one('name = ? COLLATE NOCASE AND revoked_at IS NULL', name),
    ofHash: async (hash: string): Promise<ApiToken | null> => one('token_hash = ? AND revoked_at IS NULL', hash),

    add: (token: Pick<ApiToken, 'tokenId' | 'name' | 'role' | 'commands'>, hash: string): Promise<void> =>
      inTransaction(db, () => {
        const { tokenId, name, role, commands } = token
        statement(
          db,
          'INSERT INTO api_token (token_id, name, role, commands, token_hash, created_at) VALUES (?, ?, ?, ?, ?, ?)',
        ).run(tokenId, name, role, commands && JSON.stringify(commands), hash, clock.now().toISOString())
        audit(tokenId, 'added', { name, role, commands })
      }),

    revoke: (tokenId: string): Promise<void> =>
      inTransaction(db, () => {
        const { changes } = statement(
          db,
          'UPDATE api_token SET revoked_at = ?, token_hash = NULL WHERE token_id = ? AND revoked_at IS NULL',
        ).run(clock.now().toISOString(), tokenId)
        if (changes > 0) audit(tokenId, 'revoked', { name: one('token_id = ?', tokenId)?.name })
      }),

    noteUse: (tokenId: string): Promise<void> =>
      inTransaction(db, () => {
        statement(db, 'UPDATE api_token SET last_used_at = ? WHERE token_id = ?').run(
          clock.now().toISOString(),
          tokenId,
        )
      }),
  }
}

function toToken(row: unknown): ApiToken {
  const { token_id, name, role, commands, created_at, last_used_at, revoked_at } = rowSchema.parse(row)
  return {
    tokenId: token_id,
    name,
    role,
    commands: commands === null ? null : commandsSchema.parse(commands),
    createdAt: created_at,
    lastUsedAt: last_used_at,
    revokedAt: revoked_at,
  }
}
