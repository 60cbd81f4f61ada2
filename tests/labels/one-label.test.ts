import { describe, expect, it } from 'vitest'
import { countLabels } from '../../src-labels/count.ts'
import { inspectLabel } from '../../src-labels/inspect.ts'
import { labelCopies, labelSpans, leftBefore, oneLabel } from '../../src-labels/one-label.ts'

const bytes = (text: string) => Buffer.from(text, 'latin1')
const zpl = (piece: number, more = '') => `^XA${more}^FO50,50^A0N,30^FDpiece ${piece}^FS^XZ\n`
const cut = (text: string, language: 'ZPL' | 'EPL', number: number, of: number) => {
  const one = oneLabel(bytes(text), language, { number, of })
  return one === null ? null : Buffer.from(one).toString('latin1')
}

describe('one label of a stream', () => {
  it('is what is left of ZPL, with what stays with the printer', () => {
    const stream = `~DGR:LOGO.GRF,8,1,FFFFFFFFFFFFFFFF\n^XA^CI28^PW812^XZ${[1, 2, 3].map((piece) => zpl(piece, piece === 1 ? '^LH10,20' : '')).join('')}`
    const one = cut(stream, 'ZPL', 3, 3)
    expect(one).toContain('~DGR:LOGO.GRF')
    expect(one).toContain('^CI28^PW812')
    expect(one).toContain('^LH10,20')
    expect(one).toContain('piece 3')
    expect(one).not.toMatch(/piece [12]/)
    expect(countLabels(bytes(one ?? ''), 'ZPL')).toEqual({ labels: 1, copies: 1 })
    expect(inspectLabel(bytes(one ?? ''), { language: 'ZPL' }).result).toBe('whole')
  })

  it('is each of them in turn, and all of them together are all', () => {
    const stream = [1, 2, 3, 4, 5, 6].map((piece) => zpl(piece)).join('')
    const found = [1, 2, 3, 4, 5, 6].map((piece) => /piece (\d)/.exec(cut(stream, 'ZPL', piece, 6) ?? '')?.[1])
    expect(found).toEqual(['1', '2', '3', '4', '5', '6'])
  })

  it('is what is left of EPL', () => {
    const label = (piece: number) => `N\nA50,50,0,3,1,1,N,"piece ${piece}"\nP1\n`
    const one = cut(`q812\nR10,20\n${[1, 2, 3].map(label).join('')}`, 'EPL', 2, 3)
    expect(one).toBe('q812\nR10,20\nN\nA50,50,0,3,1,1,N,"piece 2"\nP1\n')
    expect(inspectLabel(bytes(one ?? ''), { language: 'EPL' })).toMatchObject({ result: 'whole', copies: 1 })
  })

  it.each([
    ['one label for all pieces', zpl(1), 6],
    ['one label that asks for six copies', zpl(1, '^PQ6'), 1],
    ['more labels than pieces', zpl(1) + zpl(2), 1],
    ['no label', '', 1],
  ])('is none where there is %s', (_what, stream, of) => {
    expect(cut(stream, 'ZPL', 1, of)).toBeNull()
  })
})

describe('labels of a stream one behind the other', () => {
  const spansOf = (text: string, language: 'ZPL' | 'EPL') =>
    labelSpans(bytes(text), language)?.map(({ at, end, copies }) => [text.slice(at, end), copies])

  it('are the stream byte for byte, with what stands between them and behind the last', () => {
    const stream = `~DGR:A.GRF,1,1,FF^XA^CI28^XZ${zpl(1)}^XA^FDtwo^FS^PQ3^XZ^XA^LH0,0^XZ${zpl(3)}^XA^PON^XZ`
    expect(spansOf(stream, 'ZPL')).toEqual([
      [`~DGR:A.GRF,1,1,FF^XA^CI28^XZ${zpl(1)}`, 1],
      ['^XA^FDtwo^FS^PQ3^XZ', 3],
      [`^XA^LH0,0^XZ${zpl(3)}^XA^PON^XZ`, 1],
    ])
  })

  it('are told apart in EPL, too', () => {
    const label = (text: string, copies: number) => `N\nA50,0,0,1,1,1,N,"${text}"\nP${copies}\n`
    expect(spansOf(`q812\n${label('one', 1)}${label('two', 2)}ZB\n`, 'EPL')).toEqual([
      [`q812\n${label('one', 1)}`, 1],
      [`${label('two', 2)}ZB\n`, 2],
    ])
  })

  it.each([
    ['change the control characters', `^XA^CC/^FDx/FS/XZ${zpl(2)}`],
    ['change them between labels', `${zpl(1)}~CC/${zpl(2).replaceAll('^', '/')}`],
    ['print nothing', '^XA^CI28^XZ'],
  ])('are not told apart where they %s', (_what, stream) => {
    expect(labelSpans(bytes(stream), 'ZPL')).toBeNull()
  })

  it.each([
    ['keep the picture of the one before', 'ZPL', zpl(1, '^MCN') + zpl(2)],
    ['lie on one that is stored as it is printed', 'ZPL', `${zpl(1, '^ISR:A.GRF,Y')}^XA^ILR:A.GRF^FDtwo^FS^XZ`],
    ['draw on the one before', 'EPL', 'N\nA9,9,0,1,1,1,N,"one"\nP1\nA9,99,0,1,1,1,N,"two"\nP1\n'],
    ['repeat the one before', 'EPL', 'N\nA9,9,0,1,1,1,N,"one"\nP1\nP1\n'],
  ] as const)('go as one where they %s', (_what, language, stream) => {
    expect(labelSpans(bytes(stream), language)).toBeNull()
    expect(cut(stream, language, 2, 2)).toBeNull()
    expect(labelCopies(bytes(stream), language)).toEqual([1, 1])
  })

  it('go one by one where none of it is on the next', () => {
    expect(spansOf(zpl(1, '^MCY') + zpl(2), 'ZPL')).toHaveLength(2)
    expect(spansOf(zpl(1, '^MCN'), 'ZPL')).toHaveLength(1)
    expect(cut(zpl(1, '^MCN'), 'ZPL', 1, 1)).toBe(zpl(1, '^MCN'))
    const stored = `^XA^FO9,9^GB9,9,9^FS^ISR:A.GRF,N^XZ${zpl(1, '^ILR:A.GRF')}${zpl(2, '^ILR:A.GRF')}`
    expect(spansOf(stored, 'ZPL')).toHaveLength(2)
    expect(Buffer.from(leftBefore(bytes(stored), 'ZPL', 2)).toString('latin1')).toContain('^GB9,9,9^FS^ISR:A.GRF,N')
  })

  it('begin in the middle with what those before leave with the printer', () => {
    const stream = `~DGR:A.GRF,1,1,FF${zpl(1, '^LH10,20')}${zpl(2)}${zpl(3)}`
    const left = Buffer.from(leftBefore(bytes(stream), 'ZPL', 3)).toString('latin1')
    expect(left).toContain('~DGR:A.GRF')
    expect(left).toContain('^LH10,20')
    expect(left).not.toContain('piece')
    expect(countLabels(bytes(left), 'ZPL')).toEqual({ labels: 0, copies: 0 })
    expect(leftBefore(bytes(stream), 'ZPL', 1)).toHaveLength(0)
  })
})
