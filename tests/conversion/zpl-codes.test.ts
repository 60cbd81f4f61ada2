import { expect, test } from 'vitest'
import { difference } from '../../src-labels/bitmap/difference.ts'
import { encodePng } from '../../src-labels/bitmap/png.ts'
import { LAYOUT_ROWS } from '../../src-labels/zpl/table/layout.ts'
import { readBarcodes } from '../../src-main/labels/conversion/barcodes.ts'
import { convertDocument } from '../../src-main/labels/conversion/convert.ts'
import { readSource } from '../../src-main/labels/conversion/source.ts'
import { AT_203, blackOf, drawnLabel } from './drawn.ts'

const MAXICODE = '001840931500000[)>_1E01_1D961Z00004951_1DUPSN_1D06X610_1D159_1D1/1_1D_1DY_1D_1DTOWN_1DNY_1E_04'

/**
 * Each barcode command of the table: its parameters behind the turn, data, and what a scanner reads of it; null: the
 * scanner here does not know the code. `dots`: how many it has to have at least, in each direction.
 */
const CODES: Readonly<Record<string, { rest: string; data: string; reads: string | null; dots: [number, number] }>> = {
  B0: { rest: ',6,N,0', data: 'DOCK 4711', reads: 'DOCK 4711', dots: [90, 90] },
  B1: { rest: ',N,100,N,N', data: '1234567', reads: null, dots: [150, 100] },
  B2: { rest: ',100,N,N,N', data: '12345670', reads: '12345670', dots: [150, 100] },
  B3: { rest: ',N,100,N,N', data: 'DOCK', reads: 'DOCK', dots: [150, 100] },
  B4: { rest: ',12,N,A', data: 'DOCK 4711', reads: null, dots: [150, 40] },
  B5: { rest: ',100,N,N', data: '01234567890', reads: null, dots: [400, 20] },
  B7: { rest: ',8,2,4', data: 'DOCK 4711', reads: 'DOCK 4711', dots: [150, 30] },
  B8: { rest: ',100,N,N', data: '9638507', reads: '96385074', dots: [201, 100] },
  B9: { rest: ',100,N,N,N', data: '4210000526', reads: '042100005264', dots: [150, 100] },
  BA: { rest: ',100,N,N,N', data: 'DOCK 4711', reads: 'DOCK 4711', dots: [200, 100] },
  BB: { rest: ',30,Y,8,4,F', data: 'DOCK 4711', reads: null, dots: [200, 100] },
  BC: { rest: ',100,N,N,N,A', data: 'DOCK 4711', reads: 'DOCK 4711', dots: [200, 100] },
  BD: { rest: '2,1,1', data: MAXICODE, reads: 'TOWN', dots: [200, 180] },
  BE: { rest: ',100,N,N', data: '400638133393', reads: '4006381333931', dots: [285, 100] },
  BF: { rest: ',8,3', data: 'DOCK', reads: null, dots: [100, 100] },
  BI: { rest: ',100,N,N', data: '1234567', reads: null, dots: [200, 100] },
  BJ: { rest: ',100,N,N', data: '1234567', reads: null, dots: [200, 100] },
  BK: { rest: ',N,100,N,N,A,B', data: '40156', reads: 'A40156B', dots: [200, 100] },
  BL: { rest: ',100,N', data: 'CODE', reads: 'CODEK', dots: [200, 100] },
  BM: { rest: ',B,100,N,N,N', data: '1234567', reads: null, dots: [200, 100] },
  BO: { rest: ',6,N,0', data: 'DOCK 4711', reads: 'DOCK 4711', dots: [90, 90] },
  BP: { rest: ',N,100,N,N', data: '1234567', reads: null, dots: [200, 100] },
  BQ: { rest: ',2,5', data: 'MA,DOCK', reads: 'DOCK', dots: [100, 100] },
  BR: { rest: ',1,3,1,80,22', data: '0123456789012', reads: '0101234567890128', dots: [280, 90] },
  BS: { rest: ',100,N,N', data: '12345', reads: null, dots: [100, 100] },
  BT: { rest: ',4,2,60,3,5', data: '123456,ABC', reads: null, dots: [0, 0] },
  BU: { rest: ',100,N,N,Y', data: '03600029145', reads: '036000291452', dots: [285, 100] },
  BX: { rest: ',6,200', data: 'DOCK', reads: 'DOCK', dots: [70, 70] },
  BZ: { rest: ',100,N,N', data: '12345', reads: null, dots: [200, 20] },
}

function zpl(source: string) {
  return { format: 'ZPL' as const, bytes: new Uint8Array(Buffer.from(`^XA${source}^XZ`, 'latin1')) }
}

const drawn = (source: string, purpose?: 'screen') => drawnLabel(zpl(source), purpose)

/** Readers give GS1 data with or without parentheses, and a UPC as an EAN that starts with a zero. */
const plain = (text: string) => text.replace(/[()]/g, '').replace(/^0(?=\d{12}$)/, '')

test('every barcode command of the table is here', () => {
  const inTable = LAYOUT_ROWS.filter(({ name }) => /^B.$/.test(name)).map(({ name }) => name)
  expect(Object.keys(CODES).toSorted()).toEqual(inTable.toSorted())
})

