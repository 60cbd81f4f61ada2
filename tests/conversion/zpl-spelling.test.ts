import { expect, test } from 'vitest'
import { sameBitmap } from '../../src-labels/bitmap/bitmap.ts'
import { difference } from '../../src-labels/bitmap/difference.ts'
import { encodePng } from '../../src-labels/bitmap/png.ts'
import { ZPL_COMMANDS } from '../../src-labels/zpl/command-table.ts'
import { readBarcodes } from '../../src-main/labels/conversion/barcodes.ts'
import { convertDocument } from '../../src-main/labels/conversion/convert.ts'
import { documentPages } from '../../src-main/labels/conversion/pages.ts'
import { readSource } from '../../src-main/labels/conversion/source.ts'
import { isOwnBarcode } from '../../src-main/labels/conversion/zpl-barcodes.ts'
import { RENDERED } from '../../src-main/labels/conversion/zpl-plain.ts'
import { AT_203, drawnLabel, first } from './drawn.ts'
import { pngOf } from './hostile.ts'

const zpl = (source: string | Uint8Array) => ({
  format: 'ZPL' as const,
  bytes: new Uint8Array(typeof source === 'string' ? Buffer.from(source, 'latin1') : source),
})

const drawn = (source: string | Uint8Array) => drawnLabel(zpl(source))

const PLAIN = '^XA^FO50,50^A0N,40,40^FDGlobex^FS^FO50,200^BY3^BCN,100,N,N,N^FD123456^FS^FO50,400^GB300,60,4^FS^XZ'

test.each([
  ['in small letters', PLAIN.toLowerCase().replace('globex', 'Globex')],
  ['with control bytes', PLAIN.replaceAll('^', '\x1e').replaceAll(',', '\x1f').replaceAll('\x1eFS', '\x0f')],
  ['between STX and ETX', PLAIN.replace('^XA', '\x02').replace('^XZ', '\x03')],
  ['with prefixes of its own', `^XA^CC!!CD;${PLAIN.slice(3).replaceAll('^', '!').replaceAll(',', ';')}`],
  ['broken into lines', PLAIN.replace(/(.{7})/g, '$1\r\n').replace('Glob\r\nex', 'Globex')],
  ['without ends of fields', PLAIN.replaceAll('^FS', '')],
  ['with a comment', PLAIN.replace('^FO', '^FX Globex, 100 %\r\n^FO')],
  [
    'with fractions and blanks',
    PLAIN.replace('^FO50,50', '^FO 50.9 , 50.2 ').replace('^GB300,60,4', '^GB 300 , 60 , 4 '),
  ],
  ['with words around it', `Page 1\r\n${PLAIN}\r\n-- end --\r\n`],
  [
    'in inches where it has lines',
    PLAIN.replace('^FO50,400^GB300,60,4', '^MUI^FO.24631,1.97045^GB1.47784,.29557,.01971^MUD'),
  ],
])('a label %s is drawn as the plain one, dot for dot', async (_how, source) => {
  const { dots } = difference(await drawn(PLAIN), await drawn(source))
  expect(dots).toBe(0)
})

test('prefixes that a label changed are those of its second format, and what it prints may hold the old ones', async () => {
  const source = '^XA^CC!!CD;!FO50;50!A0N;40;40!FDfirst!FS!XZ!XA!FO50;50!A0N;40;40!FDa^b_c!FS!XZ'
  const plain = '^XA^FO50,50^A0N,40,40^FH^FDa_5Eb_5Fc^FS^XZ'
  const [, second] = await documentPages(zpl(source), AT_203, 'print')
  expect(second && sameBitmap(second, await drawn(plain))).toBe(true)
})

test('a stored picture is found by its name in any spelling, and whatever it is stored from', async () => {
  const rows = `FFFFFFFF${'80000001'.repeat(6)}FFFFFFFF`
  const plain = await drawn(`^XA^FO50,50^GFA,32,32,4,${rows}^FS^XZ`)
  for (const source of [
    `~DGR:LOGO.GRF,32,4,${rows}^XA^FO50,50^XGR:LOGO,1,1^FS^XZ`,
    `~dgr:logo,32,4,${rows}^XA^FO50,50^XGLOGO^FS^XZ`,
    `~DGR:LOGO.GRF,32,4,${rows}^XA^FO50,50^IMR:LOGO.GRF^FS^XZ`,
    `~DYR:LOGO,A,G,32,4,${rows}^XA^FO50,50^XGR:LOGO.GRF,1,1^FS^XZ`,
  ]) {
    expect({ source, same: sameBitmap(await drawn(source), plain) }).toEqual({ source, same: true })
  }
  const png = Buffer.from(pngOf({ width: 32, height: 8, depth: 1, color: 0, rows: new Uint8Array(8 * 5) }))
  const black = await drawn('^XA^FO50,50^GB32,8,8^FS^XZ')
  const hex = png.toString('hex')
  expect(sameBitmap(await drawn(`~DYR:P,P,P,${png.length},,${hex}^XA^FO50,50^IMR:P.PNG^FS^XZ`), black)).toBe(true)
  const raw = Buffer.concat([
    Buffer.from(`~DYR:P,B,P,${png.length},0,`),
    png,
    Buffer.from('^XA^FO50,50^IMR:P.PNG^FS^XZ'),
  ])
  expect(sameBitmap(await drawn(raw), black)).toBe(true)
})

test('a label that is stored as a picture is not printed, and lies under the one that calls it up', async () => {
  const source = '^XA^FO50,50^GB300,300,6^FS^ISR:FORM.GRF,N^XZ^XA^ILR:FORM.GRF^FO100,100^GB9,9,9^FS^XZ'
  expect(await documentPages(zpl(source), AT_203, 'print')).toHaveLength(1)
  const plain = '^XA^FO50,50^GB300,300,6^FS^FO100,100^GB9,9,9^FS^XZ'
  expect(sameBitmap(await drawn(source), await drawn(plain))).toBe(true)
})

