import fc from '../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { writtenCodes } from '../../src-sandbox/sat/seed.ts'
import { useService } from './service.ts'

const service = useService()

const path = (language: string, term: string) => `/sat-code/lookup/${language}/${encodeURIComponent(term)}`

test('no term makes the service fail', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1, maxLength: 300 }), async (term) => {
      fc.pre(!/^\.{1,2}$/.test(term))
      const { status } = await service.get(path('es', term.toWellFormed()))
      expect(status).toBe(200)
    }),
    { numRuns: 200 },
  )
})

test('the codes that come with the service are hundreds, eight digits each, none twice', () => {
  const codes = writtenCodes().map(({ sat_code }) => sat_code)
  expect(codes.length).toBeGreaterThanOrEqual(400)
  expect(new Set(codes).size).toBe(codes.length)
  for (const code of codes) expect(code).toMatch(/^\d{8}$/)
})

describe('a service started with more codes', () => {
  const tequila = { sat_code: '50202208', description_es: 'Tequila reposado', description_en: 'Rested tequila' }
  const started = useService({ satCodes: [{ ...tequila, category: 'Beverages', subcategory: 'Drinks' }] })

  test('finds them in place of those of the same number', async () => {
    expect((await started.get('/sat-code/lookup/en/tequila')).body).toMatchObject({ data: [tequila], total: 1 })
  })
})
