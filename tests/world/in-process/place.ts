import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openSandboxDatabase } from '../../../src-sandbox/database.ts'
import { seedLocations } from '../../../src-sandbox/locations/seed.ts'
import { seedSatCodes } from '../../../src-sandbox/sat/seed.ts'

/** Where worlds live: a RAM disk where there is one, and the service's file with its places and codes. */
export interface Place {
  root: string
  template: string
  remove(): void
}

const RAM_DISK = '/dev/shm'

export function makePlace(): Place {
  const root = mkdtempSync(join(existsSync(RAM_DISK) ? RAM_DISK : tmpdir(), 'waybill-worlds-'))
  const db = openSandboxDatabase(root)
  seedLocations(db)
  seedSatCodes(db)
  db.close()
  return { root, template: join(root, 'sandbox.db'), remove: () => rmSync(root, { recursive: true, force: true }) }
}
