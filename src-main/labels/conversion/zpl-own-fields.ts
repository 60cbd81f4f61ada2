import { blankBitmap, isBlack, type Bitmap } from '../../../src-labels/bitmap/bitmap.ts'
import { crop, drawBitmap, fillRectangle, rotate } from '../../../src-labels/bitmap/transform.ts'
import { glyphBlock } from '../../../src-labels/epl/glyphs.ts'
import { zplParameters, type ZplCommand } from '../../../src-labels/zpl/commands.ts'
import { graphicField } from '../../../src-labels/zpl/graphics.ts'
import { withoutEscapes } from '../../../src-labels/zpl/escape.ts'
import type { Letters } from '../../../src-labels/compose/letters.ts'
import { textDrawing, type TextField } from './zpl-own-text.ts'
import { drawBarcode, isLeftToRenderer, isOwnBarcode, type BarcodeDrawing, type BarcodeField } from './zpl-barcodes.ts'

type Turn = 'N' | 'R' | 'I' | 'B'
const DEGREES = { N: 0, R: 90, I: 180, B: 270 } as const

/** The text under bars is in font A: cells of 5 by 9 dots, one every 6, as many times larger as a bar is wide. */
const CELL = { width: 5, height: 9, pitch: 6 }
const MOST_TEXT = 400
const PARAMETERS = 12

type Font = Pick<TextField, 'height' | 'width'>
const MOST_HEIGHT = 1_000
/** Of all lines that are drawn here: some labels full of them. */
const MOST_TEXT_DOTS = 32e6

interface Field {
  x: number
  y: number
  isFromTop: boolean
  isRight: boolean
  /** Index of the command that placed it; null: none did. */
  placedAt: number | null
  code: ZplCommand | null
  /** Commands that are left out once the barcode is drawn here. */
  dropped: number[]
  /** Commands that are left out, too, where its text is drawn here. */
  textual: number[]
  font: Font | null
  turn: Turn | null
  block: TextField['block']
  dataAt: number | null
  data: string
  hex: string | null
  isLater: boolean
  isReversed: boolean
}

/**
 * Follows a ZPL stream command by command, and draws the barcodes that zpl-renderer-js would print as text, and lines in
 * letters that its fonts lack. They become pictures in the same places; what is beside them stays as it is.
 */
export class OwnFields {
  /** Names of barcode commands that could not be drawn; each is a frame with its name in it. */
  readonly notDrawn = new Set<string>()
  /** Texts that are not drawn by their letters. */
  readonly leftTexts = new Set<string>()
  /** The replacement of a command's own text, by its index. */
  readonly #instead = new Map<number, string>()
  readonly #dpi: number
  readonly #strange: ReadonlyMap<number, string>
  readonly #letters: Letters | null
  #bars = { narrow: 2, ratio: 3, height: 10 }
  #dotsLeft = MOST_TEXT_DOTS
  #font: Font = { height: 9, width: null }
  #turn: Turn = 'N'
  #isReversed = false
  #field = emptyField()

  /**
   * @param strange texts of fields in letters that the renderer lacks, by the index of the command with the data
   * @param letters draws them; null: nothing does
   */
  constructor(dpi: number, strange: ReadonlyMap<number, string>, letters: Letters | null) {
    this.#dpi = dpi
    this.#strange = strange
    this.#letters = letters
  }

  /** What a command is to be written as; null: unchanged. Call once all commands are taken. */
  instead(index: number): string | null {
    return this.#instead.get(index) ?? null
  }

