import { expect, test } from 'vitest'
import { blankBitmap, isBlack, setBlack, type Bitmap } from '../../../src-labels/bitmap/bitmap.ts'
import { encodePng } from '../../../src-labels/bitmap/png.ts'
import { printedCommands } from '../../../src-labels/epl/forms.ts'
import { interpretEpl } from '../../../src-labels/epl/interpret.ts'
import { pcxBitmap } from '../../../src-labels/epl/pcx.ts'
import { inspectLabel } from '../../../src-labels/inspect.ts'
import { labelToSend } from '../../../src-labels/to-send.ts'
import { readBarcodes } from '../../../src-main/labels/conversion/barcodes.ts'
import { eplSymbols } from '../../../src-main/labels/conversion/matrix-codes.ts'

const size = { widthDots: 400, heightDots: 300 }
const ascii = (text: string) => new TextEncoder().encode(text)
const joined = (...parts: (string | Uint8Array)[]) =>
  new Uint8Array(Buffer.concat(parts.map((part) => (typeof part === 'string' ? ascii(part) : part))))

/** A 1-bit PCX file of a picture, each byte a run of its own. */
function pcx({ width, height, bytesPerRow, data }: Bitmap): Uint8Array {
  const head = new Uint8Array(128)
  head.set([0x0a, 5, 1, 1])
  const view = new DataView(head.buffer)
  for (const [offset, value] of [
    [8, width - 1],
    [10, height - 1],
    [66, bytesPerRow],
  ] as const) {
    view.setUint16(offset, value, true)
  }
  head[65] = 1
  return Uint8Array.from([...head, ...[...data].flatMap((byte) => [0xc1, ~byte & 0xff])])
}

const FORM =
  'FS"BOX"\nN\nV00,12,N,"Part"\nC0,4,N,+2,"Serial"\nA10,10,0,3,1,1,N,"Part "V00\nB10,60,0,1,2,4,60,N,V00"-"C0\nb10,150,Q,s4,V00C0\nFE\n'

test('a form is filled with the values behind it, and its counter counts on with each set', async () => {
  const bytes = ascii(`${FORM}FR"BOX"\n?\nAB7\n0008\nP3,2\n`)
  const drawings = interpretEpl(bytes, size, 203, await eplSymbols(bytes, 203))
  expect(drawings.map(({ copies, notDrawn }) => [copies, notDrawn])).toEqual(Array(3).fill([2, []]))
  const codes: string[][] = []
  for (const { bitmap } of drawings) codes.push((await readBarcodes(encodePng(bitmap))).sort())
  expect(codes).toEqual([
    ['AB7-0008', 'AB70008'],
    ['AB7-0010', 'AB70010'],
    ['AB7-0012', 'AB70012'],
  ])
})

test('values are the very next lines: one that is empty is empty, and one like a command is a value', () => {
  const named = (values: string) => [
    ...printedCommands(ascii(`FS"A"\nV00,9,N,"x"\nV01,9,R,"y"\nA1,1,0,1,1,1,N,V00"|"V01\nFE\nFR"A"\n?\n${values}P1\n`)),
  ]
  expect(named('\n^@\n').map(({ name, quoted }) => [name, quoted])).toEqual([
    ['A', '|       ^@'],
    ['P', null],
  ])
  expect(named('a"b\n\\\n')[0]?.quoted).toBe('a"b|        \\')
})

test('a form without variables comes when it is called, and one that is deleted or unknown does not', () => {
  const names = (text: string) => [...printedCommands(ascii(text))].map(({ name }) => name)
  expect(names('FS"A"\nN\nLO1,1,2,2\nFE\nFR"A"\nP1\n')).toEqual(['N', 'LO', 'P'])
  expect(names('FS"A"\nN\nLO1,1,2,2\nFE\nFK"A"\nFR"A"\nP1\n')).toEqual(['FR', 'P'])
  expect(names('FS"A"\nN\nFE\nFS"B"\nFE\nFK"*"\nFR"B"\nP1\n')).toEqual(['FR', 'P'])
  const [drawing] = interpretEpl(ascii('N\nFR"GONE"\nGG1,1,"GONE"\nP1\n'), size, 203)
  expect(drawing?.notDrawn).toEqual(['FR', 'GG'])
})

test('a stored picture is drawn to the dot where it is called up', () => {
  const picture = blankBitmap(13, 5)
  for (const [x, y] of [
    [0, 0],
    [12, 4],
    [7, 2],
  ] as const) {
    setBlack(picture, x, y)
  }
  expect(pcxBitmap(pcx(picture))).toEqual(picture)
  const file = pcx(picture)
  const stream = (then: string) => joined(`GM"LOGO"${file.length}\n`, file, `\nN\n${then}GG20,30,"LOGO"\nP1\n`)
  const [drawing] = interpretEpl(stream(''), size, 203)
  expect(drawing?.notDrawn).toEqual([])
  for (let y = 0; y < 5; y += 1) {
    for (let x = 0; x < 13; x += 1)
      expect(drawing && isBlack(drawing.bitmap, 20 + x, 30 + y)).toBe(isBlack(picture, x, y))
  }
  expect(interpretEpl(stream('GK"LOGO"\nGK"LOGO"\n'), size, 203)[0]?.notDrawn).toEqual(['GG'])
})

test('pictures that are cut, or larger than any, are none', () => {
  const file = pcx(blankBitmap(16, 4))
  expect(pcxBitmap(file.subarray(0, file.length - 1))).toBeNull()
  const huge = file.slice()
  huge.set([0xff, 0xff, 0xff, 0xff], 8)
  expect(pcxBitmap(huge)).toBeNull()
  expect(pcxBitmap(ascii('GIF89a'))).toBeNull()
})

test('what writes into flash, or calls up what nobody has seen, is refused; a printer may allow pictures, which go again', () => {
  const file = pcx(blankBitmap(16, 4))
  const job = joined(`GM"LOGO"${file.length}\n`, file, '\nN\nGG1,1,"LOGO"\nP1\n')
  const reasonOf = (bytes: Uint8Array, policy = {}) => {
    const { result, reason } = inspectLabel(bytes, { policy })
    return [result, reason]
  }
  expect(reasonOf(job)).toEqual(['refused', "GM isn't allowed in a label: stores a picture"])
  expect(reasonOf(ascii('N\nGG1,1,"LOGO"\nP1\n'))).toEqual(['refused', "GG isn't allowed in a label: stored picture"])
  expect(reasonOf(ascii(FORM))).toEqual(['refused', "FS isn't allowed in a label: stores a form"])
  expect(reasonOf(ascii('N\nFR"BOX"\nP1\n'))).toEqual(['refused', "FR isn't allowed in a label: calls up a form"])
  expect(reasonOf(job, { GM: 'pass' })).toEqual(['whole', null])
  expect(reasonOf(joined('N\nGG1,1,"OTHER"\n', job), { GM: 'pass' })[0]).toBe('refused')
  // Each byte of the picture counts: one less, and the commands behind it are picture.
  expect(reasonOf(joined(`GM"LOGO"${file.length + 400}\n`, file, '\nN\nP1\n'), { GM: 'pass' })[0]).toBe('truncated')
  const media = { widthIn: 4, heightIn: 6 }
  const { bytes } = labelToSend(job, { language: 'EPL', dpi: 203, media, policy: { GM: 'pass' } })
  expect(Buffer.from(bytes ?? []).toString('latin1')).toContain('GK"LOGO"\nGK"LOGO"\n')
})
