import bwipjs from 'bwip-js/node'
import { z } from 'zod'
import { blankBitmap, isBlack, setBlack, type Bitmap } from '../../../src-labels/bitmap/bitmap.ts'
import { resize } from '../../../src-labels/bitmap/fit.ts'
import { fillRectangle, rotate } from '../../../src-labels/bitmap/transform.ts'
import type { EplCommand } from '../../../src-labels/epl/commands.ts'
import { printedCommands, symbolKey } from '../../../src-labels/epl/forms.ts'
import { eplBarSymbol } from './epl-bars.ts'
import { decodePng } from './png-decode.ts'

/** A MaxiCode is always as large: 28.14 by 26.91 mm in ISO/IEC 16023. */
const MAXICODE_MM = { width: 28.14, height: 25.6 }
const MM_PER_INCH = 25.4
/** Enough dots for its hexagons, before it is brought to the printer's. */
const MAXICODE_SCALE = 8

const modulesSchema = z.array(z.object({ pixs: z.array(z.number()), pixx: z.int(), pixy: z.int() })).min(1)

/** No code is higher than a label. */
const MOST_DOTS = 32_000
/** Symbols drawn beforehand, all together. */
const MOST_SYMBOLS = 2_000

/**
 * The codes of an EPL stream that the interpreter does not draw, by `symbolKey` of their command: PDF417 and MaxiCode,
 * which every EPL2 printer knows, Aztec, Data Matrix and QR Code, which later and Japanese models do, and the rarer bar
 * codes of `B`. Codes that cannot be drawn are left out, so that the interpreter names them.
 */
export async function eplSymbols(bytes: Uint8Array, dpi: number): Promise<Map<string, Bitmap>> {
  const symbols = new Map<string, Bitmap>()
  for (const command of printedCommands(bytes)) {
    if (symbols.size === MOST_SYMBOLS) break
    if ((command.name !== 'b' && command.name !== 'B') || command.quoted === null) continue
    const symbol = await drawn(command, command.quoted, dpi)
    if (symbol) symbols.set(symbolKey(command), symbol)
  }
  return symbols
}

async function drawn(command: EplCommand, data: string, dpi: number): Promise<Bitmap | null> {
  try {
    return command.name === 'B' ? eplBarSymbol(command, data, dpi, MOST_DOTS) : await matrix(command, data, dpi)
  } catch (error) {
    // The library throws for data that a code cannot hold; such a code is not drawn, and that is reported.
    if (error instanceof Error) return null
    throw error
  }
}

async function matrix(command: EplCommand, data: string, dpi: number): Promise<Bitmap | null> {
  const type = command.parameters[2]
  // Options come before the data, with or without commas: `s3,eM` or `s3eM`.
  const options = command.parameters.slice(3, -1).join(',') + lettersBefore(command.parameters.at(-1) ?? '', data)
  const option = (letter: string) => new RegExp(`${letter}([0-9]+)`).exec(options)?.[1]
  const number = (letter: string, usual: number, most: number) =>
    Math.min(most, Math.max(1, Number(option(letter) ?? usual)))
  switch (type) {
    case 'P': {
      const columns = option('l') === undefined ? {} : { columns: number('l', 1, 30) }
      const level = Math.min(8, Number(option('s') ?? 2))
      const symbol = modules({ bcid: 'pdf417', text: data, eclevel: level, rowmult: 1, ...columns })
      const turned = Number(option('o') ?? 0)
      return rotate(enlarge(symbol, number('x', 2, 9), number('y', 8, 99)), quarter(turned))
    }
    case 'Q': {
      const level = /e([LMQH])/.exec(options)?.[1] ?? 'M'
      const side = number('s', 3, 99)
      return enlarge(modules({ bcid: 'qrcode', text: data, eclevel: level }), side, side)
    }
    case 'D': {
      const side = number('h', 5, 40)
      return enlarge(modules({ bcid: 'datamatrix', text: data }), side, side)
    }
    case 'A': {
      const side = number('d', 3, 40)
      return enlarge(modules({ bcid: 'azteccode', text: data, ...aztecSize(Number(option('e') ?? 0)) }), side, side)
    }
    case 'M':
      return await maxicode(data, option('m'), dpi)
    default:
      return null
  }
}

