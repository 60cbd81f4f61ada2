import { describe, expect, test } from 'vitest'
import { Locale } from '../../../src-renderer/locale/locale.svelte.ts'

const inLanguage = (language: 'en' | 'es') => {
  const locale = new Locale()
  locale.language = language
  return locale
}

describe('the own sentence of an error', () => {
  const english = inLanguage('en')

  test.each([
    'The service cannot be reached (ECONNREFUSED).',
    'http://127.0.0.1:43473 did not answer.',
    'The printer at tcp://10.0.0.5:9100 cannot be opened.',
    'No answer from 192.168.1.20.',
    'POST /quotes answered with 500.',
  ])('is for support where machines speak in it: %s', (message) => {
    expect(english.isForPeople(message, 'SERVICE_UNREACHABLE')).toBe(false)
  })

  test.each([
    'weight: at least 1 lb, as 400',
    'Paper out. Nothing was sent.',
    'Dock 2 has printed in EPL.',
    'ELECTRONICS',
  ])('is for people where they can read it: %s', (message) => {
    expect(english.isForPeople(message, 'INVALID_INPUT')).toBe(true)
  })

  test('in another language than theirs is shown only where there is no other', () => {
    const spanish = inLanguage('es')
    expect(spanish.isForPeople('Nothing was sent.', 'INVALID_INPUT')).toBe(false)
    expect(spanish.isForPeople('Nothing was sent.', 'A_CODE_OF_THE_SERVICE')).toBe(true)
  })
})