  take(command: ZplCommand, index: number): void {
    if (command.kind !== 'format') return
    const { name } = command
    const field = this.#field
    switch (name) {
      case 'BY':
        return this.#setBars(zplParameters(command, 3))
      case 'FW':
        this.#turn = turnOf(zplParameters(command, 1)[0], 'N')
        return
      case 'FO':
      case 'FT': {
        const [x = '', y = '', justified = ''] = zplParameters(command, 3)
        // Without a place `^FT` continues where the last field ended.
        const isLater = name === 'FT' && (x.trim() === '' || y.trim() === '')
        const place = {
          x: wholeOf(x, 0),
          y: wholeOf(y, 0),
          isFromTop: name === 'FO',
          isRight: justified.trim() === '1',
        }
        this.#field = { ...field, ...place, placedAt: index, isLater: field.isLater || isLater }
        return
      }
      case 'CF': {
        const [font = '', ...size] = zplParameters(command, 3)
        this.#font = fontOf(font.trim(), size, this.#font)
        return
      }
      case 'FB': {
        const [width = '', lines = '', gap = '', justified = ''] = zplParameters(command, 4)
        const block = { width: wholeOf(width, 0), lines: wholeOf(lines, 1), gap: wholeOf(gap, 0) }
        field.block = block.width > 0 ? { ...block, justified: justified.trim().toUpperCase() } : null
        field.textual.push(index)
        return
      }
      case 'FR':
        field.isReversed = true
        return
      case 'LR':
        this.#isReversed = zplParameters(command, 1)[0]?.trim().toUpperCase() === 'Y'
        return
      case 'FH':
        field.hex = zplParameters(command, 1)[0]?.charAt(0) || '_'
        field.dropped.push(index)
        return
      case 'FD':
      case 'FV':
        field.dataAt = index
        field.data = (zplParameters(command, 1)[0] ?? '').replace(/[\r\n]+/g, '')
        return
      case 'FS':
      case 'XA':
      case 'XZ':
        this.#end()
        return
      default:
        if (name === 'FN') field.isLater = true
        if (name.startsWith('A')) {
          const [turn, ...size] = zplParameters(command, 3)
          field.turn = turnOf(turn, this.#turn)
          field.font = fontOf(name.slice(1), size, this.#font)
        }
        // `^BY` was taken above.
        if (name.startsWith('B') && name.length === 2) {
          field.code = command
          field.dropped.push(index)
        }
    }
  }

  #setBars([narrow = '', ratio = '', height = '']: readonly string[]): void {
    const { narrow: before, ratio: ratioBefore, height: heightBefore } = this.#bars
    const wide = Number.parseFloat(ratio)
    this.#bars = {
      narrow: Math.min(100, Math.max(1, wholeOf(narrow, before))),
      ratio: Number.isNaN(wide) ? ratioBefore : Math.min(3, Math.max(2, wide)),
      height: Math.max(1, wholeOf(height, heightBefore)),
    }
  }

