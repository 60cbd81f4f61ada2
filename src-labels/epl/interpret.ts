import { blankBitmap, type Bitmap } from '../bitmap/bitmap.ts'
import { drawBitmap, fillRectangle, rotate } from '../bitmap/transform.ts'
import { barsBitmap, type BarWidths } from '../barcodes/bars.ts'
import { eplBars } from './barcodes.ts'
import type { Letters } from '../compose/letters.ts'
import type { LabelSize } from '../label-size.ts'
import { fromCharacterSet } from './code-page.ts'
import { eplCommand } from './command-table.ts'
import { parameterNumber, type EplCommand } from './commands.ts'
import { printedCommands, symbolKey } from './forms.ts'
import { pcxBitmap } from './pcx.ts'
import { eplFonts, type EplFont } from './fonts.ts'
import { glyphBlock } from './glyphs.ts'
import { decodeDirectGraphic } from './graphics.ts'

/** One label as `P` prints it. */
export interface EplDrawing {
  bitmap: Bitmap
  copies: number
  /** Names of commands that would have put something on paper and are not known here. */
  notDrawn: string[]
}

/** No diagonal on a label has more dots. */
const MOST_STEPS = 32_000

/** Of the commands that draw nothing themselves, those that what is drawn depends on. */
const NEEDED = new Set(['N', 'I', 'R', 'GM', 'GK'])

/**
 * Draws an EPL2 stream for the screen: graphics, lines, boxes and bar codes exactly to the dot, text in the cells of the
 * printer's fonts but in our own letters, those outside ASCII in `letters`.
 * @param size of the media in dots; what falls outside is lost, as on paper.
 * @param symbols codes that are not drawn here (all of `b`, some of `B`), drawn beforehand, by `symbolKey` of their command.
 */
export function interpretEpl(
  bytes: Uint8Array,
  size: LabelSize,
  dpi: number,
  symbols: ReadonlyMap<string, Bitmap> = new Map(),
  letters: Letters | null = null,
): EplDrawing[] {
  const drawings: EplDrawing[] = []
  const pen = new Pen(size, dpi, { symbols, letters })
  for (const command of printedCommands(bytes)) {
    if (command.name === 'P' || command.name === 'PA') {
      drawings.push({ ...pen.print(), copies: Math.max(1, parameterNumber(command, 0)) })
    } else if (concernsPicture(command.name)) pen.draw(command)
  }
  return drawings
}

/** Whether a stream prints text outside ASCII. */
export function hasEplLetters(bytes: Uint8Array): boolean {
  for (const { name, quoted } of printedCommands(bytes))
    if (name === 'A' && /[\x80-\xff]/.test(quoted ?? '')) return true
  return false
}

/** `ZB` only turns the paper, which a reader does anyway. */
function concernsPicture(name: string): boolean {
  const row = eplCommand(name)
  return row === null || row.paper === 'draws' || NEEDED.has(name)
}

/** The image buffer and what moves the origin in it. */
class Pen {
  readonly #size: LabelSize
  readonly #dpi: number
  readonly #symbols: ReadonlyMap<string, Bitmap>
  readonly #letters: Letters | null
  #image: Bitmap
  #notDrawn = new Set<string>()
  #origin = { x: 0, y: 0 }
  #characterSet = '0'
  /** Pictures that `GM` stored in this stream; what the printer had before is not known. */
  readonly #pictures = new Map<string, Bitmap>()

  constructor(
    size: LabelSize,
    dpi: number,
    { symbols, letters }: { symbols: ReadonlyMap<string, Bitmap>; letters: Letters | null },
  ) {
    this.#symbols = symbols
    this.#letters = letters
    this.#size = size
    this.#dpi = dpi
    this.#image = blankBitmap(size.widthDots, size.heightDots)
  }

