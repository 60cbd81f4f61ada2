import { expect } from 'vitest'
import { API_KEY, useService } from '../service.ts'
import { recordOf, row } from './row.ts'

const service = useService()
const ask = (version: string) =>
  fetch(`${service.baseUrl}/shipments`, { headers: { authorization: `Bearer ${API_KEY}`, 'x-api-version': version } })

row('Versioning', 'the version is part of the path', () => {
  expect(new URL(service.baseUrl).pathname).toBe('/api/v1')
})
row('Versioning', 'meta.version', async () => {
  expect(recordOf((await service.get('/shipments')).body)).toMatchObject({ meta: { version: '1.0.0' } })
})
row('Versioning', 'X-API-Version', async () => {
  const answer = await ask('1.0')
  expect([answer.status, answer.headers.get('x-api-version')]).toEqual([200, '1.0'])
})
row('Versioning', 'meta.version is told with an error too', async () => {
  expect(recordOf((await service.get('/tracking/lookup/SHP-NONE')).body)).toMatchObject({ meta: { version: '1.0.0' } })
})
row('Versioning', 'X-API-Version of another version is refused', async () => {
  const answer = await ask('2.0')
  expect([answer.status, await answer.json()]).toMatchObject([400, { error: { details: { supported: ['1.0'] } } }])
})
row('Versioning', 'breaking changes are announced 12 months ahead, with upgrade guides', async () => {
  const help = (await (await fetch(`${service.baseUrl}/help`)).text()).replace(/\s+/g, ' ')
  expect(help).toContain('Breaking changes are announced 12 months ahead, each with an upgrade guide')
})
row('Versioning', 'the base address', async () => {
  expect(await (await fetch(`${service.baseUrl}/help`)).text()).toContain(service.baseUrl)
})
