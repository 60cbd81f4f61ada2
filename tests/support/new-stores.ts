import Database from 'better-sqlite3'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { inject } from 'vitest'
import { z } from 'zod'
import { openCache } from '../../src-main/data/cache/cache.ts'
import { LEDGER_MIGRATIONS } from '../../src-main/data/ledger/migrations.ts'
import { openDatabase } from '../../src-main/kernel/sqlite/database.ts'
import { FakeClock } from './fake-clock.ts'
import { tempDir } from './temp-dir.ts'

const FOLDER = 'new-stores'
const drawnSchema = z.object({ generation: z.string(), salt: z.string() })

/** Makes the stores of a first start once for all tests: their migrations take most of a station's opening. */
export async function makeNewStores(dir: string): Promise<void> {
  const made = join(dir, FOLDER)
  mkdirSync(made)
  const file = join(made, 'ledger.db')
  const spec = { file, migrations: LEDGER_MIGRATIONS, synchronous: 'FULL', givesBack: true, checkPages: false } as const
  const db = await openDatabase(spec)
  db.close()
  const cache = await openCache(made, new FakeClock())
  cache.close()
}

interface Files {
  ledger: Buffer
  cache: Buffer
  /** Where a ledger's file holds what was drawn for it alone. */
  drawn: { at: number; length: number }[]
}

let files: Files | null = null

function read(): Files {
  const made = join(dirname(inject('seededService')), FOLDER)
  const ledgerFile = join(made, 'ledger.db')
  const db = new Database(ledgerFile, { readonly: true })
  const found = drawnSchema.parse(db.prepare('SELECT generation, salt FROM ledger_identity, forgetting').get())
  db.close()
  const ledger = readFileSync(ledgerFile)
  const drawn = Object.values(found).map((text) => ({ at: ledger.indexOf(text), length: text.length }))
  return { ledger, cache: readFileSync(join(made, 'cache.db')), drawn }
}

/** A folder of its own for the running test, with a ledger and a cache that were made and never used. */
export function newStores(): string {
  files ??= read()
  const dir = tempDir()
  const ledger = Buffer.from(files.ledger)
  for (const { at, length } of files.drawn) ledger.write(randomBytes(length / 2).toString('hex'), at, 'latin1')
  writeFileSync(join(dir, 'ledger.db'), ledger)
  writeFileSync(join(dir, 'cache.db'), files.cache)
  return dir
}
