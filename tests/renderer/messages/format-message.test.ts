import fc from '../../support/fast-check.ts'
import { describe, expect, test } from 'vitest'
import { formatMessage } from '../../../src-renderer/messages/format-message.ts'

describe('a message', () => {
  test('is filled with words and with numbers as the language writes them', () => {
    expect(formatMessage('{name} · {count} lb', { name: 'Acme', count: 1250.5 }, 'en-US')).toBe('Acme · 1,250.5 lb')
    expect(formatMessage('{count}', { count: 1250.5 }, 'es-ES')).toBe('1250,5')
  })

  test('takes the plural form of the count, with the count in it', () => {
    const text = '{count, plural, =0 {none} one {# rate} other {# rates}}'
    const forms = [0, 1, 2, 1_000].map((count) => formatMessage(text, { count }, 'en-US'))
    expect(forms).toEqual(['none', '1 rate', '2 rates', '1,000 rates'])
  })

  test('falls back to the other form where the language has more forms than the message', () => {
    expect(formatMessage('{n, plural, one {uno} other {# más}}', { n: 1_000_000 }, 'es-MX')).toBe('1,000,000 más')
  })

  test('may hold arguments inside a plural form', () => {
    const text = '{n, plural, one {One for {who}} other {# for {who}}}.'
    expect(formatMessage(text, { n: 3, who: 'you' }, 'en-US')).toBe('3 for you.')
  })

  test('never reads what it is filled with as a message of its own', () => {
    fc.assert(
      fc.property(fc.string(), (value) => {
        expect(formatMessage('<{value}>', { value }, 'en-US')).toBe(`<${value}>`)
      }),
    )
  })

  test('complains when something it needs is not given', () => {
    expect(() => formatMessage('{who} is here', {}, 'en-US')).toThrow('{who}')
  })
})
