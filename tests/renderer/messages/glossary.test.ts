import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import en from '../../../src-renderer/messages/en.json' with { type: 'json' }
import es from '../../../src-renderer/messages/es.json' with { type: 'json' }

const page = readFileSync(new URL('../../../docs/glossary.md', import.meta.url), 'utf8')
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && line.includes('`'))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
const texts = (catalogue: Readonly<Record<string, string>>) =>
  Object.entries(catalogue).map(([key, text]) => [key, text.toLowerCase()] as const)
const english = texts(en)
const spanish = texts(es).map(([key, text]) => [key, text.replaceAll(/conocimientos? de embarque/g, 'bol')] as const)
const has = (catalogue: Readonly<Record<string, string>>, key: string, word: string) =>
  (catalogue[key] ?? '').toLowerCase().includes(word)

test('the catalogue says what the glossary says', () => {
  expect(rows.length).toBeGreaterThan(20)
  const unlike = rows.filter(([inEnglish = '', inSpanish = '', , , , , key = '']) => {
    const name = key.replaceAll('`', '')
    return !has(en, name, inEnglish) || !has(es, name, inSpanish)
  })
  expect(unlike).toEqual([])
})

test('words that the glossary rules out are said nowhere', () => {
  const found = (catalogue: typeof english, word: string | undefined) =>
    word === undefined || word === '' ? [] : catalogue.filter(([, text]) => text.includes(word))
  expect(
    rows.flatMap(([, , , , notEnglish, notSpanish]) => [...found(english, notEnglish), ...found(spanish, notSpanish)]),
  ).toEqual([])
})
