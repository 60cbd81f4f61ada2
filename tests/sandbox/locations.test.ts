import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from '../support/fast-check.ts'
import { expect, test } from 'vitest'
import { locationSearchSchema } from '../../src-shared/freight/location.ts'
import { openSandboxDatabase } from '../../src-sandbox/database.ts'
import { Locations } from '../../src-sandbox/locations/locations.ts'
import { searchLocations } from '../../src-sandbox/locations/search.ts'
import { seedLocations } from '../../src-sandbox/locations/seed.ts'
import { MIGRATIONS } from '../../src-sandbox/migrations.ts'
import { tempDir } from '../support/temp-dir.ts'
import { useService } from './service.ts'

const service = useService()

test('no term makes the service fail', async () => {
  const term = fc.oneof(
    fc.string({ unit: 'binary', minLength: 1, maxLength: 200 }),
    fc.stringMatching(/^[A-Za-z]\d[A-Za-z0-9 -]{0,6}$/),
    fc.stringMatching(/^\d{1,10}$/),
  )
  await fc.assert(
    fc.asyncProperty(term, fc.constantFrom('', 'US/', 'MX/', 'CA/'), async (text, country) => {
      const segment = encodeURIComponent(text.toWellFormed())
      // The path of a URL drops segments that are only dots.
      fc.pre(!/^\.{1,2}$/.test(segment))
      const { status, body } = await service.get(`/location/search/${country}${segment}`)
      expect(status).toBe(200)
      const { data, total, search_type } = locationSearchSchema.parse(body)
      expect(total).toBe(data.length)
      if (search_type === 'zip') expect(total).toBeLessThanOrEqual(50)
    }),
    { numRuns: 200 },
  )
})

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
