import { expect } from 'vitest'
import { z } from 'zod'
import { useService } from '../service.ts'
import { answerFields, is, listOf, recordOf, row } from './row.ts'

const service = useService()
const lookup = async (path: string) => recordOf((await service.get(`/sat-code/lookup/${path}`)).body)

answerFields('SAT code', async () => listOf((await lookup('en/pump'))['data'])[0], {
  sat_code: z.string().regex(/^\d{8}$/),
  description_es: is.string,
  description_en: is.string,
  category: is.string,
  subcategory: is.string,
})
answerFields('SAT lookup response', () => lookup('es/bomba'), {
  success: z.literal(true),
  data: is.array,
  total: is.integer.positive(),
  search_term: z.literal('bomba'),
  language: z.literal('es'),
})
row('SAT lookup response', 'the shorter variant', async () => {
  await service.faultApi('POST', '/settings', { satVariant: 'short' })
  const answer = await lookup('en/pump')
  await service.faultApi('POST', '/settings', { satVariant: 'full' })
  expect(Object.keys(answer).toSorted()).toEqual(['data', 'success'])
  const [code] = listOf(answer['data'])
  expect(Object.keys(code).toSorted()).toEqual(['code', 'description_en', 'description_es'])
})
row('Endpoints: SAT codes', 'GET /sat-code/lookup/{language}/{value}', async () => {
  const english = listOf((await lookup(`en/${encodeURIComponent('steel pipe')}`))['data'])
  for (const code of english) expect(code['description_en']).toMatch(/steel/i)
})
row('SAT lookup response', 'a term that is too short', async () => {
  expect(await lookup('en/pu')).toEqual({ success: true, data: [], total: 0, message: expect.any(String) })
})
row('SAT lookup response', 'another language', async () => {
  const { success, error } = await lookup('fr/pompe')
  expect(success).toBe(false)
  expect(error).toMatch(/en.*es/)
})