/** Of an Aztec code: how much may be damaged, in percent, or how many layers it has, in the smaller or the larger form. */
function aztecSize(size: number): Record<string, unknown> {
  if (size >= 1 && size <= 99) return { eclevel: size }
  if (size >= 101 && size <= 104) return { format: 'compact', layers: size - 100 }
  return size >= 201 && size <= 232 ? { format: 'full', layers: size - 200 } : {}
}

function lettersBefore(parameter: string, data: string): string {
  return parameter.endsWith(data) ? parameter.slice(0, parameter.length - data.length) : ''
}

function quarter(turned: number): 0 | 90 | 180 | 270 {
  return turned === 1 ? 90 : turned === 2 ? 180 : turned === 3 ? 270 : 0
}

/** The modules of a QR Code or a Data Matrix, a dot each. @throws Error of the library for data that the code cannot hold */
export function matrixModules(symbology: 'qr' | 'datamatrix', data: string): Bitmap {
  return symbology === 'qr'
    ? modules({ bcid: 'qrcode', text: data, eclevel: 'M' })
    : modules({ bcid: 'datamatrix', text: data })
}

/** The modules of a code that the library draws in squares or rows, a dot each. @throws Error of the library */
export function modules(options: Parameters<typeof bwipjs.raw>[0] & Record<string, unknown>): Bitmap {
  const [symbol] = modulesSchema.parse(bwipjs.raw(options))
  if (!symbol) throw new RangeError('there is no symbol')
  const bitmap = blankBitmap(symbol.pixx, symbol.pixy)
  for (const [at, dot] of symbol.pixs.entries()) {
    if (dot === 1) setBlack(bitmap, at % symbol.pixx, Math.floor(at / symbol.pixx))
  }
  return bitmap
}

/**
 * The rows of a stacked code, each as high as `heightOf` says, in modules: the library gives each row once.
 * @throws Error of the library; RangeError when the heights are not those that it means
 */
export function stackedModules(options: Parameters<typeof modules>[0], heightOf: (row: number) => number): Bitmap {
  const rows = modules(options)
  const stacked = blankBitmap(rows.width, rows.height)
  let top = 0
  for (let row = 0; top < rows.height; row += 1) {
    const height = Math.max(1, heightOf(row))
    for (let x = 0; x < rows.width; x += 1) {
      if (isBlack(rows, x, row)) fillRectangle(stacked, x, top, 1, height, 'black')
    }
    top += height
  }
  if (top !== rows.height) throw new RangeError(`rows of ${top} modules instead of ${rows.height}`)
  return stacked
}

/** Each dot so many times across and down. */
export function enlarge(bitmap: Bitmap, across: number, down: number): Bitmap {
  return resize(bitmap, { width: bitmap.width * across, height: bitmap.height * down })
}

/** `class,country,postal code,message` in modes 2 and 3; the message alone in 4 and 6. */
async function maxicode(data: string, mode: string | undefined, dpi: number): Promise<Bitmap> {
  const [service = '', country = '', postalCode = '', ...message] = data.split(',')
  const chosen = mode ?? (/^\d+$/.test(postalCode) ? '2' : '3')
  const isAddressed = chosen === '2' || chosen === '3'
  const post = chosen === '2' ? postalCode.padEnd(9, '0') : postalCode.slice(0, 6).padEnd(6, ' ')
  const text = isAddressed ? [post, country, service, message.join(',')].join('\u001d') : data
  const options = { bcid: 'maxicode', text, mode: Number(chosen), scale: MAXICODE_SCALE }
  const picture = decodePng(await bwipjs.toBuffer(options))
  const dots = (millimetres: number) => Math.round((millimetres / MM_PER_INCH) * dpi)
  return resize(picture, { width: dots(MAXICODE_MM.width), height: dots(MAXICODE_MM.height) })
}
