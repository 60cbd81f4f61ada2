import type { Bitmap } from '../../src-labels/bitmap/bitmap.ts'
import type { Size } from '../../src-labels/bitmap/fit.ts'
import { centerOn } from '../../src-labels/bitmap/transform.ts'
import { decodeZplPicture, zplPicture } from '../../src-labels/zpl/picture.ts'
import { countOf } from '../../src-labels/digits.ts'
import { zplCommands, zplParameters, type ZplCommand } from '../../src-labels/zpl/commands.ts'
import { pictureLabels } from '../../src-labels/zpl/pictures.ts'
import { decodePng } from './png-decode.ts'
import { MOST_DECODED_BYTES } from './limits.ts'
import { checkCount, checkDrawn } from './limits-check.ts'
import { ConversionProblem, tooLarge } from './problem.ts'
import { OwnBarcodes } from './zpl-own-barcodes.ts'
import { zplRenderer } from './zpl-renderer.ts'

const MM_PER_INCH = 25.4
const CARRIES_PICTURE = new Set(['GF', 'DG', 'DY'])

/**
 * Draws the labels of a ZPL stream, copies not counted. Labels of pictures alone are exact and drawn one by one; others are
 * approximate, since the renderer's fonts are look-alikes, and take it some hundred milliseconds, all of them in one go.
 * @param purpose print: a label with a barcode that nobody here draws is refused. screen: its name stands in a frame instead.
 * @throws ConversionProblem when the renderer cannot make anything of it, or there are too many.
 */
export async function* drawZpl(
  bytes: Uint8Array,
  size: Size,
  dotsPerMm: number,
  purpose: 'print' | 'screen',
): AsyncGenerator<Bitmap, void> {
  const { formats, isPlain } = readZpl(bytes)
  checkCount(formats.length)
  const label = { widthDots: size.width, heightDots: size.height }
  // Twice, so that at no time more than one is kept.
  if (isPlain && formats.every((one) => pictureLabels(one, label))) {
    for (const one of formats) yield* pictureLabels(one, label) ?? []
    return
  }
  checkDrawn((formats.length * size.width * size.height) / 8)
  const barcodes = ownBarcodes(bytes, dotsPerMm * MM_PER_INCH)
  const notDrawn = [...barcodes.notDrawn]
  if (purpose === 'print' && notDrawn.length > 0) {
    throw new ConversionProblem(`the label uses barcodes of ZPL that cannot be drawn: ${notDrawn.join(', ')}`)
  }
  const { draw } = await zplRenderer()
  // The renderer rounds dots up again, and 1829 / 12 * 12 may be 1829.0000000002.
  const millimetres = (dots: number) => (dots - 0.01) / dotsPerMm
  const width = widthOf(formats, size.width)
  const files = await draw(zplText(bytes, barcodes), millimetres(width), millimetres(size.height), dotsPerMm)
  for (const file of files) yield centerOn(decodePng(Buffer.from(file, 'base64')), size.width, size.height)
}

/**
 * What the renderer draws on. A print width (`^PW`) that all labels name is given as that, for narrower labels are laid on
 * another picture by it, dot by dot, which takes longer than all else.
 */
function widthOf(formats: readonly Uint8Array[], media: number): number {
  const widths = new Set<number>()
  for (const format of formats) {
    const named = [...zplCommands(format)].filter(({ kind, name }) => kind === 'format' && name === 'PW')
    if (named.length === 0) return media
    for (const command of named) widths.add(countOf(zplParameters(command, 1)[0] ?? '') ?? media)
  }
  const [width] = widths
  return widths.size === 1 && width ? Math.min(width, media) : media
}

function ownBarcodes(bytes: Uint8Array, dpi: number): OwnBarcodes {
  const barcodes = new OwnBarcodes(dpi)
  let index = 0
  for (const command of zplCommands(bytes)) {
    barcodes.take(command, index)
    index += 1
  }
  return barcodes
}

/** Names of the barcodes in a ZPL stream that nobody here draws: a preview has them in a frame, a conversion is refused. */
export function barcodesNotDrawn(bytes: Uint8Array, dpi: number): string[] {
  return [...ownBarcodes(bytes, dpi).notDrawn]
}

/** Each format from its `^XA` to its `^XZ`, and whether the stream holds nothing besides. @throws ConversionProblem */
function readZpl(bytes: Uint8Array): { formats: Uint8Array[]; isPlain: boolean } {
  const formats: Uint8Array[] = []
  let start: number | null = null
  let isPlain = true
  let unpacked = 0
  for (const command of zplCommands(bytes)) {
    const { kind, name, at, end } = command
    unpacked += unpackedBytes(command)
    if (kind === 'format' && name === 'XA') start ??= at
    else if (start === null) isPlain &&= kind === 'text'
    if (kind === 'format' && name === 'XZ' && start !== null) {
      formats.push(bytes.subarray(start, end))
      start = null
    }
    if (unpacked > MOST_DECODED_BYTES) {
      throw tooLarge(`the pictures of the ZPL stream are ${unpacked} bytes when unpacked, too many`, MOST_DECODED_BYTES)
    }
  }
  return { formats, isPlain: isPlain && formats.length > 0 && start === null }
}

/** What a picture says that it unpacks to. */
function unpackedBytes(command: ZplCommand): number {
  const total = CARRIES_PICTURE.has(command.name) ? (zplPicture(command)?.total ?? 0) : 0
  return Number.isNaN(total) ? 0 : Math.max(0, total)
}

/**
 * The stream as the text that the renderer takes, which passes it on as UTF-8: pictures become hex, as do the barcodes that
 * it does not know, `^B0` its older name, STX and ETX the commands they stand for, and bytes that are not UTF-8 are read as Windows-1252 and said to be UTF-8.
 */
function zplText(bytes: Uint8Array, barcodes: OwnBarcodes): string {
  let text = ''
  let index = -1
  let isUtf8 = true
  const decode = (part: Uint8Array) => {
    try {
      return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(part)
    } catch {
      isUtf8 = false
      return new TextDecoder('windows-1252').decode(part)
    }
  }
  for (const command of zplCommands(bytes)) {
    index += 1
    const picture = barcodes.instead(index) ?? plainPicture(command)
    const first = bytes[command.at]
    if (picture !== null) text += picture
    else if (command.kind === 'format' && command.name === 'B0') text += `^BO${decode(command.parameters)}`
    else if (first === 0x02 || first === 0x03) text += `^${command.name}${decode(command.parameters)}`
    else text += decode(bytes.subarray(command.at, command.end))
  }
  if (isUtf8) return text
  return text.replace(/\^CI\d*/gi, '').replace(/\^XA/gi, '$&^CI28')
}

/**
 * A `^GF` or `~DG` with its picture in hex. The renderer knows neither `:B64:` nor raw bytes, and fills rows that end in `!`
 * with the wrong digit. Null for other commands, and for pictures that do not decode.
 */
function plainPicture(command: ZplCommand): string | null {
  const picture = zplPicture(command)
  if (!picture || picture.form === 'opaque') return null
  const { total, bytesPerRow } = picture
  try {
    const hex = Buffer.from(decodeZplPicture(picture)).toString('hex').toUpperCase()
    if (command.name === 'GF') return `^GFA,${total},${total},${bytesPerRow},${hex}`
    return command.name === 'DG' ? `~DG${zplParameters(command, 2)[0] ?? ''},${total},${bytesPerRow},${hex}` : null
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
