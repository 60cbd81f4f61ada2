import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { openSandboxDatabase } from '../../src-sandbox/database.ts'
import { Locations } from '../../src-sandbox/locations/locations.ts'
import { searchLocations } from '../../src-sandbox/locations/search.ts'
import { seedLocations } from '../../src-sandbox/locations/seed.ts'
import { MIGRATIONS } from '../../src-sandbox/migrations.ts'
import { tempDir } from '../support/temp-dir.ts'

test('a data folder from before the cities were listed finds them after the next start', () => {
  const dataDir = tempDir()
  const old = new Database(join(dataDir, 'sandbox.db'))
  old.exec(MIGRATIONS[0])
  old.exec(`INSERT INTO location VALUES ('MX', '64000', 'OLD NAME', 'OLD NAME', 'NLE', 'Nuevo León', '', 25.7, -100.3)`)
  old.pragma('user_version = 1')
  old.close()
  const db = openSandboxDatabase(dataDir)
  seedLocations(db)
  const { places } = searchLocations(new Locations(db), 'monterrey', 'MX')
  expect(places).toMatchObject([{ postalCode: '64000', city: 'MONTERREY' }])
  expect(searchLocations(new Locations(db), 'old name').places).toEqual([])
  db.close()
})
