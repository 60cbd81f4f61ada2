import { createHash } from 'node:crypto'
import { deflateSync } from 'node:zlib'

/** Of each row of dots so many bytes are a fine pattern, which nothing makes shorter. */
const FINE_BYTES = 22
const SIZES = { hex: { width: 24, rows: 230, fine: 90 }, Z64: { width: 60, rows: 420, fine: 390 } }

/** A row of dots of a picture as carriers put on labels: a frame, bars, and a fine pattern in a part of it. */
function rowOfDots(row: number, seed: string, { width, fine }: { width: number; fine: number }): Buffer {
  const dots = Buffer.alloc(width, row % 20 < 2 ? 0xff : 0)
  if (row < fine) createHash('sha256').update(`${seed} ${row}`).digest().copy(dots, 1, 0, FINE_BYTES)
  return dots
}

/**
 * A shipping label in ZPL as carriers write them: fields of text and a picture, some 12 kB. In `hex` a fifth of it is what cannot be
 * made shorter; in `Z64` the picture is packed already, and only its letters can be.
 */
export function pictureLabel(text: string, picture: 'hex' | 'Z64' = 'hex'): Buffer {
  const { width, rows } = SIZES[picture]
  const dots = Buffer.concat(Array.from({ length: rows }, (_, row) => rowOfDots(row, text, SIZES[picture])))
  const coded =
    picture === 'hex' ? dots.toString('hex').toUpperCase() : `:Z64:${deflateSync(dots).toString('base64')}:0000`
  const fields = ['TO', text, 'FROM Acme Machine, 1 Elm St, Chicago IL 60601', 'NORTHLINE LTL', `PRO ${text}`]
  const lines = fields.map((field, n) => `^FO40,${60 + n * 48}^A0N,36,36^FD${field}^FS`)
  return Buffer.from(
    `^XA^CI28^PW812^LL1218\n${lines.join('\n')}\n^FO60,420^GFA,${dots.length},${dots.length},${width},${coded}^FS\n^XZ`,
  )
}
