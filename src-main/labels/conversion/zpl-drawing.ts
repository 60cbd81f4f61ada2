import type { Bitmap } from '../../../src-labels/bitmap/bitmap.ts'
import type { Size } from '../../../src-labels/bitmap/fit.ts'
import { centerOn } from '../../../src-labels/bitmap/transform.ts'
import { zplPicture } from '../../../src-labels/zpl/picture.ts'
import { countOf } from '../../../src-labels/digits.ts'
import { zplCommands, zplParameters, type ZplCommand } from '../../../src-labels/zpl/commands.ts'
import { pictureLabels } from '../../../src-labels/zpl/pictures.ts'
import type { Letters } from '../../../src-labels/compose/letters.ts'
import { openLetters, type LineShapes } from '../../../src-node/letters/letters.ts'
import { isStrange } from './zpl-own-text.ts'
import { decodePng } from './png-decode.ts'
import { MOST_DECODED_BYTES } from './limits.ts'
import { checkCount, checkDrawn } from './limits-check.ts'
import { ConversionProblem, tooLarge } from './problem.ts'
import { OwnFields } from './zpl-own-fields.ts'
import { plainZpl } from './zpl-plain.ts'
import { rendererText, strangeTexts } from './zpl-text.ts'
import { zplRenderer } from './zpl-renderer.ts'

const MM_PER_INCH = 25.4
const CARRIES_PICTURE = new Set(['GF', 'DG', 'DY'])

/**
 * Draws the labels of a ZPL stream, copies not counted. Labels of pictures alone are exact and drawn one by one; others are
 * approximate, since the renderer's fonts are look-alikes, and take it some hundred milliseconds, all of them in one go.
 * @param purpose print: a label that is not drawn as a printer would is refused. screen: it is drawn as far as it goes (`zplDrawing`).
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
  const { text, framed, unseen, unwritten } = await zplDrawingInLetters(bytes, dotsPerMm * MM_PER_INCH)
  const missing = [...framed, ...unseen, ...unwritten]
  if (purpose === 'print' && missing.length > 0) {
    throw new ConversionProblem(`the label uses commands of ZPL that cannot be drawn: ${missing.join(', ')}`)
  }
  const { draw } = await zplRenderer()
  // The renderer rounds dots up again, and 1829 / 12 * 12 may be 1829.0000000002.
  const millimetres = (dots: number) => (dots - 0.01) / dotsPerMm
  const width = widthOf(formats, size.width)
  const files = await draw(text, millimetres(width), millimetres(size.height), dotsPerMm)
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

/** What the renderer draws of a ZPL stream, and what its picture lacks, by the names of commands. */
interface ZplDrawing {
  /** What the renderer is given. */
  text: string
  /** Barcodes that are not drawn here; frames show their names. */
  framed: string[]
  /** What else is not in the picture. */
  unseen: string[]
  /** Letters in no font here, each once: the picture has something else in their place. */
  unwritten: string[]
}

/**
 * A ZPL stream as it is drawn. A conversion is refused for whatever the picture lacks.
 * @param fonts draws letters that the renderer lacks; null: they are reported as missing
 */
export function zplDrawing(bytes: Uint8Array, dpi: number, fonts: (Letters & LineShapes) | null): ZplDrawing {
  const { commands, notShown } = plainZpl(bytes, dpi)
  const strange = strangeTexts(commands)
  const fields = new OwnFields(dpi, strange, fonts)
  for (const [index, command] of commands.entries()) fields.take(command, index)
  const text = rendererText(commands, (index) => fields.instead(index))
  const isWritten = (char: string, line: string) =>
    !isStrange(char) || (!fields.leftTexts.has(line) && fonts?.has(char))
  const unwritten = [...strange.values()].flatMap((line) => [...line].filter((char) => !isWritten(char, line)))
  return { text, framed: [...fields.notDrawn], unseen: [...notShown], unwritten: [...new Set(unwritten)] }
}

/** The same, with letters from the fonts here where the renderer lacks some. */
export async function zplDrawingInLetters(bytes: Uint8Array, dpi: number): Promise<ZplDrawing> {
  const drawing = zplDrawing(bytes, dpi, null)
  return drawing.unwritten.length === 0 ? drawing : zplDrawing(bytes, dpi, await openLetters())
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
