import { expect, test } from 'vitest'
import { sameBitmap } from '../../src-labels/bitmap/bitmap.ts'
import { encodePng } from '../../src-labels/bitmap/png.ts'
import { inspectLabel } from '../../src-labels/inspect.ts'
import { readBarcodes } from '../../src-main/labels/conversion/barcodes.ts'
import { readSource } from '../../src-main/labels/conversion/source.ts'
import { AT_203, drawnLabel } from './drawn.ts'

const bytesOf = (text: string, encoding: BufferEncoding = 'utf8') => new Uint8Array(Buffer.from(text, encoding))

const drawn = (text: string) => drawnLabel({ format: 'ZPL', bytes: bytesOf(text) }, 'screen')

test('zebra-zpl#84: an address that closes its label and opens another is refused, in any of its forms', () => {
  for (const name of ['Line 2: ^XZ^XAZ-1234', 'ACME ^XZ ^XA CO', '^XZ\n^XA'])
    expect(inspectLabel(bytesOf(`^XA^FO10,10^A0N,30,30^FD${name}^FS\n^PQ1^XZ`))).toMatchObject({
      result: 'refused',
      reason: 'a label ends in the middle of a field and another label starts',
    })
  // A last field without its end, and what only cleans up behind the label, is no broken field.
  for (const tail of ['^XA^IDR:A.GRF^FS^XZ', '^XA^FXend^FS^XZ', '^XA^POI^XZ'])
    expect(inspectLabel(bytesOf(`~DGR:A.GRF,2,1,FFFF^XA^FO10,10^A0N,30,30^FDx^XZ${tail}`)).result).toBe('whole')
})

test('Rock#3060: text in UTF-8 without ^CI28 is drawn as it prints, and reported', async () => {
  const field = (text: string) => `^FO40,90^A0N,40,40^FD${text}^FS^XZ`
  for (const set of ['', '^CI0', '^CI13', '^CI27']) {
    const wrong = `^XA${set}${field('Café')}`
    const { notes } = (await readSource({ format: 'ZPL', bytes: bytesOf(wrong) }, AT_203)).result
    const printed = set === '^CI27' ? 'CafÃ©' : 'Caf├®'
    expect(notes).toMatchObject([{ code: 'note-utf8', values: { meant: 'Café', printed } }])
    expect(sameBitmap(await drawn(wrong), await drawn(`^XA^CI28${field(printed)}`))).toBe(true)
  }
  for (const right of [`^XA^CI28${field('Café')}`, `^XA${field('Cafe')}`, `^XA^FH^CI0${field('Caf_82')}`])
    expect((await readSource({ format: 'ZPL', bytes: bytesOf(right) }, AT_203)).result.notes).toEqual([])
})

test('simple_zpl2#205: a QR code whose data lacks its switches is drawn as it scans, without its first three letters', async () => {
  const qr = async (data: string) => readBarcodes(encodePng(await drawn(`^XA^FO20,20^BQN,2,6^FD${data}^FS^XZ`)))
  expect(await qr('This is data.')).toEqual(['s is data.'])
  expect(await qr('MA,This is data.')).toEqual(['This is data.'])
})

test('zebrash#61: a line break in the data of a block is \\&, not the end of a line of the file', async () => {
  const block = (data: string) => drawn(`^XA^FO10,60^A0N,40,40^FB700,2,,C^FD${data}^FS^XZ`)
  const whole = await block('PACKED 2000\\&Second line')
  expect(sameBitmap(await block('\nPACKED 2000\\&\nSecond line\n'), whole)).toBe(true)
  expect(sameBitmap(await block('PACKED 2000 Second line'), whole)).toBe(false)
})

test('ZplEscPrinter#19: what drivers put before their labels goes through, without the settings of the printer', () => {
  const driver = '\u0010CT~~CD,~CC^~CT~\r\n^XA~TA000~JSN^LT0^MNW^MTT^PON^PMN^LH0,0^JMA^PR4,4~SD15^JUS^LRN^CI0^XZ\r\n'
  expect(
    inspectLabel(bytesOf(`${driver}^XA^MMT^PW812^LL1218^LS0^FT50,50^A0N,28,28^FDx^FS^PQ1,0,1,Y^XZ`)),
  ).toMatchObject({
    result: 'whole',
    labels: 1,
    stripped: ['~TA', '~JS', '^LT', '^MN', '^MT', '^PR', '~SD', '^JU', '^MM'],
  })
})

test('a label saved as UTF-16, with or without its mark, is refused by that name', () => {
  const label = '^XA^FO10,10^A0N,30,30^FDx^FS^XZ'
  for (const text of [label, `\ufeff${label}`])
    expect(inspectLabel(bytesOf(text, 'utf16le'))).toMatchObject({
      result: 'refused',
      reason: expect.stringMatching(/UTF-16.*save the file as UTF-8/) as unknown,
    })
})
