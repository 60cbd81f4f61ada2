import { z } from 'zod'
import { StationError } from '../../src-shared/station/error.ts'
import { begin } from './migrations/001-begin.ts'
import { approvals } from './migrations/005-approvals.ts'
import { fleet } from './migrations/004-fleet.ts'
import { shared } from './migrations/002-shared.ts'
import { closings } from './migrations/003-closings.ts'
import { forgotten } from './migrations/006-forgotten.ts'
import { madeAt } from './migrations/007-made-at.ts'
import { barePro } from './migrations/008-bare-pro.ts'
import { codeMakers } from './migrations/009-code-makers.ts'
import { replayedTo } from './migrations/010-replayed-to.ts'
import { collation } from './migrations/011-collation.ts'
import { retention } from './migrations/012-retention.ts'
import { codeStations } from './migrations/013-code-stations.ts'
import { backups } from './migrations/014-backups.ts'
import type { SiteDatabase } from './site-database.ts'

/** In order; a released entry is never changed. */
export const SITE_MIGRATIONS: readonly string[] = [
  begin,
  shared,
  closings,
  fleet,
  approvals,
  forgotten,
  madeAt,
  barePro,
  codeMakers,
  replayedTo,
  collation,
  retention,
  codeStations,
  backups,
]

/** 'wayb' in ASCII: of advisory locks, who brings the tables up to date. */
const LOCK = 0x77617962

const versionSchema = z.object({ version: z.int() })

interface Migrated {
  from: number
  to: number
}

/**
 * Brings the tables up to date, each step in one transaction; of several that start together one does it and the others wait.
 * @returns the version before and after
 * @throws StationError DATABASE_FROM_FUTURE, DATABASE_AWAY
 */
export async function migrateSite(db: SiteDatabase, scripts: readonly string[] = SITE_MIGRATIONS): Promise<Migrated> {
  let from: number | null = null
  for (;;) {
    const version = await db.transaction(async (tx) => {
      await tx.one('SELECT pg_advisory_xact_lock($1)', LOCK)
      await tx.run('CREATE TABLE IF NOT EXISTS site_migration (version int PRIMARY KEY, at timestamptz NOT NULL)')
      const at = versionSchema.parse(await tx.one('SELECT coalesce(max(version), 0) AS version FROM site_migration'))
      from ??= at.version
      const script = scripts[at.version]
      if (at.version > scripts.length) throw fromFuture(at.version, scripts.length)
      if (script === undefined) return null
      for (const statement of statementsOf(script)) await tx.run(statement)
      await tx.run('INSERT INTO site_migration (version, at) VALUES ($1, now())', at.version + 1)
      return at.version + 1
    })
    if (version === null) return { from: from ?? 0, to: scripts.length }
  }
}

/** A script's statements: each ends with a semicolon at the end of a line. */
function statementsOf(script: string): string[] {
  return script
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '')
}

function fromFuture(version: number, known: number): StationError {
  return new StationError({
    code: 'DATABASE_FROM_FUTURE',
    message: `The site's database is at version ${version}; this Waybill supports up to ${known}. Update Waybill.`,
    details: { version, known },
  })
}
