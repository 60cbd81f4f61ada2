import { expect, test } from 'vitest'
import { inspectLabel, LabelInspector } from '../../src-labels/inspect.ts'
import { labelToSend } from '../../src-labels/to-send.ts'
import { REFUSED_EPL, REFUSED_ZPL, STRIPPED_EPL, STRIPPED_ZPL } from './faults.ts'

const media = { widthIn: 4, heightIn: 6 }
const bytesOf = (text: string) => Buffer.from(text, 'latin1')

for (const [language, faults] of [
  ['ZPL', REFUSED_ZPL],
  ['EPL', REFUSED_EPL],
] as const) {
  for (const [what, stream] of faults) {
    test(`${language} that hides or brings ${what} is refused, and nothing of it is sent`, () => {
      const found = inspectLabel(bytesOf(stream), { language })
      expect(found).toMatchObject({ result: 'refused', reason: expect.stringMatching(/./) })
      expect(labelToSend(bytesOf(stream), { language, dpi: 203, media }).bytes).toBeNull()
      const byBytes = new LabelInspector({ language })
      for (const byte of bytesOf(stream)) byBytes.feed(Uint8Array.of(byte))
      expect(byBytes.result()).toEqual(found)
    })
  }
}

for (const command of STRIPPED_ZPL) {
  test(`${command} is left out of a label, which prints without it`, () => {
    const label = (body: string) => `^XA^FO1,1^A0N,20,20^FDx^FS${body}^XZ`
    const { inspection, bytes } = labelToSend(bytesOf(label(command)), { language: 'ZPL', dpi: 203, media })
    expect(inspection).toMatchObject({ result: 'whole', labels: 1, copies: 1, stripped: [command.slice(0, 3)] })
    expect(inspection.notes).toEqual([expect.stringContaining(command.slice(0, 3))])
    expect(Buffer.from(bytes ?? []).toString('latin1')).toBe(label(''))
  })
}

for (const command of STRIPPED_EPL) {
  test(`the EPL line ${command} is left out of a label, which prints without it`, () => {
    const label = (line: string) => `\nN\nLO1,1,5,5\n${line}P1\n`
    const { inspection, bytes } = labelToSend(bytesOf(label(`${command}\n`)), { language: 'EPL', dpi: 203, media })
    expect(inspection).toMatchObject({ result: 'whole', labels: 1, copies: 1 })
    expect(inspection.stripped).toHaveLength(1)
    expect(Buffer.from(bytes ?? []).toString('latin1')).toBe(label(''))
  })
}

test('line ends inside of a quantity are passed over, as printers do', () => {
  const label = (quantity: string) => bytesOf(`^XA^FO1,1^FDx^FS${quantity}^XZ`)
  expect(inspectLabel(label('^PQ1\r\n9'))).toMatchObject({ result: 'whole', labels: 1, copies: 19 })
  expect(inspectLabel(label('^P\r\nQ\n2'))).toMatchObject({ result: 'whole', labels: 1, copies: 2 })
  expect(inspectLabel(label('^PQ1\\r\\n'))).toMatchObject({ result: 'whole', copies: 1 })
  expect(inspectLabel(label('^PQ0,1'))).toMatchObject({ result: 'whole', copies: 1 })
  expect(inspectLabel(label('^PQ0002'))).toMatchObject({ result: 'whole', copies: 2 })
})

test('a name that a command cuts off is left out with it', () => {
  const label = '^XA^FO1,1^A0N,9,9^FDx^FS^XZ'
  const { bytes } = labelToSend(bytesOf(`${label}^X^PPZ`), { language: 'ZPL', dpi: 203, media })
  expect(Buffer.from(bytes ?? []).toString()).toBe(label)
  expect(inspectLabel(bytesOf('^XA^^FO1,1^A0N,9,9^FDx^FS^XZ'))).toMatchObject({ result: 'whole', cuts: [] })
})

test('copies are summed over all labels of a file', () => {
  const labels = [1, 4, 1].map((copies) => `^XA^FO1,1^FDx^FS^PQ${copies}^XZ`).join('\n')
  expect(inspectLabel(bytesOf(labels))).toMatchObject({ result: 'whole', labels: 3, copies: 6 })
  expect(inspectLabel(bytesOf('\nN\nLO1,1,5,5\nP2,3\nN\nLO1,1,5,5\nP4\n'))).toMatchObject({ labels: 2, copies: 10 })
})

test('a letter as a prefix is followed where it stands in no name', () => {
  const label = '^XA^CCqqFO1,1qA0N,9,9qFD^XZ plain textqFSqCC^^XZ'
  expect(inspectLabel(bytesOf(label))).toMatchObject({ result: 'whole', labels: 1 })
})

test('characters of two bytes are no reason to refuse a label whose prefixes stand alone', () => {
  expect(inspectLabel(bytesOf('^XA^CI15^FO1,1^FD\x83\x5c\x83\x6a A^FS^XZ'))).toMatchObject({
    result: 'whole',
    labels: 1,
  })
})

test('a graphic that unpacks to far more than it says is refused before it is unpacked', () => {
  const big = inspectLabel(bytesOf('^XA^FO0,0^GFA,4000000000,4000000000,100,:Z64:eJxjAAAAAQAB:0000^FS^XZ'))
  expect(big).toMatchObject({ result: 'refused', reason: '4000000000-byte graphic, limit 8388608' })
})

test('a file that hides in a picture is no picture', () => {
  const stream = '^XA^FO0,0^GFA,1,1,1,FF! CISDFCRC16\r\n0000\r\nEABC\r\n^FS^XZ'
  expect(inspectLabel(bytesOf(stream))).toMatchObject({
    result: 'truncated',
    reason: 'command for another printer language in graphic data',
  })
})
