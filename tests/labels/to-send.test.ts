import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from '../support/fast-check.ts'
import { expect, test } from 'vitest'
import { labelsToSend, labelToSend } from '../../src-labels/to-send.ts'
import { labelStream } from '../../src-main/printing/simulator/label-stream.ts'
import { anyWildEpl, anyWildZpl } from './grammar.ts'

const media = { widthIn: 4, heightIn: 6 }
const target = { dpi: 203, media } as const
const text = (bytes: Uint8Array | null) => Buffer.from(bytes ?? []).toString('latin1')
const send = (label: string, language: 'ZPL' | 'EPL' = 'ZPL') =>
  text(labelToSend(Buffer.from(label, 'latin1'), { language, ...target }).bytes)

for (const [language, anyWild] of [
  ['ZPL', anyWildZpl],
  ['EPL', anyWildEpl],
] as const) {
  test(`after any ${language} label that was sent, a printer is as it was`, () => {
    let sent = 0
    fc.assert(
      fc.property(anyWild, (bytes) => {
        const { bytes: toSend, inspection } = labelToSend(bytes, { language, ...target })
        if (toSend === null) return
        sent += 1
        const printer = labelStream(language, target)
        const printed = printer.push(toSend)
        expect(printer.changes()).toEqual([])
        const { labels, copies } = inspection
        expect(printed.reduce((sum, label) => sum + label.copies, 0)).toBe(copies)
        const again = labelToSend(toSend, { language, ...target })
        expect(again.inspection).toMatchObject({ result: 'whole', labels, copies, cuts: [] })
        expect(text(again.bytes)).toBe(text(toSend))
      }),
      { numRuns: 2000 },
    )
    expect(sent).toBeGreaterThan(100)
  })
}

test('what lays out a label and would stay is set back behind it', () => {
  const label = '^XA^PW600^LL400^POI^LH10,20^CI28^BY3^CFB,20^FWR^FO1,1^FDx^FS^XZ'
  expect(send(label)).toBe(`${label}^XA^PW812^LL1218^PON^LH0,0^CI0^BY2,3,10^CFA,9,5^FWN,0^XZ`)
  const plain = '^XA^PW812^LL1218^PON^LH0,0^FO1,1^FDx^FS^XZ'
  expect(send(plain)).toBe(plain)
  expect(send('\nN\nq400\nR10,0\nI8,A,001\nZB\nLO1,1,5,5\nP1\n', 'EPL')).toBe(
    '\nN\nq400\nR10,0\nI8,A,001\nZB\nLO1,1,5,5\nP1\nq812\nR0,0\nI8,0,001\nZT\n',
  )
})

test('prefixes that a label leaves changed are the usual ones again behind it', () => {
  expect(send('^XA^CC!!CD;!FO1;1!FDx!FS!XZ')).toBe('^XA^CC!!CD;!FO1;1!FDx!FS!XZ!CC^^CT~^CD,')
})

test('what a label stores in memory is deleted behind it, unless it did that itself', () => {
  const stores = '~DGR:A.GRF,2,1,F00F^XA^FO1,1^XGR:A.GRF,1,1^FS^XZ'
  expect(send(stores)).toBe(`${stores}^XA^IDR:A.GRF^FS^XZ`)
  expect(send(`${stores}^XA^IDR:A.GRF^FS^XZ`)).toBe(`${stores}^XA^IDR:A.GRF^FS^XZ`)
})

const folder =
  process.env['WAYBILL_CARRIER_LABELS'] ?? fileURLToPath(new URL('../../../shared/labels', import.meta.url))
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.zpl')) : []
if (files.length === 0) test.skip('skipped: no carrier labels', () => {})

for (const name of files) {
  test(`after the genuine label ${name} a printer is as it was`, () => {
    const { bytes } = labelToSend(readFileSync(join(folder, name)), { language: 'ZPL', ...target })
    const printer = labelStream('ZPL', target)
    // A refused one sends nothing; any other comes out.
    expect(printer.push(bytes ?? new Uint8Array(0)).length > 0).toBe(bytes !== null)
    expect(printer.changes()).toEqual([])
  })
}

test('several labels that go as one are each whole where they end, and are worth what they are together', () => {
  const [one, two] = [Buffer.from('^XA^POI^FO1,1^FDa^FS^XZ'), Buffer.from('^XA^MMT^FO1,1^FDb^FS^PQ2^XZ')]
  const both = labelsToSend([one, two], { language: 'ZPL', ...target })
  const asOne = labelToSend(Buffer.concat([one, two]), { language: 'ZPL', ...target })
  expect(text(both.bytes)).toBe(text(asOne.bytes))
  expect(both).toMatchObject({ leftOut: ['^MM'], inspection: { labels: 2, copies: 3 } })
})

test('what the first of two labels lacks, the second does not make good', () => {
  const half = Buffer.from('^XA^FO1,1^FDa^FS')
  const rest = Buffer.from('^FO1,9^FDb^FS^XZ')
  expect(labelToSend(Buffer.concat([half, rest]), { language: 'ZPL', ...target }).bytes).not.toBeNull()
  const { bytes, inspection } = labelsToSend([half, rest], { language: 'ZPL', ...target })
  expect([bytes, inspection.result]).toEqual([null, 'truncated'])
  const whole = Buffer.from('^XA^FO1,1^FDa^FS^XZ')
  const refused = labelsToSend([whole, Buffer.from('^XA~JR^XZ')], { language: 'ZPL', ...target })
  expect(refused.inspection).toMatchObject({ result: 'refused', at: 3 })
})

test('no labels at all are nothing to send', () => {
  expect(labelsToSend([], { language: 'ZPL', ...target })).toMatchObject({ bytes: null, inspection: { labels: 0 } })
})

test('a picture that is stored as a file is deleted under the ending that a printer gives it', () => {
  const label = '^XA^FO1,1^GB9,9,9^FS^XZ'
  for (const [kind, ending] of [
    ['', 'GRF'],
    ['G', 'GRF'],
    ['P', 'PNG'],
    ['B', 'BMP'],
    ['X', 'PCX'],
  ] as const) {
    expect(send(`~DYR:LOGO,B,${kind},3,1,abc${label}`)).toContain(`^XA^IDR:LOGO.${ending}^FS^XZ`)
  }
})

test('a printer goes on with the prefixes that its last label left, and knows what was stored in it', () => {
  const printer = labelStream('ZPL', target)
  const labels = '^XA^CC!!CD;!FO1;1!FDone!FS!XZ\r\n!XA!FO1;1!FDtwo!FS!PQ2!XZ'
  const printed = [...labels].flatMap((byte) => printer.push(Buffer.from(byte, 'latin1')))
  expect(printed.map(({ copies }) => copies)).toEqual([1, 2])
  expect(printer.changes()).toEqual(['prefixes !~;'])
  printer.push(Buffer.from('!CC^^CD,~DGE:A.GRF,1,1,FF^XA^MD9^POI^XZ'))
  expect(printer.changes()).toEqual(expect.arrayContaining(['^MD: ^MD9', 'E:A.GRF']))
  expect(printer.hasPart()).toBe(false)
  printer.reset()
  expect(printer.changes()).toEqual([])
})
