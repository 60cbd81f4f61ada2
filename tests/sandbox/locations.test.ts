import { join } from 'node:path'
import Database from 'better-sqlite3'
import fc from '../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { stringFailureSchema } from '../../src-shared/freight/envelope.ts'
import { locationSearchSchema, type LocationSearch } from '../../src-shared/freight/location.ts'
import { openSandboxDatabase } from '../../src-sandbox/database.ts'
import { Locations } from '../../src-sandbox/locations/locations.ts'
import { searchLocations } from '../../src-sandbox/locations/search.ts'
import { seedLocations } from '../../src-sandbox/locations/seed.ts'
import { MIGRATIONS } from '../../src-sandbox/migrations.ts'
import { tempDir } from '../support/temp-dir.ts'
import { useService } from './service.ts'

const service = useService()

async function search(...path: string[]): Promise<LocationSearch> {
  const answer = await service.get(`/location/search/${path.map(encodeURIComponent).join('/')}`)
  expect(answer.status).toBe(200)
  return locationSearchSchema.strict().parse(answer.body)
}
const statesOf = ({ data }: LocationSearch) => data.map(({ state }) => state)

describe('a search by postal code', () => {
  test('gives the one place of a ZIP, in full', async () => {
    expect(await search('60601')).toEqual({
      success: true,
      data: [
        {
          zip: '60601',
          city: 'CHICAGO',
          state: 'IL',
          full_state: 'Illinois',
          country: 'US',
          county: 'Cook',
          lat: expect.closeTo(41.88, 1),
          lng: expect.closeTo(-87.62, 1),
        },
      ],
      total: 1,
      search_type: 'zip',
    })
  })

  test('gives both places where two countries share the digits', async () => {
    const { data } = await search('88240')
    expect(data.map(({ country, city }) => [country, city])).toEqual([
      ['US', 'HOBBS'],
      ['MX', 'NUEVO LAREDO'],
    ])
    expect((await search('MX', '88240')).total).toBe(1)
  })

  test('knows Mexican and Canadian codes, these with or without their blank', async () => {
    expect((await search('09300')).data).toMatchObject([{ city: 'CIUDAD DE MEXICO', state: 'CMX', country: 'MX' }])
    for (const text of ['H3A1A1', 'H3A 1A1', 'h3a-1a1']) {
      expect((await search(text)).data).toMatchObject([{ zip: 'H3A1A1', city: 'MONTREAL', country: 'CA' }])
    }
  })

  test('places a Canadian code by its first three characters and gives it back whole', async () => {
    expect(await search('CA', 'H3A 2B2')).toMatchObject({
      data: [{ zip: 'H3A2B2', city: 'MONTREAL', state: 'QC' }],
      total: 1,
      search_type: 'zip',
    })
    expect((await search('H3A')).data).toMatchObject([{ zip: 'H3A1A1' }])
  })
})

describe('a search by city', () => {
  test('finds every city whose name begins so, in all states and countries, the very name first', async () => {
    const found = await search('woodstock')
    expect(found.search_type).toBe('city')
    expect(statesOf(found)).toEqual(expect.arrayContaining(['GA', 'IL', 'NY', 'VT', 'ON', 'NB']))
    expect(found.total).toBe(found.data.length)
    const others = await search('Monter')
    expect(others.data.map(({ country }) => country)).toEqual(expect.arrayContaining(['US', 'MX']))
    expect((await search('leon')).data[0]?.city).toBe('LEON')
  })

  test.each([
    ['monterrey', 'MONTERREY'],
    ['Querétaro', 'QUERETARO'],
    ['Cd. Juárez', 'CIUDAD JUAREZ'],
    ['St. Louis', 'SAINT LOUIS'],
  ])('takes "%s" for %s', async (term, city) => {
    expect((await search(term)).data.map((place) => place.city.replace(/[.']/g, ''))).toContain(city)
  })
})

describe('a search that finds nothing', () => {
  test.each([
    ['00001', 'zip'],
    ['12', 'zip'],
    ['Atlantis', 'city'],
    ['%', 'city'],
    ["x' OR '1'='1", 'city'],
  ])('"%s" is a success without places', async (term, searchType) => {
    expect(await search(term)).toEqual({ success: true, data: [], total: 0, search_type: searchType })
  })
})

describe('the country', () => {
  test.each(['FR', '%'])('"%s" is refused with a plain sentence that names the allowed ones', async (code) => {
    const answer = await service.get(`/location/search/${encodeURIComponent(code)}/75001`)
    expect(answer.status).toBe(400)
    expect(stringFailureSchema.strict().parse(answer.body).error).toContain('US, MX, CA')
    expect(answer.body).not.toHaveProperty('meta')
  })
})

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
