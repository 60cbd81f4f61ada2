import { crc32, deflateSync } from 'node:zlib'
import { PNG_SIGNATURE } from '../../src-labels/bitmap/png.ts'
import { ascii } from './documents.ts'

/** Documents that somebody might hand in to stop a station, or that a broken program makes. All are made here, none is found. */

/** A PDF of its objects, the first of which is the catalog. */
function pdfOf(objects: (string | Uint8Array)[], trailer = ''): Uint8Array {
  const parts: Uint8Array[] = [ascii('%PDF-1.4\n')]
  for (const [index, object] of objects.entries()) {
    parts.push(ascii(`${index + 1} 0 obj`), typeof object === 'string' ? ascii(object) : object, ascii('endobj\n'))
  }
  parts.push(ascii(`trailer<</Root 1 0 R/Size ${objects.length + 1}${trailer}>>\n%%EOF`))
  return new Uint8Array(Buffer.concat(parts))
}

function stream(dictionary: string, data: Uint8Array): Uint8Array {
  return new Uint8Array(
    Buffer.concat([ascii(`<<${dictionary}/Length ${data.length}>>stream\n`), data, ascii('\nendstream ')]),
  )
}

const CATALOG = '<</Type/Catalog/Pages 2 0 R>>'
const ONE_PAGE = '<</Type/Pages/Kids[3 0 R]/Count 1>>'
const pageOf = (resources: string) =>
  `<</Type/Page/Parent 2 0 R/MediaBox[0 0 288 432]/Contents 4 0 R/Resources<<${resources}>>>>`

/** A page with that many wide curves, some 20 bytes each. */
export function strokesPdf(strokes: number): Uint8Array {
  let content = '40 w 1 J 1 j\n'
  for (let stroke = 0; stroke < strokes; stroke += 1) {
    const [x, y] = [stroke % 288, (stroke * 7) % 432]
    content += `${x} 0 m 0 ${y} ${x} 9 9 ${x} c S\n`
  }
  return pdfOf([CATALOG, ONE_PAGE, pageOf(''), stream('', ascii(content))])
}

/** A page with a picture of that many dots in a square, which is a thousand times smaller packed. */
export function pictureBombPdf(side: number): Uint8Array {
  const picture = deflateSync(new Uint8Array(side * side), { level: 9 })
  const dictionary = `/Type/XObject/Subtype/Image/Width ${side}/Height ${side}/ColorSpace/DeviceGray/BitsPerComponent 8/Filter/FlateDecode`
  return pdfOf([
    CATALOG,
    ONE_PAGE,
    pageOf('/XObject<</P 5 0 R>>'),
    stream('', ascii('288 0 0 432 0 0 cm /P Do')),
    stream(dictionary, picture),
  ])
}

/** A page whose content unpacks to that many bytes of nothing. */
export function contentBombPdf(bytes: number): Uint8Array {
  return pdfOf([CATALOG, ONE_PAGE, pageOf(''), stream('/Filter/FlateDecode', deflateSync(Buffer.alloc(bytes, ' ')))])
}

export function pagesPdf(pages: number): Uint8Array {
  const kids = Array.from({ length: pages }, (_, index) => `${index + 4} 0 R`).join(' ')
  const page = '<</Type/Page/Parent 2 0 R/MediaBox[0 0 288 432]/Contents 3 0 R>>'
  return pdfOf([
    CATALOG,
    `<</Type/Pages/Kids[${kids}]/Count ${pages}>>`,
    stream('', ascii('10 10 100 200 re f')),
    ...Array<string>(pages).fill(page),
  ])
}

export function lockedPdf(): Uint8Array {
  const lock = `<</Filter/Standard/V 1/R 2/P -4/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>>>`
  const id = '00'.repeat(16)
  return pdfOf([CATALOG, ONE_PAGE, pageOf(''), lock], `/Encrypt 4 0 R/ID[<${id}><${id}>]`)
}

export function fieldsZpl(fields: number): Uint8Array {
  return ascii(`^XA${'^FO20,20^A0N,60,60^FDHELLO^FS'.repeat(fields)}^XZ`)
}

export function labelsZpl(labels: number): Uint8Array {
  return ascii('^XA^FO20,20^A0N,60^FDHI^FS^XZ'.repeat(labels))
}

/** Says that its picture unpacks to that many bytes. */
export function pictureZpl(total: number): Uint8Array {
  const packed = deflateSync(Buffer.alloc(1 << 20), { level: 9 }).toString('base64')
  return ascii(`^XA^FO0,0^GFA,${total},${total},100,:Z64:${packed}:0000^FS^XZ`)
}

export interface PngHeader {
  width: number
  height: number
  depth: number
  color: number
  interlace?: 0 | 1
  /** Unpacked; absent: as good as nothing. */
  rows?: Uint8Array
  /** Chunks between the header and the rows. */
  extra?: readonly Uint8Array[]
}

export function pngChunk(type: string, data: Uint8Array | number[] = []): Uint8Array {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), Buffer.from(data)])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, check])
}

export function pngOf({
  width,
  height,
  depth,
  color,
  interlace = 0,
  rows = new Uint8Array(1),
  extra = [],
}: PngHeader): Uint8Array {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([depth, color, 0, 0, interlace], 8)
  const parts = [pngChunk('IHDR', header), ...extra, pngChunk('IDAT', deflateSync(rows)), pngChunk('IEND')]
  return new Uint8Array(Buffer.concat([PNG_SIGNATURE, ...parts]))
}

/** 8,000 by 8,000 dots of 16 bits, all white: some 125 kB packed, 128 MB unpacked. */
export function deepPng(): Uint8Array {
  const side = 8_000
  return pngOf({ width: side, height: side, depth: 16, color: 0, rows: new Uint8Array(side * (1 + side * 2)) })
}
