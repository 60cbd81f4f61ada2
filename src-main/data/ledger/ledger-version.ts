import Database from 'better-sqlite3'
import { existsSync, rmSync } from 'node:fs'
import { z } from 'zod'
import { ledgerPlace } from '../backup/place.ts'

/**
 * Up to which version the records of a folder have been brought, with the content of their journal; null: there are
 * none. Nothing is changed, and no process may have them open.
 * @throws Error when they cannot be read
 */
export function ledgerVersion(dataDir: string): number | null {
  const { file } = ledgerPlace(dataDir)
  if (!existsSync(file)) return null
  const memory = `${file}-shm`
  const wasThere = existsSync(memory)
  const db = new Database(file, { readonly: true, fileMustExist: true })
  try {
    return z.int().parse(db.pragma('user_version', { simple: true }))
  } finally {
    db.close()
    if (!wasThere) rmSync(memory, { force: true })
  }
}
