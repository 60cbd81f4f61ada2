import { expect } from 'vitest'
import { z } from 'zod'
import { errorOf, useService } from '../service.ts'
import { answerFields, is, recordOf, row } from './row.ts'

const service = useService()
const listed = async () => (await service.get('/shipments')).body
const failed = async () => (await service.get('/tracking/lookup/SHP-NONE')).body

answerFields('Standard response envelope', listed, {
  success: z.literal(true),
  data: is.array,
  error: z.null(),
  meta: is.object,
})
row('Standard response envelope', 'meta.requestId, timestamp, version', async () => {
  const { meta } = recordOf(await listed())
  expect(z.object({ requestId: is.string, timestamp: is.timestamp, version: is.string }).parse(meta).version).toBe(
    '1.0.0',
  )
})
row('Standard response envelope', 'meta.pagination on paged lists', async () => {
  expect(recordOf(recordOf(await listed())['meta'])).toHaveProperty('pagination.page', 1)
})
row('Standard response envelope', 'no meta on location, SAT and address-validation responses', async () => {
  const address = { street1: '1 Main St', city: 'Katy', state: 'TX', zip: '77494', country: 'US' }
  const answers = [
    await service.get('/location/search/77494'),
    await service.get('/sat-code/lookup/en/pump'),
    await service.post('/address/validate', address),
  ]
  for (const { body } of answers) {
    expect(recordOf(body)['success']).toBe(true)
    expect(Object.keys(recordOf(body))).not.toContain('meta')
  }
})

answerFields('Error envelope', failed, { success: z.literal(false), data: z.null(), error: is.object, meta: is.object })
row('Error envelope', 'error.code, message, details', async () => {
  expect(errorOf(await service.get('/tracking/lookup/SHP-NONE'))).toEqual({
    code: 'SHIPMENT_NOT_FOUND',
    message: expect.any(String),
    details: expect.any(Object),
  })
})
row('Endpoints: Helper', 'GET /help', async () => {
  const answer = await fetch(`${service.baseUrl}/help`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/html')])
  expect(await answer.text()).toMatch(/^<!doctype html>/i)
})
