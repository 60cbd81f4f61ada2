import fc from '../../support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import type { PaletteItem } from '../../../src-renderer/frame/palette-item.ts'
import { exactFirst, matching } from '../../../src-renderer/frame/palette-items.ts'

const item = (text: string, words?: string): PaletteItem => ({
  id: text,
  text,
  ...(words === undefined ? {} : { words }),
  run: () => undefined,
})
const texts = (typed: string, items: PaletteItem[]) => matching(typed, items).map(({ text }) => text)

describe('the palette', () => {
  const items = [
    item('Go to Track'),
    item('Dark theme'),
    item('Español', 'Language Idioma'),
    item('Test the connection'),
  ]

  it('finds an action by the beginnings of its words, in any order and case', () => {
    expect(texts('the da', items)).toEqual(['Dark theme'])
    expect(texts('TRACK', items)).toEqual(['Go to Track'])
    expect(texts('t', items)).toEqual(['Go to Track', 'Dark theme', 'Test the connection'])
  })

  it('finds it without its accents, and by other words for it', () => {
    expect(texts('espanol', items)).toEqual(['Español'])
    expect(texts('idioma', items)).toEqual(['Español'])
  })

  it('offers everything while nothing is typed', () => {
    expect(texts('', items)).toHaveLength(items.length)
    expect(texts(' - ', items)).toHaveLength(items.length)
  })

  it('puts what was named exactly before all else', () => {
    const group = (heading: string, ...names: string[]) => ({ heading, items: names.map((name) => item(name)) })
    const groups = [group('Shipments', 'PO-10', 'PO-1'), group('Go to', 'Track'), group('Find', 'Find “x” in Track')]
    const first = (typed: string) => exactFirst(typed, groups)[0]?.items[0]?.text
    expect(first('track')).toBe('Track')
    expect(first('po-1')).toBe('PO-1')
    expect(first('po')).toBe('PO-10')
  })

  it('never offers more for more words', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (one, other) => {
        const few = texts(`${one} ${other}`, items)
        expect(texts(one, items)).toEqual(expect.arrayContaining(few))
      }),
    )
  })
})