test('copies come out in the other language too where the label changes what commands begin with', async () => {
  const document = zpl('^XA^CC//FO50,50/GB90,90,9/FS/PQ3/XZ')
  expect(await convertDocument(document, { to: 'EPL', ...AT_203 })).toMatchObject({ labels: 3 })
})

test('counting fields, ellipses and text blocks are drawn', async () => {
  expect(
    sameBitmap(await drawn('^XA^FO50,50^A0N,60^SN007,1,Y^FS^XZ'), await drawn('^XA^FO50,50^A0N,60^FD007^FS^XZ')),
  ).toBe(true)
  const { box } = difference(
    await drawn('^XA^FO9,9^GB1,1,1^FS^XZ'),
    await drawn('^XA^FO9,9^GB1,1,1^FS^FO50,60^GE300,100,4^FS^XZ'),
  )
  expect(box).toEqual({ x: 50, y: 60, width: 300, height: 100 })
  const words = 'a block of text that does not fit on one line'
  const block = difference(
    await drawn('^XA^FO9,9^GB1,1,1^FS^XZ'),
    await drawn(`^XA^FO9,9^GB1,1,1^FS^FO50,60^A0N,30,30^TBN,200,200^FD${words}^FS^XZ`),
  )
  expect(block.box?.width).toBeLessThanOrEqual(200)
  expect(block.box?.height).toBeGreaterThan(60)
})

test('letters of a character set are those letters', async () => {
  for (const [set, bytes] of [
    ['0', 'M\x81nchen'],
    ['13', 'M\x81nchen'],
    ['27', 'M\xfcnchen'],
    ['31', 'M\xfcnchen'],
  ] as const) {
    const plain = await drawn('^XA^CI28^FO50,50^A0N,40^FH^FDM_C3_BCnchen^FS^XZ')
    expect({ set, same: sameBitmap(await drawn(`^XA^CI${set}^FO50,50^A0N,40^FD${bytes}^FS^XZ`), plain) }).toEqual({
      set,
      same: true,
    })
  }
})

test.each([
  ['^PM', '^PMY^FO50,50^FDx^FS'],
  ['^JM', '^JMB^FO50,50^FDx^FS'],
  ['^MC', '^MCN^FO50,50^FDx^FS'],
  ['^FP', '^FO50,50^FPV^FDxyz^FS'],
  ['^FC', '^FO50,50^FC%^FD%d^FS'],
  ['^FE', '^FN1^FDa^FS^FO50,50^FE^FD#1#^FS'],
  ['^GE', '^FO50,50^GE90,90,3,W^FS^FO50,50^FDx^FS'],
  ['^SN', '^FO50,50^SN001,1,Y^FS^PQ3'],
])('a label whose %s is not in its picture says so, and is not converted', async (name, body) => {
  const document = zpl(`^XA${body}^XZ`)
  await expect(convertDocument(document, { to: 'EPL', ...AT_203 })).rejects.toThrow(`cannot be drawn: ${name}`)
  expect(await documentPages(document, AT_203, 'screen')).toHaveLength(1)
  expect((await readSource(document, AT_203)).result).toMatchObject({
    result: 'whole',
    notes: [{ code: 'note-unseen', english: `${name}: effect not shown in the preview` }],
  })
})

test('what changes nothing stops nothing', async () => {
  const source = '^XA^PMN^JMA^MCY^LS0^PA0,1,1,0^CVN^FO50,50^FPH^A0N,30^FDx^FS^PQ1^XZ'
  expect(sameBitmap(await drawn(source), await drawn('^XA^FO50,50^A0N,30^FDx^FS^XZ'))).toBe(true)
})

test('every command that a label may hold is drawn by the renderer or here, written otherwise, or told', async () => {
  const known = ZPL_COMMANDS.filter(
    ({ prefix, treatment, paper }) => prefix === '^' && treatment === 'pass' && paper !== 'nothing',
  ).map(({ name }) => name)
  const left = known.filter((name) => !RENDERED.has(name) && !isOwnBarcode(name) && !name.startsWith('A'))
  for (const name of left) {
    // Each by itself: drawn otherwise, or named.
    const { notes } = (await readSource(zpl(`^XA^FO50,50^${name}^FDx^FS^XZ`), AT_203)).result
    if (notes.length > 0) expect(notes).toMatchObject([{ english: expect.stringContaining(`^${name}`) }])
  }
  expect(left).toEqual(
    'SN GE IM B0 FC FE FM FP SF TB CV JM LS MC MU PA PM SE SL SO'
      .split(' ')
      .toSorted((one, other) => left.indexOf(one) - left.indexOf(other)),
  )
})

test('a barcode in a label that moved its prefixes is read from what goes to an EPL printer', async () => {
  const document = zpl('^XA^CC!!CD;!FO50;200!BY3!BCN;100;N;N;N!FD123456!FS!XZ!CD,!CC^')
  const { files } = await convertDocument(document, { to: 'EPL', ...AT_203 })
  const page = await drawnLabel({ format: 'EPL', bytes: first(files) })
  expect(await readBarcodes(encodePng(page))).toEqual(['123456'])
})

test('a line of EPL that nobody knows stops no conversion: it is left out of what is sent, too', async () => {
  const document = { format: 'EPL' as const, bytes: new Uint8Array(Buffer.from('.\nN\nLO9,9,90,90\n.\nP1\n')) }
  expect((await convertDocument(document, { to: 'ZPL', ...AT_203 })).labels).toBe(1)
})