for (const [name, { rest, data, reads, dots }] of Object.entries(CODES)) {
  if (name === 'BT') continue
  const head = name === 'BD' || name === 'BQ' ? '' : 'N'
  const turned = name === 'BD' ? rest : name === 'BQ' ? `N${rest}` : `${head}${rest}`

  test(`^${name} is drawn as bars, never as text, and reads as its data where a scanner knows it`, async () => {
    const field = `^FO100,200^BY3^${name}${turned}^FH^FD${data}^FS`
    const page = await drawn(field)
    const box = blackOf(page)
    expect(box.width).toBeGreaterThanOrEqual(dots[0])
    expect(box.height).toBeGreaterThanOrEqual(dots[1])
    const found = (await readBarcodes(encodePng(page))).map(plain)
    if (reads === null) expect(difference(page, await drawn(`^FO100,200^FD${data}^FS`)).dots).toBeGreaterThan(1000)
    else expect(found.map((text) => (name === 'BD' ? (/TOWN/.exec(text)?.[0] ?? text) : text))).toEqual([reads])
  })
}

for (const turn of ['N', 'R', 'I', 'B'] as const) {
  test(`a barcode drawn here, turned ${turn}, lies where the renderer puts one of its own`, async () => {
    for (const place of ['^FO300,500', '^FT400,700']) {
      const own = blackOf(
        await drawn(
          `${place}^BY2^BL${turn},80^FDDOCK^FS`.replace('BL', 'BI').replace('80', '80,N,N').replace('DOCK', '12'),
        ),
      )
      const theirs = blackOf(await drawn(`${place}^BY2^B2${turn},80,N,N,N^FD12^FS`))
      // The two codes differ in length; the end that `^FO` and `^FT` place is the same one.
      const begin = ({ x, y, width, height }: typeof own) => {
        const isTop = place.startsWith('^FO')
        return {
          x: isTop || turn === 'N' || turn === 'R' ? x : x + width,
          y: isTop || turn === 'R' || turn === 'I' ? y : y + height,
        }
      }
      expect({ place, ...begin(own) }).toEqual({ place, ...begin(theirs) })
    }
  })

  test(`a UPC-A and an EAN-8 turned ${turn} read as their data, with their text`, async () => {
    const page = await drawn(
      `^LH20,30^BY2,3,90^FW${turn}^FO150,200^BU^FD03600029145^FS^FO500,700^B8${turn},90,Y^FH^FD_39638507^FS`,
    )
    expect((await readBarcodes(encodePng(page))).map(plain).toSorted()).toEqual(['036000291452', '96385074'])
  })
}

test.each([
  ['1', '22', '0123456789012', '0101234567890128'],
  ['2', '22', '0123456789012', '0101234567890128'],
  ['3', '22', '0123456789012', '0101234567890128'],
  ['4', '22', '0123456789012', '0101234567890128'],
  ['5', '22', '0123456789012', '0101234567890128'],
  ['6', '22', '(01)01234567890128(10)AB', '010123456789012810AB'],
  ['6', '4', '(01)01234567890128(10)AB', '010123456789012810AB'],
  ['7', '22', '03600029145', '036000291452'],
  ['9', '22', '400638133393', '4006381333931'],
])('a GS1 DataBar of type %s with %s segments in a row reads as its data', async (type, segments, data, reads) => {
  const page = await drawn(`^FO60,80^BRN,${type},3,1,80,${segments}^FD${data}^FS`)
  expect((await readBarcodes(encodePng(page))).map(plain)).toEqual([reads])
})

test.each([
  ['^BT', '^FO60,80^BTN,4,2,60,3,5^FD123456,ABC^FS'],
  ['^BU', '^FO60,80^BUN,100^FDno digits^FS'],
  ['^B8', '^FO60,80^B8N,100^FN1^FS'],
  ['^BB', '^FO60,80^BBN,30,Y,8,4,A^FDDOCK^FS'],
])('a label with a %s that cannot be drawn is not converted, and its preview names it', async (name, field) => {
  const refusal = convertDocument(zpl(field), { to: 'EPL', ...AT_203 })
  await expect(refusal).rejects.toThrow(`the label uses commands of ZPL that cannot be drawn: ${name}`)
  expect(blackOf(await drawn(field, 'screen')).width).toBeGreaterThan(60)
  expect((await readSource(zpl(field), AT_203)).result.notes).toContainEqual(
    expect.objectContaining({ english: expect.stringContaining(`${name}: barcode not shown in the preview`) }),
  )
  const { files } = await convertDocument(zpl(field), { to: 'ZPL', ...AT_203 })
  expect(files).toEqual([zpl(field).bytes])
})

test('what stands beside a barcode drawn here stays as it is, dot for dot', async () => {
  const beside = '^FO60,400^A0N,40^FDDock 4711^FS^FO60,500^BY2^BCN,80,N^FD4711^FS'
  const [alone, both] = [await drawn(beside), await drawn(`^FO60,80^BY3^BUN,100,N^FD03600029145^FS${beside}`)]
  const { box } = difference(alone, both)
  expect(box).toEqual({ x: 60, y: 80, width: 285, height: 100 })
})
