import { expect, test } from 'vitest'
import { encodePng } from '../../src-labels/bitmap/png.ts'
import { readBarcodes } from '../../src-main/labels/conversion/barcodes.ts'
import { documentPages } from '../../src-main/labels/conversion/pages.ts'
import { isFullRun } from '../support/full.ts'
import { MEDIA_4X6 } from './documents.ts'
import { first } from './drawn.ts'

/** Where a code starts for each turn, in inches, so that four of three inches by half an inch fit on one label. */
const STARTS = [
  [0.2, 0.2],
  [1.4, 1.2],
  [3.8, 5.8],
  [2.4, 4.6],
] as const

/** What a scanner reads from an EPL label with these commands on it. */
async function read(commands: string, dpi: 203 | 300 | 600): Promise<string[]> {
  const bytes = Buffer.from(`\nN\n${commands}\nP1\n`, 'latin1')
  const page = first(await documentPages({ format: 'EPL', bytes }, { dpi, media: MEDIA_4X6 }, 'print'))
  return readBarcodes(encodePng(page))
}

/** Narrow and wide element at each resolution. */
const WIDTHS = { 203: '2,5', 300: '3,8', 600: '6,15' } as const

for (const dpi of isFullRun ? ([203, 300, 600] as const) : ([203] as const)) {
  for (const [name, type, data, text] of [
    ['Code 128', '1', 'Dock-4711b', 'Dock-4711b'],
    ['Code 128 A', '1A', 'DOCK 4711', 'DOCK 4711'],
    ['Code 128 B', '1B', 'Dock 47', 'Dock 47'],
    ['Code 128 C', '1C', '123456', '123456'],
    ['GS1-128', '1E', '(00)106141411234567897', '(00)106141411234567897'],
    ['Code 39', '3', 'DOCK-4711', 'DOCK-4711'],
    ['Code 39 with a check character', '3C', 'CODE', 'CODEK'],
    ['Interleaved 2 of 5', '2', '12345670', '12345670'],
    ['Interleaved 2 of 5 with a check digit', '2C', '1234567', '12345670'],
    ['EAN-13', 'E30', '400638133393', '4006381333931'],
    ['EAN-8', 'E80', '9638507', '96385074'],
    ['UPC-A', 'UA0', '03600029145', '036000291452'],
    ['UPC-E', 'UE0', '0425261', '042100005264'],
    ['UPC-E of number system 1', 'UE0', '1234567', '123456000070'],
    ['Code 93', '9', 'DOCK 4711', 'DOCK 4711'],
    ['Codabar', 'K', 'A40156B', 'A40156B'],
    ['German Identcode', '2G', '56310243031', '563102430313'],
    ['German Leitcode', '2G', '2134807501640', '21348075016401'],
    ['UPC Interleaved 2 of 5', '2U', '1540014128876', '15400141288763'],
    ['EAN-13 with two digits', 'E32', '40063813339312', '4006381333931'],
    ['UPC-A with five digits', 'UA5', '0360002914512345', '036000291452'],
  ] as const) {
    test(`an EPL ${name} at ${dpi} dpi reads as its data, however it is turned`, async () => {
      const commands = STARTS.map(([x, y], turn) => {
        const start = `${Math.round(x * dpi)},${Math.round(y * dpi)}`
        return `B${start},${turn},${type},${WIDTHS[dpi]},${(dpi / 2) | 0},N,"${data}"`
      })
      const found = await read(commands.join('\n'), dpi)
      // Readers give GS1 data with or without parentheses, and a UPC as an EAN that starts with a zero.
      const texts = found.map((code) => code.replace(/[()]/g, '').replace(/^0(?=\d{12}$)/, ''))
      expect(texts).toEqual(Array(4).fill(text.replace(/[()]/g, '')))
    })
  }

  test(`an EPL PDF417 at ${dpi} dpi reads as its data`, async () => {
    for (const turn of [0, 1, 2, 3]) {
      const [x, y] = { 203: [2, 8], 300: [3, 12], 600: [6, 24] }[dpi]
      expect(await read(`b150,150,P,600,500,s2,x${x},y${y},l4,o${turn},"Globex 4711, dock 7"`, dpi)).toEqual([
        'Globex 4711, dock 7',
      ])
    }
  })

  test(`an EPL QR Code and Data Matrix at ${dpi} dpi read as their data`, async () => {
    const side = { 203: 4, 300: 6, 600: 12 }[dpi]
    expect(await read(`b50,50,Q,m2s${side}eM"https://example.test/4711"`, dpi)).toEqual(['https://example.test/4711'])
    expect(await read(`b50,50,D,h${side},"DOCK 4711"`, dpi)).toEqual(['DOCK 4711'])
  })

  test(`an EPL Aztec Code at ${dpi} dpi reads as its data, in each size`, async () => {
    const side = { 203: 4, 300: 6, 600: 12 }[dpi]
    for (const size of ['', ',e40', ',e104', ',e208']) {
      expect(await read(`b50,50,A,d${side}${size},"DOCK 4711"`, dpi)).toEqual(['DOCK 4711'])
    }
  })

  test(`an EPL MaxiCode at ${dpi} dpi reads as its address and message`, async () => {
    const [found = ''] = await read('b100,100,M,m2,"001,840,931500000,GLOBEX 4711"', dpi)
    expect(found).toContain('GLOBEX 4711')
    expect(found).toContain('931500000')
  })
}

test('a UPC-E of a number system that has none is refused, not drawn as another', async () => {
  for (const data of ['2345670', '9234567']) {
    await expect(read(`B40,40,0,UE0,2,4,100,N,"${data}"`, 203)).rejects.toThrow('B type UE0')
  }
})

const RATIOS = ['2,4', '2,5', '2,6', '3,6', '3,7', '3,9']
const MODULES = ['1,2', '2,4', '3,6', '4,8', '5,10']

test.each([
  ['3', 'DK-4', 'DK-4', RATIOS],
  ['2', '1234', '1234', RATIOS],
  ['K', 'A12B', 'A12B', RATIOS],
  ['1', 'Dk4', 'Dk4', MODULES],
  ['9', 'DK4', 'DK4', MODULES],
  ['E80', '9638507', '96385074', MODULES],
  // Wider than a label from four dots a module on.
  ['1E', '(00)106141411234567897', '00106141411234567897', MODULES.slice(0, 3)],
])(
  'an EPL bar code of type %s reads as its data in every ratio and width of a module',
  async (type, data, text, widths) => {
    for (const width of widths) {
      const found = await read(`B40,40,0,${type},${width},100,N,"${data}"`, 203)
      expect([width, found.map((code) => code.replace(/[()]/g, ''))]).toEqual([width, [text]])
    }
  },
)

test('bar codes that no scanner here reads are drawn as their standard says, and unknown ones are named', async () => {
  for (const command of [
    'P,2,5,50,N,"89501"',
    'PL,2,5,50,N,"01234567890"',
    'J,2,5,50,N,"1234567"',
    'L,2,5,50,N,"4711"',
    'M,2,5,50,N,"4711"',
    'E82,2,4,50,N,"963850712"',
    'UE2,2,4,50,N,"042526112"',
  ]) {
    expect(await read(`B50,50,0,${command}\nB600,50,1,${command}`, 203)).toBeInstanceOf(Array)
  }
  await expect(read('B50,50,0,R14,2,4,50,N,"123"', 203)).rejects.toThrow('B type R14')
})