  /** What the buffer holds; it stays there until `N`. */
  print(): Pick<EplDrawing, 'bitmap' | 'notDrawn'> {
    return { bitmap: { ...this.#image, data: this.#image.data.slice() }, notDrawn: [...this.#notDrawn] }
  }

  draw(command: EplCommand): void {
    const { name, parameters } = command
    const [x, y] = [parameterNumber(command, 0) + this.#origin.x, parameterNumber(command, 1) + this.#origin.y]
    switch (name) {
      case 'N':
        this.#image = blankBitmap(this.#size.widthDots, this.#size.heightDots)
        this.#notDrawn.clear()
        return
      case 'I':
        this.#characterSet = parameters[1] ?? '0'
        return
      case 'R':
        this.#origin = { x: parameterNumber(command, 0), y: parameterNumber(command, 1) }
        return
      case 'LO':
        return fillRectangle(this.#image, x, y, parameterNumber(command, 2), parameterNumber(command, 3), 'black')
      case 'LW':
        return fillRectangle(this.#image, x, y, parameterNumber(command, 2), parameterNumber(command, 3), 'white')
      case 'LE':
        return fillRectangle(this.#image, x, y, parameterNumber(command, 2), parameterNumber(command, 3), 'invert')
      case 'X':
        return this.#box(x, y, parameterNumber(command, 2), parameterNumber(command, 3), parameterNumber(command, 4))
      case 'LS': {
        const end = { x: parameterNumber(command, 3) + this.#origin.x, y: parameterNumber(command, 4) + this.#origin.y }
        return this.#diagonal(x, y, parameterNumber(command, 2), end.x, end.y)
      }
      case 'b': {
        const symbol = this.#symbols.get(symbolKey(command))
        if (symbol) drawBitmap(this.#image, symbol, x, y)
        else this.#notDrawn.add('b')
        return
      }
      case 'GW': {
        const graphic = decodeDirectGraphic(parameterNumber(command, 2), parameterNumber(command, 3), command.data)
        return drawBitmap(this.#image, graphic, x, y)
      }
      case 'GM': {
        const picture = pcxBitmap(command.data)
        if (picture && command.quoted !== null) this.#pictures.set(command.quoted, picture)
        return
      }
      case 'GK':
        if (command.quoted === '*') this.#pictures.clear()
        else this.#pictures.delete(command.quoted ?? '')
        return
      case 'GG': {
        const picture = this.#pictures.get(command.quoted ?? '')
        if (picture) drawBitmap(this.#image, picture, x, y)
        else this.#notDrawn.add('GG')
        return
      }
      case 'A':
        return this.#text(command, x, y)
      case 'B':
        return this.#barcode(command, x, y)
      default:
        this.#notDrawn.add(name)
    }
  }

  #box(x: number, y: number, thickness: number, right: number, bottom: number): void {
    const [width, height] = [right + this.#origin.x - x, bottom + this.#origin.y - y]
    fillRectangle(this.#image, x, y, width, thickness, 'black')
    fillRectangle(this.#image, x, y + height - thickness, width, thickness, 'black')
    fillRectangle(this.#image, x, y, thickness, height, 'black')
    fillRectangle(this.#image, x + width - thickness, y, thickness, height, 'black')
  }

  #text(command: EplCommand, x: number, y: number): void {
    const font = eplFonts(this.#dpi).find(({ number }) => number === parameterNumber(command, 3))
    if (!font) {
      this.#notDrawn.add('A')
      return
    }
    const [across, down] = [clamp(parameterNumber(command, 4), 1, 9), clamp(parameterNumber(command, 5), 1, 9)]
    const text = fromCharacterSet(command.parameters[7] ?? '', this.#characterSet)
    const block = this.#textBlock(text, font, across, down)
    if (!block) return
    const isReverse = command.parameters[6] === 'R'
    if (isReverse) fillRectangle(block, 0, 0, block.width, block.height, 'invert')
    this.#place(block, x, y, parameterNumber(command, 2))
  }

  /** Characters in a row, each scaled into the font's cell. */
  #textBlock(text: string, font: EplFont, across: number, down: number): Bitmap | null {
    const pitch = font.pitch * across
    const longest = Math.ceil(Math.max(this.#size.widthDots, this.#size.heightDots) / pitch)
    const characters = [...text].slice(0, longest)
    if (characters.length === 0) return null
    const width = Math.min(font.width, Math.floor((font.pitch * 5) / 6)) * across
    return glyphBlock(characters, { width, height: font.height * down, pitch }, this.#letters)
  }

  #barcode(command: EplCommand, x: number, y: number): void {
    const [, , , type = '', , , , readable = '', data = ''] = command.parameters
    const narrow = clamp(parameterNumber(command, 4), 1, 10)
    const wide = clamp(parameterNumber(command, 5), narrow + 1, 30)
    const height = clamp(parameterNumber(command, 6), 1, this.#size.heightDots)
    const elements = barsOrNull(type, data, { narrow, wide })
    const bars = elements ? barsBitmap(elements, height) : this.#symbols.get(symbolKey(command))
    if (!bars) {
      this.#notDrawn.add(`B type ${type}`)
      return
    }
    const [textFont] = eplFonts(this.#dpi).filter(({ number }) => number === 3)
    const text = readable === 'B' && textFont ? this.#textBlock(data, textFont, 1, 1) : null
    const symbol = blankBitmap(bars.width, bars.height + (text ? text.height + 2 : 0))
    drawBitmap(symbol, bars, 0, 0)
    if (text) drawBitmap(symbol, text, (bars.width - text.width) / 2, bars.height + 2)
    this.#place(symbol, x, y, parameterNumber(command, 2))
  }

  /** A diagonal line: `thickness` dots down at each step. */
  #diagonal(x: number, y: number, thickness: number, endX: number, endY: number): void {
    const steps = Math.min(MOST_STEPS, Math.max(Math.abs(endX - x), Math.abs(endY - y), 1))
    const thick = clamp(thickness, 1, this.#size.heightDots)
    for (let step = 0; step <= steps; step += 1) {
      const share = step / steps
      const [left, top] = [Math.round(x + (endX - x) * share), Math.round(y + (endY - y) * share)]
      fillRectangle(this.#image, left, top, 1, thick, 'black')
    }
  }

  /** Turned clockwise in quarters around its own top left corner, which stays at x, y. */
  #place(block: Bitmap, x: number, y: number, quarters: number): void {
    if (quarters === 1) drawBitmap(this.#image, rotate(block, 90), x - block.height, y)
    else if (quarters === 2) drawBitmap(this.#image, rotate(block, 180), x - block.width, y - block.height)
    else if (quarters === 3) drawBitmap(this.#image, rotate(block, 270), x, y - block.width)
    else drawBitmap(this.#image, block, x, y)
  }
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most)
}

/** The bars of a code; null for a type that is not known, or data that it cannot hold. */
function barsOrNull(type: string, data: string, widths: BarWidths): number[] | null {
  try {
    return eplBars(type, data, widths)
  } catch (error) {
    if (error instanceof RangeError) return null
    throw error
  }
}
