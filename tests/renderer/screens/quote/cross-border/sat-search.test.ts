import { expect, test } from 'vitest'
import { SatSearch } from '../../../../../src-renderer/screens/quote/cross-border/goods/sat-search.ts'
import type { SatCode } from '../../../../../src-shared/station/addresses/location.ts'

const code = (number: string, descriptionEn: string, descriptionEs: string): SatCode => ({
  code: number,
  descriptionEn,
  descriptionEs,
  category: null,
  subcategory: null,
})
const SALT = code('50171550', 'Salt', 'Sal')
const SALMON = code('50121537', 'Salmon', 'Salmón')
const answers: Record<string, SatCode[]> = { 'en sal': [SALMON, SALT], 'es sal': [SALT], 'en 5017': [SALT] }

function searchOf() {
  const asked: string[] = []
  const search = new SatSearch(async (language, term) => {
    asked.push(`${language} ${term}`)
    const found = answers[`${language} ${term}`]
    if (!found) throw new Error('away')
    return found
  })
  return { asked, search }
}

test('words are looked up in both languages, the own one first and each code once', async () => {
  const { asked, search } = searchOf()
  expect(await search.find('es', 'Sal ')).toEqual([SALT, SALMON])
  expect(asked.sort()).toEqual(['en sal', 'es sal'])
})

test('digits are looked up once, and nothing twice', async () => {
  const { asked, search } = searchOf()
  await search.find('en', '5017')
  await search.find('en', '5017')
  expect(asked).toEqual(['en 5017'])
})

test('the other language only adds to the own one; what failed may be asked again', async () => {
  const { asked, search } = searchOf()
  answers['en tubo'] = []
  expect(await search.find('en', 'tubo')).toEqual([])
  await expect(search.find('es', 'tubo')).rejects.toThrow('away')
  answers['es tubo'] = [SALT]
  expect(await search.find('es', 'tubo')).toEqual([SALT])
  expect(asked.filter((one) => one === 'es tubo')).toHaveLength(3)
})
