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