  #end(): void {
    const field = this.#field
    this.#field = emptyField()
    if (!field.code) return this.#endText(field)
    if (!isOwnBarcode(field.code.name)) return
    if (field.dataAt === null && !field.isLater) return
    const [first, ...parameters] = zplParameters(field.code, PARAMETERS)
    const turn = turnOf(first, this.#turn)
    const data = field.hex === null ? field.data : withoutEscapes(field.data, field.hex)
    const drawn = field.isLater
      ? null
      : drawBarcode(field.code.name, { ...this.#bars, parameters, data, dpi: this.#dpi })
    // It knows no fields that are placed by their right edge, and has its own place for them.
    if ((!drawn || field.isRight) && isLeftToRenderer(field.code.name)) return
    if (!drawn) this.notDrawn.add(`^${field.code.name}`)
    const { bitmap, x, y } = placed(drawn ?? frame(`^${field.code.name} ?`, this.#bars), field, turn, this.#bars.narrow)
    this.#replace(field, bitmap, x, y)
  }

  /** A field of text: drawn here where the renderer lacks a letter of it. */
  #endText(field: Field): void {
    const text = field.dataAt === null ? undefined : this.#strange.get(field.dataAt)
    if (text === undefined) return
    if (!this.#letters || field.isLater) return void this.leftTexts.add(text)
    const font = field.font ?? this.#font
    const drawn = textDrawing(text, { ...font, block: field.block }, this.#letters, this.#dotsLeft)
    if (!drawn) return void this.leftTexts.add(text)
    const { bitmap, below } = drawn
    this.#dotsLeft -= bitmap.width * bitmap.height
    const turn = field.turn ?? this.#turn
    // What hangs below the base line, or below the row, lies beyond the place that the field has.
    const beyond = field.isFromTop ? bitmap.height - Math.max(font.height, bitmap.height - below) : below
    const place = {
      N: { x: 0, y: field.isFromTop ? 0 : beyond },
      R: { x: -beyond, y: 0 },
      I: { x: 0, y: -beyond },
      B: { x: field.isFromTop ? 0 : beyond, y: 0 },
    }[turn]
    const at = { ...field, x: field.x + place.x, y: field.y + place.y }
    const laid = placed({ bars: bitmap, text: null, isTextAbove: false }, at, turn, 1)
    field.dropped.push(...field.textual)
    this.#replace(field, laid.bitmap, laid.x, laid.y)
  }

  /** A picture in place of what the field's commands say. */
  #replace(field: Field, bitmap: Bitmap, x: number, y: number): void {
    for (const index of field.dropped) this.#instead.set(index, '')
    const isEmpty = bitmap.width === 0 || bitmap.height === 0
    const isReversed = field.isReversed || this.#isReversed
    const picture = isEmpty ? '' : ((isReversed ? null : bars(bitmap, x, y)) ?? graphicField(bitmap, 'HEX'))
    const at = `^FO${x},${y}`
    if (field.placedAt !== null) this.#instead.set(field.placedAt, at)
    const last = field.dataAt ?? field.dropped.at(-1)
    if (last !== undefined) this.#instead.set(last, (field.placedAt === null ? at : '') + picture)
  }
}

function emptyField(): Field {
  const place = { x: 0, y: 0, isFromTop: true, isRight: false, placedAt: null }
  const text = { textual: [], font: null, turn: null, block: null }
  return {
    ...place,
    ...text,
    code: null,
    dropped: [],
    dataAt: null,
    data: '',
    hex: null,
    isLater: false,
    isReversed: false,
  }
}

/** Of a `^A` or `^CF`: height and width, where either makes the other. Only fonts of outlines are made narrow or wide. */
function fontOf(name: string, [height = '', width = '']: readonly string[], usual: Font): Font {
  const [high, wide] = [wholeOf(height, 0), wholeOf(width, 0)]
  const isOutline = name === '0' || name === '@'
  if (high <= 0 && wide <= 0) return usual
  return {
    height: Math.min(MOST_HEIGHT, high > 0 ? high : wide),
    width: isOutline && high > 0 && wide > 0 ? wide : null,
  }
}

function wholeOf(text: string, usual: number): number {
  const value = Number.parseInt(text, 10)
  return Number.isNaN(value) ? usual : value
}

function turnOf(parameter: string | undefined, usual: Turn): Turn {
  const letter = parameter?.trim().charAt(0).toUpperCase()
  return letter === 'N' || letter === 'R' || letter === 'I' || letter === 'B' ? letter : usual
}

/** In place of a barcode that could not be drawn: its name in a frame. */
function frame(name: string, { narrow, height }: Pick<BarcodeField, 'narrow' | 'height'>): BarcodeDrawing {
  const text = textOf(name, Math.max(2, narrow))
  const bars = blankBitmap(text.width + 20, Math.max(height, text.height + 20))
  fillRectangle(bars, 0, 0, bars.width, bars.height, 'black')
  fillRectangle(bars, 2, 2, bars.width - 4, bars.height - 4, 'white')
  drawBitmap(bars, text, 10, Math.floor((bars.height - text.height) / 2))
  return { bars, text: null, isTextAbove: false }
}

function textOf(text: string, times: number): Bitmap {
  const { width, height, pitch } = CELL
  const cell = { width: width * times, height: height * times, pitch: pitch * times }
  return glyphBlock([...text].slice(0, MOST_TEXT), cell)
}

/**
 * The drawing turned, and where its top left corner goes: `^FO` is that of the bars, `^FT` the corner at which they
 * begin on their base line; the text is beyond them.
 */
function placed(
  drawing: BarcodeDrawing,
  field: Field,
  turn: Turn,
  narrow: number,
): { bitmap: Bitmap; x: number; y: number } {
  const { bars } = drawing
  const text = drawing.text === null || drawing.text === '' ? null : textOf(drawing.text, narrow)
  const room = text ? text.height + narrow : 0
  const side = text ? Math.max(0, Math.ceil((text.width - bars.width) / 2)) : 0
  const whole = blankBitmap(bars.width + 2 * side, bars.height + room)
  const [above, below] = drawing.isTextAbove ? [room, 0] : [0, room]
  drawBitmap(whole, bars, side, above)
  const textX = text ? Math.floor((whole.width - text.width) / 2) : 0
  if (text) drawBitmap(whole, text, textX, drawing.isTextAbove ? 0 : bars.height + narrow)
  const isUpright = turn === 'N' || turn === 'I'
  const [width, height] = isUpright ? [bars.width, bars.height] : [bars.height, bars.width]
  let { x, y } = field
  if (!field.isFromTop) {
    if (turn === 'I' || turn === 'B') x -= width
    if (turn === 'N' || turn === 'B') y -= height
  } else if (field.isRight) x -= width
  // Room before the bars, to the left and above, as they are turned.
  const [before, over] = { N: [side, above], R: [below, side], I: [side, below], B: [above, side] }[turn]
  const turned = rotate(whole, DEGREES[turn])
  const [left, top] = [x - (before ?? 0), y - (over ?? 0)]
  // Anything off the label is lost, as on paper; the renderer knows no places before its edge.
  const [cutX, cutY] = [Math.max(0, -left), Math.max(0, -top)]
  const seen = { width: Math.max(0, turned.width - cutX), height: Math.max(0, turned.height - cutY) }
  const isSeen = seen.width > 0 && seen.height > 0
  const bitmap =
    cutX + cutY === 0 ? turned : isSeen ? crop(turned, cutX, cutY, seen.width, seen.height) : blankBitmap(1, 1)
  return { bitmap, x: left + cutX, y: top + cutY }
}

/** Most bars that are faster drawn one by one than as a picture. */
const MOST_BARS = 200

/** A picture of bars alone as black boxes; null for any other. The renderer lays pictures down dot by dot, and fills boxes. */
function bars(bitmap: Bitmap, x: number, y: number): string | null {
  const { width, height } = bitmap
  const across = runs(width, (at) => isBlack(bitmap, at, 0))
  if (across.length <= MOST_BARS && isRepeated(bitmap)) {
    return across
      .map(({ from, dots }) => `^FO${x + from},${y}^GB${dots},${height},${Math.min(dots, height)}^FS`)
      .join('')
  }
  const down = runs(height, (at) => isBlack(bitmap, 0, at))
  const lines = down.map(({ from, dots }) => `^FO${x},${y + from}^GB${width},${dots},${Math.min(dots, width)}^FS`)
  return down.length <= MOST_BARS && isOfLines(bitmap) ? lines.join('') : null
}

/** Whether all rows are as the first. */
function isRepeated({ data, bytesPerRow }: Bitmap): boolean {
  return data.every((byte, at) => byte === data[at % bytesPerRow])
}

/** Whether each row is black or white throughout. */
function isOfLines(bitmap: Bitmap): boolean {
  const { width, height, bytesPerRow, data } = bitmap
  const last = (0xff << (bytesPerRow * 8 - width)) & 0xff
  return Array.from({ length: height }, (_, row) => data.subarray(row * bytesPerRow, (row + 1) * bytesPerRow)).every(
    (row) => row.every((byte, at) => byte === (row[0] === 0 ? 0 : at === bytesPerRow - 1 ? last : 0xff)),
  )
}

function runs(length: number, isBlackAt: (at: number) => boolean): { from: number; dots: number }[] {
  const found: { from: number; dots: number }[] = []
  for (let at = 0; at < length; at += 1) {
    const last = found.at(-1)
    if (!isBlackAt(at)) continue
    if (last && last.from + last.dots === at) last.dots += 1
    else found.push({ from: at, dots: 1 })
  }
  return found
}
