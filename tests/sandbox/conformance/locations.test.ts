import { expect } from 'vitest'
import { z } from 'zod'
import { useService } from '../service.ts'
import { answerFields, is, listOf, recordOf, row } from './row.ts'

const service = useService()
const search = async (path: string) => recordOf((await service.get(`/location/search/${path}`)).body)
const places = async (path: string) => listOf((await search(path))['data'])

answerFields('Location', async () => (await places('US/77494'))[0], {
  zip: z.literal('77494'),
  city: z.literal('KATY'),
  state: z.literal('TX'),
  full_state: z.literal('Texas'),
  country: z.enum(['US', 'MX', 'CA']),
  county: is.string,
  lat: is.number,
  lng: is.number,
})
answerFields('Location search response', () => search('US/77494'), {
  success: z.literal(true),
  data: is.array,
  total: z.literal(1),
})
row('Location search response', 'search_type', async () => {
  expect([(await search('77494'))['search_type'], (await search('Katy'))['search_type']]).toEqual(['zip', 'city'])
})

row('Endpoints: Locations', 'GET /location/search/{location}', async () => {
  for (const location of ['77494', '774', 'Katy']) expect((await places(location)).length).toBeGreaterThan(0)
})
row('Endpoints: Locations', 'GET /location/search/{country}/{location}', async () => {
  for (const [country, city] of [
    ['US', 'Chicago'],
    ['MX', 'Monterrey'],
    ['CA', 'Montreal'],
  ]) {
    for (const place of await places(`${country}/${city}`)) expect(place['country']).toBe(country)
  }
})

row('Location rules', '1 an exact code', async () => {
  expect(await places('US/77494')).toMatchObject([{ zip: '77494', city: 'KATY' }])
})
row('Location rules', '2 a partial code', async () => {
  const found = await places('US/774')
  expect(found.length).toBeGreaterThan(1)
  expect(found.length).toBeLessThanOrEqual(50)
  for (const place of found) expect(place['zip']).toMatch(/^774/)
})
row('Location rules', '3 the beginning of a city', async () => {
  const found = await places('spRINGf')
  for (const place of found) expect(place['city']).toMatch(/^SPRINGF/)
  expect(new Set(found.map((place) => place['state'])).size).toBeGreaterThan(3)
})
row('Location rules', '4 Canadian and Mexican codes', async () => {
  expect(await places('H3A1A1')).toMatchObject([{ country: 'CA' }])
  expect((await places('09300')).map((place) => place['country'])).toContain('MX')
})
row('Location rules', '5 no match', async () => {
  expect(await search('Qqqqqq')).toEqual({ success: true, data: [], total: 0, search_type: 'city' })
})
row('Location rules', '6 an invalid country', async () => {
  const { success, error } = await search('FR/75001')
  expect(success).toBe(false)
  for (const country of ['US', 'MX', 'CA']) expect(error).toContain(country)
})
