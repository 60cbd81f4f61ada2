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
import { writtenPlaces } from '../../src-sandbox/locations/written-places.ts'
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

  test('understands a ZIP+4', async () => {
    expect((await search('60601-3201')).data).toMatchObject([{ zip: '60601' }])
  })

  test('gives both places where two countries share the digits', async () => {
    const { data } = await search('88240')
    expect(data.map(({ country, city }) => [country, city])).toEqual([
      ['US', 'HOBBS'],
      ['MX', 'NUEVO LAREDO'],
    ])
    expect((await search('MX', '88240')).total).toBe(1)
  })

  test('suggests at most 50 places for three digits, in the order of their codes', async () => {
    const { data, total, search_type } = await search('US', '606')
    expect([data.length, total, search_type]).toEqual([50, 50, 'zip'])
    expect(data.every(({ zip }) => zip.startsWith('606'))).toBe(true)
    expect(data.map(({ zip }) => zip)).toEqual(data.map(({ zip }) => zip).toSorted())
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

  test('stays in the country that is named', async () => {
    expect(statesOf(await search('MX', 'guadalupe'))).toEqual(['NLE', 'ZAC', 'BCN'])
    expect(new Set((await search('CA', 'woodstock')).data.map(({ country }) => country))).toEqual(new Set(['CA']))
  })

  test.each([
    ['MONTERREY', 'MONTERREY'],
    ['monterrey', 'MONTERREY'],
    ['Querétaro', 'QUERETARO'],
    ['Cd. Juárez', 'CIUDAD JUAREZ'],
    ['Ciudad Acuña', 'CIUDAD ACUNA'],
    ['St. Louis', 'SAINT LOUIS'],
    ['st. joh', 'SAINT JOHNS'],
    ['Stockt', 'STOCKTON'],
    ['  Chicago  ', 'CHICAGO'],
  ])('takes "%s" for %s', async (term, city) => {
    expect((await search(term)).data.map((place) => place.city.replace(/[.']/g, ''))).toContain(city)
  })

  test('names each city once, with the most postal codes first', async () => {
    const { data } = await search('US', 'san')
    const names = data.map(({ city, state }) => `${city} ${state}`)
    expect(new Set(names).size).toBe(names.length)
    expect(names.slice(0, 3)).toEqual(['SAN ANTONIO TX', 'SAN DIEGO CA', 'SAN JOSE CA'])
  })
})

describe('a search that finds nothing', () => {
  test.each([
    ['00001', 'zip'],
    ['12', 'zip'],
    ['123456', 'zip'],
    ['Z9Z9Z9', 'zip'],
    ['H3', 'zip'],
    ['Atlantis', 'city'],
    ['%', 'city'],
    ["x' OR '1'='1", 'city'],
    [' ', 'city'],
    ['東京', 'city'],
  ])('"%s" is a success without places', async (term, searchType) => {
    expect(await search(term)).toEqual({ success: true, data: [], total: 0, search_type: searchType })
  })
})

describe('the country', () => {
  test('may be written in lower case', async () => {
    expect((await search('us', '60601')).total).toBe(1)
  })

  test.each(['FR', 'USA', '1', '%'])(
    '"%s" is refused with a plain sentence that names the allowed ones',
    async (code) => {
      const answer = await service.get(`/location/search/${encodeURIComponent(code)}/75001`)
      expect(answer.status).toBe(400)
      expect(stringFailureSchema.strict().parse(answer.body).error).toContain('US, MX, CA')
      expect(answer.body).not.toHaveProperty('meta')
    },
  )
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

describe('the written places', () => {
  const MX_PLACES = writtenPlaces().filter(({ country }) => country === 'MX')
  const CA_PLACES = writtenPlaces().filter(({ country }) => country === 'CA')
  const PREFIXES: Record<string, RegExp> = {
    AGU: /^20/,
    BCN: /^2[12]/,
    BCS: /^23/,
    CAM: /^24/,
    COA: /^2[567]/,
    COL: /^28/,
    CHP: /^(29|30)/,
    CHH: /^3[123]/,
    CMX: /^(0[1-9]|1[0-6])/,
    DUR: /^3[45]/,
    GUA: /^3[678]/,
    GRO: /^(39|4[01])/,
    HID: /^4[23]/,
    JAL: /^4[4-9]/,
    MEX: /^5[0-7]/,
    MIC: /^(5[89]|6[01])/,
    MOR: /^62/,
    NAY: /^63/,
    NLE: /^6[4-7]/,
    OAX: /^(6[89]|7[01])/,
    PUE: /^7[2-5]/,
    QUE: /^76/,
    ROO: /^77/,
    SLP: /^7[89]/,
    SIN: /^8[012]/,
    SON: /^8[345]/,
    TAB: /^86/,
    TAM: /^8[789]/,
    TLA: /^90/,
    VER: /^9[1-6]/,
    YUC: /^97/,
    ZAC: /^9[89]/,
  }

  test('are some hundreds, in every Mexican state and Canadian province, no code twice', () => {
    expect(MX_PLACES.length + CA_PLACES.length).toBeGreaterThan(300)
    expect(new Set(MX_PLACES.map(({ state }) => state)).size).toBe(32)
    expect(new Set(CA_PLACES.map(({ state }) => state)).size).toBe(13)
    for (const places of [MX_PLACES, CA_PLACES]) {
      expect(new Set(places.map(({ postalCode }) => postalCode)).size).toBe(places.length)
    }
  })

  test('have codes that belong to their state', () => {
    const CA_LETTERS = { A: 'NL', B: 'NS', C: 'PE', E: 'NB', R: 'MB', S: 'SK', T: 'AB', V: 'BC', Y: 'YT' }
    const letters = new Map(Object.entries(CA_LETTERS))
    for (const { postalCode: code, city, state } of MX_PLACES)
      expect([city, code]).toEqual([city, expect.stringMatching(PREFIXES[state] ?? /^$/)])
    for (const { postalCode: code, city, state } of CA_PLACES) {
      expect(code).toMatch(/^[A-Z]\d[A-Z]\d[A-Z]\d$/)
      const province =
        letters.get(code.charAt(0)) ??
        (/[GHJ]/.test(code.charAt(0)) ? 'QC' : /[KLMNP]/.test(code.charAt(0)) ? 'ON' : state)
      expect([city, province]).toEqual([city, state])
    }
  })

  test('lie in their country, near the other places of their city, and are written in plain upper case', () => {
    for (const { city, lat, lng } of MX_PLACES) {
      expect([city, lat > 14.5 && lat < 32.8, lng > -117.2 && lng < -86.7]).toEqual([city, true, true])
    }
    for (const { city, lat, lng } of CA_PLACES) {
      expect([city, lat > 41.7 && lat < 70, lng > -141 && lng < -52]).toEqual([city, true, true])
    }
    for (const { city, state, lat, lng } of [...MX_PLACES, ...CA_PLACES]) {
      expect(city).toMatch(/^[A-Z][A-Z .'-]+$/)
      const namesakes = [...MX_PLACES, ...CA_PLACES].filter((place) => place.city === city && place.state === state)
      for (const { lat: otherLat, lng: otherLng } of namesakes) {
        expect([city, Math.hypot(lat - otherLat, lng - otherLng) < 0.5]).toEqual([city, true])
      }
    }
  })
})
