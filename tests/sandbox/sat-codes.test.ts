import fc from '../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { stringFailureSchema } from '../../src-shared/freight/envelope.ts'
import {
  satLookupSchema,
  satTermTooShortSchema,
  shortSatLookupSchema,
  type SatLookup,
} from '../../src-shared/freight/sat-code.ts'
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

  test('finds words that stand apart', async () => {
    expect(inEnglish(await lookUp('en', 'steel stainless'))).toContain('Stainless steel plates')
    expect(inEnglish(await lookUp('es', 'laminas acero'))[0]).toBe('Steel sheets')
  })

  test('puts descriptions that begin with the word first, then whole words, then beginnings, then the rest', async () => {
    const words = inEnglish(await lookUp('en', 'oil'))
    const at = (description: string) => words.indexOf(description)
    expect(at('Oil paints')).toBeGreaterThanOrEqual(0)
    expect(at('Oil paints')).toBeLessThan(at('Motor oil'))
    expect(at('Motor oil')).toBeLessThan(at('Oilfield pumping equipment'))
    expect(at('Oilfield pumping equipment')).toBeLessThan(at('Aluminum foil'))
  })

  test('finds a code by its digits', async () => {
    expect((await lookUp('es', '01010101')).data).toMatchObject([{ description_es: 'No existe en el catálogo' }])
    expect((await lookUp('en', '2517')).data.every(({ sat_code }) => sat_code.startsWith('2517'))).toBe(true)
  })

  test.each(['nothing like it', '%%%', '___', "'; DROP TABLE sat_code; --", '!!!', '東京都'])(
    '"%s" finds nothing',
    async (term) => {
      expect(await lookUp('en', term)).toMatchObject({ success: true, data: [], total: 0, search_term: term })
    },
  )
})

describe('a term that is too short', () => {
  test.each(['a', 'ab', ' ab ', '  ', 'ñó'])('"%s" is answered with a message and no codes', async (term) => {
    const answer = await service.get(path('es', term))
    expect(answer.status).toBe(200)
    expect(satTermTooShortSchema.strict().parse(answer.body).message).toContain('at least 3 characters')
  })
})

describe('the language', () => {
  test.each(['fr', 'english', 'e', '%'])('"%s" is refused with a plain sentence that names the codes', async (code) => {
    const answer = await service.get(path(encodeURIComponent(code), 'acero'))
    expect(answer.status).toBe(400)
    expect(stringFailureSchema.strict().parse(answer.body).error).toContain('en, es')
  })

  test('may be written in upper case', async () => {
    expect((await lookUp('EN', 'steel')).language).toBe('en')
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

describe('the short variant', () => {
  test('names the code `code` and leaves out the counters, by start option and through the fault API', async () => {
    await service.restart({ settings: { satVariant: 'short' } })
    const answer = await service.get(path('en', 'tequila'))
    expect(shortSatLookupSchema.strict().parse(answer.body)).toEqual({
      success: true,
      data: [{ code: '50202208', description_es: 'Tequila', description_en: 'Tequila' }],
    })
    await service.faultApi('POST', '/settings', { satVariant: 'full' })
    expect((await lookUp('en', 'tequila')).total).toBe(1)
  })
})

describe('the codes that come with the service', () => {
  const codes = writtenCodes()

  test('are hundreds, eight digits each, none twice', () => {
    expect(codes.length).toBeGreaterThanOrEqual(400)
    expect(new Set(codes.map(({ sat_code }) => sat_code)).size).toBe(codes.length)
    for (const { sat_code } of codes) expect(sat_code).toMatch(/^\d{8}$/)
    expect(codes.map(({ sat_code }) => sat_code)).toContain('01010101')
  })

  test('are described in both languages, each differently from all others', () => {
    for (const code of codes) {
      for (const text of Object.values(code)) expect(text.trim()).toBe(text)
      expect(code.description_es).toMatch(/^\p{Lu}/u)
      expect(code.description_en).toMatch(/^[A-Z]/)
    }
    expect(repeated(codes.map(({ description_es }) => description_es))).toEqual([])
    expect(repeated(codes.map(({ description_en }) => description_en))).toEqual([])
  })

  function repeated(texts: string[]): string[] {
    return texts.filter((text, index) => texts.indexOf(text) !== index)
  }
})
