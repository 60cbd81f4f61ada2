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

  test('names one role: the supervisor who approves, not also the one that needs no approval', () => {
    expect(english.isForPeople('This needs a clerk; Ana Ruiz is signed in as a packer.', 'ROLE_NEEDED')).toBe(false)
  })

  test('in another language than theirs is shown only where there is no other', () => {
    const spanish = inLanguage('es')
    expect(spanish.isForPeople('Nothing was sent.', 'INVALID_INPUT')).toBe(false)
    expect(spanish.isForPeople('Nothing was sent.', 'A_CODE_OF_THE_SERVICE')).toBe(true)
  })
})

describe('the text of a quote that no carrier took', () => {
  const english = inLanguage('en')
  const none = (details: Record<string, unknown>) =>
    english.error({ code: 'NO_RATES_AVAILABLE', message: 'none', retryable: false, details })

  test('names the limits that the freight is over before other reasons, three at most', () => {
    const providers = [
      { provider: 'A', reason: 'it does not serve IL' },
      { provider: 'B', reason: 'it does not serve IL' },
      { provider: 'C', reason: 'a piece may weigh at most 2500 lb' },
      { provider: 'D', reason: 'it does not offer WHITE_GLOVE' },
      { provider: 'E', reason: 'a piece may be at most 96 in long' },
    ]
    expect(none({ reason: 'A: …', providers })).toBe(
      'No carrier offered a rate: a piece may weigh at most 2500 lb; a piece may be at most 96 in long; it does not serve IL',
    )
  })

  test('has the one sentence of a service that names no carriers, and nothing where there is none', () => {
    expect(none({ reason: 'does not offer WHITE_GLOVE' })).toBe('No carrier offered a rate: does not offer White glove')
    expect(none({})).toBe('No carrier offered a rate')
  })
})
