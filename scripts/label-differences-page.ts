import { difference } from '../src-labels/bitmap/difference.ts'
import type { Bitmap } from '../src-labels/bitmap/bitmap.ts'
import { isBlack } from '../src-labels/bitmap/bitmap.ts'
import { documentPages } from '../src-main/labels/conversion/pages.ts'

const MEDIA = { widthIn: 4, heightIn: 6 }
const DPI = 203

interface Pair {
  what: string
  zpl: string
  epl: string
  /** Why they differ; null: they must not. */
  why: string | null
}

const LETTERS = 'Letters: each language has fonts of its own, and neither drawing has the printer’s glyphs.'
const UNDER_CODE = 'The text under the bars is in another font; the bars are the same.'

/** Labels that both languages can say. */
const PAIRS: readonly Pair[] = [
  { what: 'filled box', zpl: '^FO40,60^GB300,120,120^FS', epl: 'LO40,60,300,120', why: null },
  { what: 'rules', zpl: '^FO10,10^GB700,4,4^FS^FO10,40^GB4,300,4^FS', epl: 'LO10,10,700,4\nLO10,40,4,300', why: null },
  { what: 'frame', zpl: '^FO40,60^GB300,200,6^FS', epl: 'X40,60,6,340,260', why: null },
  {
    what: 'inverted bar over a box',
    zpl: '^FO40,60^GB300,100,100^FS^FO100,80^FR^GB300,40,40^FS',
    epl: 'LO40,60,300,100\nLE100,80,300,40',
    why: null,
  },
  {
    what: 'picture, 16 by 4 dots',
    zpl: '^FO80,90^GFA,8,8,2,FF00F0F0AA5500FF^FS',
    epl: `GW80,90,2,4,${String.fromCharCode(0x00, 0xff, 0x0f, 0x0f, 0x55, 0xaa, 0xff, 0x00)}`,
    why: null,
  },
  {
    what: 'Code 128',
    zpl: '^FO60,80^BY2^BCN,120,N,N,N,A^FDABC-1234567890^FS',
    epl: 'B60,80,0,1,2,2,120,N,"ABC-1234567890"',
    why: null,
  },
  {
    what: 'Code 128, turned',
    zpl: '^FO60,80^BY2^BCR,120,N,N,N,A^FDABCDEF^FS',
    epl: 'B180,80,1,1,2,2,120,N,"ABCDEF"',
    why: null,
  },
  {
    what: 'Code 39, 2:6',
    zpl: '^FO60,80^BY2,3^B3N,N,100,N,N^FDABC123^FS',
    epl: 'B60,80,0,3,2,6,100,N,"ABC123"',
    why: null,
  },
  {
    what: 'Interleaved 2 of 5, 2:6',
    zpl: '^FO60,80^BY2,3^B2N,100,N,N,N^FD12345678^FS',
    epl: 'B60,80,0,2,2,6,100,N,"12345678"',
    why: null,
  },
  {
    what: 'EAN-13',
    zpl: '^FO60,80^BY3^BEN,100,N,N^FD400638133393^FS',
    epl: 'B60,80,0,E30,3,3,100,N,"400638133393"',
    why: 'ZPL draws the guard bars longer than the others; EPL without text does not.',
  },
  {
    what: 'UPC-A',
    zpl: '^FO60,80^BY3^BUN,100,N^FD03600029145^FS',
    epl: 'B60,80,0,UA0,3,3,100,N,"03600029145"',
    why: null,
  },
  { what: 'EAN-8', zpl: '^FO60,80^BY3^B8N,100,N^FD1234567^FS', epl: 'B60,80,0,E80,3,3,100,N,"1234567"', why: null },
  {
    what: 'Code 128 with text',
    zpl: '^FO60,80^BY2^BCN,120,Y,N,N,A^FDABC-12^FS',
    epl: 'B60,80,0,1,2,2,120,B,"ABC-12"',
    why: UNDER_CODE,
  },
  { what: 'Data Matrix', zpl: '^FO60,80^BXN,6,200^FDWAYBILL 4711^FS', epl: 'b60,80,D,h6,"WAYBILL 4711"', why: null },
  {
    what: 'QR Code',
    zpl: '^FO60,80^BY2,3,1^BQN,2,5^FDMA,WAYBILL4711^FS',
    epl: 'b60,80,Q,s5,eM,"WAYBILL4711"',
    why: 'Each drawing chooses its own mask: both read as the data.',
  },
  {
    what: 'PDF417',
    zpl: '^FO60,80^BY2^B7N,8,2,4^FDWAYBILL 4711^FS',
    epl: 'b60,80,P,300,200,s2,l4,x2,y8,"WAYBILL 4711"',
    why: 'Rows and compaction are each drawing’s choice: both are read as the data.',
  },
  { what: 'text', zpl: '^FO40,60^AFN,26,13^FDShip to: Acme^FS', epl: 'A40,60,0,4,1,1,N,"Ship to: Acme"', why: LETTERS },
  { what: 'text, turned', zpl: '^FO40,60^AFR,26,13^FDACME^FS', epl: 'A66,60,1,4,1,1,N,"ACME"', why: LETTERS },
]

/** A row of the table. */
export interface PairDifference {
  what: string
  why: string | null
  black: { zpl: number; epl: number }
  dots: number
  box: string
}

/** Draws each pair, ZPL by zpl-renderer-js and EPL by the interpreter of `src-labels`, and counts the dots that differ. */
export async function labelDifferences(): Promise<PairDifference[]> {
  const rows: PairDifference[] = []
  for (const { what, zpl, epl, why } of PAIRS) {
    const one = await drawn('ZPL', `^XA${zpl}^XZ`)
    const other = await drawn('EPL', `\nN\n${epl}\nP1\n`)
    const { dots, box } = difference(one, other)
    const place = box === null ? '' : `${box.width} x ${box.height} at ${box.x}, ${box.y}`
    rows.push({ what, why, black: { zpl: blackOf(one), epl: blackOf(other) }, dots, box: place })
  }
  return rows
}

async function drawn(format: 'ZPL' | 'EPL', source: string): Promise<Bitmap> {
  const bytes = Uint8Array.from(source, (char) => char.charCodeAt(0))
  const [page] = await documentPages({ format, bytes }, { dpi: DPI, media: MEDIA }, 'screen')
  if (!page) throw new Error(`no ${format} label came out of ${source}`)
  return page
}

function blackOf(bitmap: Bitmap): number {
  let black = 0
  for (let y = 0; y < bitmap.height; y += 1) {
    for (let x = 0; x < bitmap.width; x += 1) if (isBlack(bitmap, x, y)) black += 1
  }
  return black
}

/** The page docs/label-differences.md. */
export function labelDifferencesPage(rows: readonly PairDifference[]): string {
  const lines = rows.map(
    ({ what, why, black, dots, box }) => `| ${what} | ${black.zpl} | ${black.epl} | ${dots} | ${box} | ${why ?? ''} |`,
  )
  return [
    '# The same label in both languages',
    '',
    'Written by `npm run label-differences`; a test holds it. ZPL is drawn by zpl-renderer-js and, where it knows no barcode, by bwip-js, EPL by `src-labels/epl`, both on',
    `4 by 6 in at ${DPI} dpi. Columns: black dots of each, dots that differ, the rectangle that holds them, and why they do.`,
    'Where no reason is given, no dot may differ.',
    '',
    '| label | black in ZPL | black in EPL | differ | where | why |',
    '| --- | --- | --- | --- | --- | --- |',
    ...lines,
    '',
  ].join('\n')
}
