import { describe, expect, it } from 'vitest'
import { personSchema } from '../../../src-shared/station/app/forget.ts'
import { blankedPath, createBlanker, keysOf } from '../../../src-main/data/forget/blank.ts'

const AT = '2026-11-20T00:00:00.000Z'
const person = personSchema.parse({
  names: ['María José O’Brien-Núñez', 'Ana Lopez'],
  phones: ['+52 (956) 555-0123'],
  emails: ['ana.lopez@example.com'],
  others: ['Calle 5 de Mayo 12'],
})
const keys = keysOf(person, 'salt', AT)
const { text: blank } = createBlanker(keys)

describe('a forgotten person in a text', () => {
  it.each([
    ['Signed: MARIA JOSE O BRIEN NUNEZ.', 'Signed: •••.'],
    ['ana  lópez, 9565550123', '•••, •••'],
    ['Lopez, Ana', 'Lopez, Ana'],
    ['Ana-Lopez & Ana Lopezina & Banana Lopez', '••• & Ana Lopezina & Banana Lopez'],
    ['call 956.555.0123 or +1 956 555 0123', 'call ••• or +•••'],
    ['956 555 0124', '956 555 0124'],
    ['mail Ana.Lopez@Example.com today', 'mail ••• today'],
    ['Ana,Lopez;"Calle 5 de Mayo 12";TX', '•••;"•••";TX'],
  ])('%s', (text, shown) => {
    expect(blank(text)).toBe(shown)
  })

  it('leaves JSON that can be read, whole or cut off, with its escapes and numbers', () => {
    const reported = {
      to: { contactName: 'Ana "Lopez"', phone: '9565550123' },
      n: 9_565_550_123,
      note: 'x\nAna Lopez\ty',
    }
    expect(JSON.parse(blank(JSON.stringify(reported)))).toEqual({
      to: { contactName: 'Ana "Lopez"'.replace('Ana "Lopez', '•••'), phone: '•••' },
      n: 0,
      note: 'x\n•••\ty',
    })
    expect(JSON.parse(blank('["Ana","Lopez"]'))).toEqual(['Ana', 'Lopez'])
    expect(blank(String.raw`{"a":"Mar\u00eda Jos\u00e9 O\u2019Brien-N\u00fa\u00f1ez","b":"cut o`)).not.toMatch(/Brien/)
  })

  it('is blanked in what was made before, not in what is made later', () => {
    expect(createBlanker(keys).text('Ana Lopez', '2026-11-19T12:00:00.000Z')).toBe('•••')
    expect(createBlanker(keys).text('Ana Lopez', '2026-11-20T00:00:00.001Z')).toBe('Ana Lopez')
  })

  it('is read in the query of a path', () => {
    expect(blankedPath('/shipments/SHP-1?search=Ana%20L%C3%B3pez&page=1', blank)).toBe(
      `/shipments/SHP-1?search=${encodeURIComponent('•••')}&page=1`,
    )
    expect(blankedPath('/x?a=%zz', blank)).toBe('/x?a=%zz')
  })

  it('cannot be read in what is kept of them', () => {
    expect(JSON.stringify(keys)).not.toMatch(/lopez|brien|5550123|mayo/i)
    const salted = keys.map((key) => ({ ...key, salt: 'another salt' }))
    expect(createBlanker(salted).text('Ana Lopez')).toBe('Ana Lopez')
  })

  it('is found under the salt of each station that forgot them, until the last time', () => {
    const again = keysOf(person, 'salt of another', '2026-11-25T00:00:00.000Z')
    const both = createBlanker([...again, ...keys])
    expect(both.text('Ana Lopez', '2026-11-24T00:00:00.000Z')).toBe('•••')
    expect(both.text('Ana Lopez', '2026-11-26T00:00:00.000Z')).toBe('Ana Lopez')
    expect(createBlanker(again).text('956-555-0123')).toBe('•••')
  })

  it('costs nothing where nobody was forgotten', () => {
    const text = 'Ana Lopez'
    expect(createBlanker([]).text(text)).toBe(text)
  })
})
