import fc from '../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { stringFailureSchema } from '../../src-shared/freight/envelope.ts'
import { satLookupSchema, type SatLookup } from '../../src-shared/freight/sat-code.ts'
import { writtenCodes } from '../../src-sandbox/sat/seed.ts'
import { useService } from './service.ts'

const service = useService()

const path = (language: string, term: string) => `/sat-code/lookup/${language}/${encodeURIComponent(term)}`

async function lookUp(language: string, term: string): Promise<SatLookup> {
  const answer = await service.get(path(language, term))
  expect(answer.status).toBe(200)
  return satLookupSchema.strict().parse(answer.body)
}
const inEnglish = ({ data }: SatLookup) => data.map(({ description_en }) => description_en)

describe('a SAT lookup', () => {
  test('gives every code whose description has the word, in both languages and with its place in the catalogue', async () => {
    const found = await lookUp('en', 'brake pads')
    expect(found).toEqual({
      success: true,
      data: [
        {
          sat_code: '25171713',
          description_es: 'Pastillas de freno',
          description_en: 'Brake pads',
          category: 'Auto parts',
          subcategory: 'Drivetrain, brakes and engine parts',
        },
      ],
      total: 1,
      search_term: 'brake pads',
      language: 'en',
    })
  })

  test('searches in the language of the path', async () => {
    expect((await lookUp('es', 'freno')).total).toBeGreaterThan(3)
    expect((await lookUp('en', 'freno')).total).toBe(0)
    expect(inEnglish(await lookUp('es', 'aguacate'))).toEqual(['Avocados'])
  })

  test.each(['láminas', 'LÁMINAS', 'laminas', ' laminas '])('takes "%s" with any accents and case', async (term) => {
    expect(inEnglish(await lookUp('es', term))).toContain('Steel sheets')
  })

  test('finds a code by its digits', async () => {
    expect((await lookUp('es', '01010101')).data).toMatchObject([{ description_es: 'No existe en el catálogo' }])
    expect((await lookUp('en', '2517')).data.every(({ sat_code }) => sat_code.startsWith('2517'))).toBe(true)
  })

  test.each(['nothing like it', '%%%', "'; DROP TABLE sat_code; --"])('"%s" finds nothing', async (term) => {
    expect(await lookUp('en', term)).toMatchObject({ success: true, data: [], total: 0, search_term: term })
  })
})

describe('the language', () => {
  test.each(['fr', '%'])('"%s" is refused with a plain sentence that names the codes', async (code) => {
    const answer = await service.get(path(encodeURIComponent(code), 'acero'))
    expect(answer.status).toBe(400)
    expect(stringFailureSchema.strict().parse(answer.body).error).toContain('en, es')
  })
})

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
