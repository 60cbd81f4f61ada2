import { code39Elements } from '../../../src-labels/barcodes/code39.ts'
import { eanElements, type EanKind } from '../../../src-labels/barcodes/ean.ts'
import { modulo10 } from '../../../src-labels/barcodes/interleaved.ts'
import { barsBitmap } from '../../../src-labels/barcodes/bars.ts'
import { code128Values, code128ValuesIn, elementsOfValues } from '../../../src-labels/code128.ts'
import type { Bitmap } from '../../../src-labels/bitmap/bitmap.ts'
import { barSymbol, type BarKind } from './bar-symbol.ts'
import { enlarge, modules, stackedModules } from './matrix-codes.ts'

/** What a field's barcode is drawn with: its parameters, and what `^BY` set. Dots. */
export interface BarcodeField {
  /** Behind the orientation, which is the first of every barcode command. */
  parameters: readonly string[]
  data: string
  narrow: number
  ratio: number
  height: number
  dpi: number
}

/** A barcode upright, and the text that is printed with it. */
export interface BarcodeDrawing {
  bars: Bitmap
  text: string | null
  isTextAbove: boolean
}

type Draw = (field: BarcodeField) => BarcodeDrawing

const MOST_DOTS = 32_000
const LONGEST = 3_072
const LEAST_ROW = 8

/** Rows and columns of `^BF` by its mode (ZPL II manual, `^BF`). */
const MICRO_PDF417 = (
  '11x1 14x1 17x1 20x1 24x1 28x1 8x2 11x2 14x2 17x2 20x2 23x2 26x2 6x3 8x3 10x3 12x3 15x3 20x3 26x3 32x3 38x3 44x3 ' +
  '6x4 8x4 10x4 12x4 15x4 20x4 26x4 32x4 38x4 44x4 4x4'
).split(' ')
/** Weights of the two check characters of Code 11. */
const CODE11_WEIGHTS = [10, 9] as const
const CODE11 = '0123456789-'
const MSI_CHECKS: Readonly<Record<string, string>> = { B: 'mod10', C: 'mod1010', D: 'mod1110' }
const DATABARS = ['databaromni', 'databartruncated', 'databarstacked', 'databarstackedomni', 'databarlimited'] as const
/** Height of those drawn as one row of bars, in modules (ISO/IEC 24724). */
const DATABAR_HEIGHTS: Readonly<Record<string, number>> = {
  databaromni: 33,
  databartruncated: 13,
  databarlimited: 10,
  databarexpanded: 34,
}
/** Rows of those that are stacked, and the lines between them. */
const DATABAR_ROWS: Readonly<Record<string, readonly number[]>> = {
  databarstacked: [5, 1, 7],
  databarstackedomni: [33, 1, 1, 1, 33],
}
const DATABAR_EANS: readonly EanKind[] = ['UPC-A', 'UPC-E', 'EAN-13', 'EAN-8']

/**
 * Barcodes of the command table that zpl-renderer-js does not draw, but for those that are not drawn here either
 * (`NOT_DRAWN`). Parameters as the manual has them; digits missing in front are zeros, digits too many are cut.
 */
const CODES: Readonly<Record<string, Draw>> = {
  B1: (field) => {
    const checked = code11(field.data, isYes(field, 0) ? 1 : 2)
    return { ...lines({ bcid: 'code11', widths: 'twoWidths' }, checked, field, 1), ...text(field, field.data, 2, 3) }
  },
  B4: (field) => {
    const [row, where = 'N', mode = 'A'] = field.parameters
    const chosen = /^[0-5]$/.test(mode) ? { mode } : {}
    const size = { rowheight: rowModules(row, 50), sepheight: 1 }
    const bars = enlarge(
      stackedModules({ bcid: 'code49', text: field.data, ...size, ...chosen }, betweenLines(size.rowheight)),
      field.narrow,
      field.narrow,
    )
    return { bars, text: /^[AB]$/.test(where) ? field.data : null, isTextAbove: where === 'A' }
  },
  B5: (field) => ({
    ...lines({ bcid: 'planet', widths: 'heights' }, field.data, field, 0),
    ...text(field, field.data, 1, 2, 'N'),
  }),
  B8: (field) => ean('EAN-8', fixed(field.data, 7), field),
  B9: (field) => ean('UPC-E', upce(field.data), field),
  BA: (field) => ({
    ...lines({ bcid: 'code93', widths: 'modules', options: { includecheck: true } }, field.data, field, 0),
    ...text(field, field.data, 1, 2),
  }),
  BB: (field) => {
    const [height, , columns, rows, mode = 'F'] = field.parameters
    if (mode.trim() !== '' && mode !== 'F') throw new RangeError(`Codablock mode ${mode}`)
    const size = { ...(columns && { columns: Number(columns) }), ...(rows && { rows: Number(rows) }) }
    const rowheight = rowModules(height, 100)
    const options = { bcid: 'codablockf', text: field.data, rowheight, sepheight: 1, ...size }
    const symbol = stackedModules(options, betweenLines(rowheight))
    return plain(enlarge(symbol, field.narrow, field.narrow))
  },
  BC: (field) => {
    const values = code128Plain(field)
    return plain(barsBitmap(modulesWide(elementsOfValues(values), field.narrow), heightOf(field, 0)))
  },
  BF: (field) => {
    const [height, mode] = field.parameters
    const version = MICRO_PDF417[number(mode, 0)] ?? MICRO_PDF417[0]
    const symbol = modules({ bcid: 'micropdf417', text: field.data, version, rowmult: 1 })
    return plain(enlarge(symbol, field.narrow, number(height, field.height)))
  },
  BI: (field) => ({
    ...lines({ bcid: 'industrial2of5', widths: 'twoWidths' }, field.data, field, 0),
    ...text(field, field.data, 1, 2),
  }),
  BJ: (field) => ({
    ...lines({ bcid: 'iata2of5', widths: 'twoWidths' }, field.data, field, 0),
    ...text(field, field.data, 1, 2),
  }),
  BK: (field) => {
    const [start, stop] = [field.parameters[4] || 'A', field.parameters[5] || 'A']
    const whole = /^[A-D].*[A-D]$/i.test(field.data) ? field.data : `${start}${field.data}${stop}`
    const kind = { bcid: 'rationalizedCodabar', widths: 'twoWidths' } as const
    return { ...lines(kind, whole.toUpperCase(), field, 1), ...text(field, whole, 2, 3) }
  },
  BL: (field) => {
    const bars = barsBitmap(code39Elements(field.data, widths(field), true), heightOf(field, 0))
    return { bars, text: field.data, isTextAbove: isYes(field, 1) }
  },
  BM: (field) => {
    const checktype = MSI_CHECKS[field.parameters[0] || 'B']
    const options = checktype === undefined ? {} : { includecheck: true, checktype }
    return {
      ...lines({ bcid: 'msi', widths: 'twoWidths', options }, field.data, field, 1),
      ...text(field, field.data, 2, 3),
    }
  },
  BP: (field) => ({
    ...lines({ bcid: 'plessey', widths: 'modules' }, field.data, field, 1),
    ...text(field, field.data, 2, 3),
  }),
  BR: dataBar,
  BS: (field) => {
    const digits = field.data.length <= 2 ? fixed(field.data, 2) : fixed(field.data, 5)
    const kind = { bcid: digits.length === 2 ? 'ean2' : 'ean5', widths: 'modules' } as const
    return { ...lines(kind, digits, field, 0), ...text(field, digits, 1, 2, 'Y', 'Y') }
  },
  BU: (field) => ean('UPC-A', fixed(field.data, 11), field),
  BZ: (field) => {
    const bcid = { 0: 'postnet', 1: 'planet', 3: 'onecode' }[field.parameters[3] || '0']
    if (bcid === undefined) throw new RangeError(`postal code ${field.parameters[3]}`)
    return { ...lines({ bcid, widths: 'heights' }, field.data, field, 0), ...text(field, field.data, 1, 2, 'N') }
  },
}

/** What the renderer draws as well: it takes ten times as long for these as for their bars one by one. */
const ALSO_RENDERED = new Set(['BC'])

/** Whether the renderer draws a barcode that is none of those drawn here. */
export function isLeftToRenderer(name: string): boolean {
  return ALSO_RENDERED.has(name)
}

/** Never drawn: TLC39 links its two codes in a way that no library here writes. */
const NOT_DRAWN = new Set(['BT'])

/** Whether a command is one of a barcode that the renderer does not draw. */
export function isOwnBarcode(name: string): boolean {
  return Object.hasOwn(CODES, name) || NOT_DRAWN.has(name)
}

/** A field's barcode; null when it is not drawn here, or its data is none that the code holds. */
export function drawBarcode(name: string, field: BarcodeField): BarcodeDrawing | null {
  const draw = Object.hasOwn(CODES, name) ? CODES[name] : undefined
  if (!draw || field.data.length > LONGEST) return null
  try {
    return draw(field)
  } catch (error) {
    // The library throws for data that a code cannot hold; such a code is not drawn, and that is reported.
    if (error instanceof Error) return null
    throw error
  }
}

function plain(bars: Bitmap): BarcodeDrawing {
  return { bars, text: null, isTextAbove: false }
}

/** Height of a row, in modules; eight are the least that scanners follow. */
function rowModules(parameter: string | undefined, most: number): number {
  return Math.min(most, Math.max(LEAST_ROW, number(parameter, LEAST_ROW)))
}

/** Rows between lines of one module. */
function betweenLines(height: number): (row: number) => number {
  return (row) => (row % 2 === 1 ? height : 1)
}

function lines(kind: BarKind, data: string, field: BarcodeField, heightAt: number): { bars: Bitmap } {
  return { bars: barSymbol(kind, data, { ...widths(field), height: heightOf(field, heightAt), dpi: field.dpi }) }
}

function widths({ narrow, ratio }: BarcodeField): { narrow: number; wide: number } {
  return { narrow, wide: Math.max(narrow + 1, Math.floor(narrow * ratio)) }
}

function heightOf({ parameters, height }: BarcodeField, at: number): number {
  return Math.min(MOST_DOTS, Math.max(1, number(parameters[at], height)))
}

function number(parameter: string | undefined, usual: number): number {
  const value = Number.parseInt(parameter ?? '', 10)
  return Number.isNaN(value) ? usual : value
}

function isYes({ parameters }: BarcodeField, at: number, usual = 'N'): boolean {
  return (parameters[at]?.trim() || usual).toUpperCase() === 'Y'
}

function text(field: BarcodeField, data: string, lineAt: number, aboveAt: number, usual = 'Y', usuallyAbove = 'N') {
  return {
    text: isYes(field, lineAt, usual) ? data : null,
    isTextAbove: isYes(field, aboveAt, usuallyAbove),
  }
}

function ean(kind: EanKind, data: string, field: BarcodeField): BarcodeDrawing {
  const bars = barsBitmap(eanElements(kind, data, field.narrow), heightOf(field, 0))
  const shown = kind === 'UPC-E' ? data : data + modulo10(data)
  return { bars, ...text(field, shown, 1, 2) }
}

function fixed(data: string, digits: number): string {
  return data.slice(0, digits).padStart(digits, '0')
}

/** Maker and product, five digits each, as the six that a UPC-E has for them; 6 to 8 digits are one already. */
function upce(data: string): string {
  if (data.length <= 8) return data
  const [maker, product] = [data.slice(-10, -5), data.slice(-5)]
  const value = Number(product)
  if (/[012]00$/.test(maker) && value <= 999) return `0${maker.slice(0, 2)}${product.slice(2)}${maker.charAt(2)}`
  if (maker.endsWith('00') && value <= 99) return `0${maker.slice(0, 3)}${product.slice(3)}3`
  if (maker.endsWith('0') && value <= 9) return `0${maker.slice(0, 4)}${product.slice(4)}4`
  if (value >= 5 && value <= 9) return `0${maker}${product.slice(4)}`
  throw new RangeError(`${data} is not a number that a UPC-E holds`)
}

/** A Code 128 without text, and in its field data nothing that chooses subsets. */
function code128Plain(field: BarcodeField): number[] {
  const [, , , check = 'N', mode = 'N'] = field.parameters.map((parameter) => parameter.trim().toUpperCase())
  if (isYes(field, 1, 'Y') || check === 'Y') throw new RangeError('a Code 128 with a text or a check digit')
  if (mode === 'A') return code128Values(field.data)
  if (mode !== 'N' || field.data.includes('>')) throw new RangeError('a Code 128 that says its subsets')
  return code128ValuesIn('B', field.data)
}

function modulesWide(elements: readonly number[], narrow: number): number[] {
  return elements.map((modules) => modules * narrow)
}

function code11(data: string, checks: 1 | 2): string {
  let whole = data
  for (const weights of CODE11_WEIGHTS.slice(0, checks)) {
    const sum = [...whole].toReversed().reduce((total, char, index) => {
      return total + CODE11.indexOf(char) * ((index % weights) + 1)
    }, 0)
    whole += CODE11.charAt(sum % 11)
  }
  return whole
}

/** `^BR`: kind, module in dots, separator, height, segments of a row; a composite's second part follows `|`. */
function dataBar({ parameters, data, narrow }: BarcodeField): BarcodeDrawing {
  const [kind, magnification, , height, segments] = parameters
  const type = number(kind, 1)
  const dot = Math.min(10, Math.max(1, number(magnification, narrow)))
  if (data.includes('|')) throw new RangeError('a composite code')
  const retail = DATABAR_EANS[type - 7]
  if (retail) return plain(barsBitmap(eanElements(retail, data, dot), Math.max(1, number(height, 25))))
  if (type === 6) {
    const inRow = number(segments, 22)
    if (inRow >= 22) return plain(rowOf('databarexpanded', data, dot))
    const options = { bcid: 'databarexpandedstacked', segments: inRow, text: data }
    // Three lines separate two rows.
    return plain(
      enlarge(
        stackedModules(options, (row) => (row % 4 === 0 ? 34 : 1)),
        dot,
        dot,
      ),
    )
  }
  const bcid = DATABARS[type - 1]
  if (bcid === undefined) throw new RangeError(`GS1 DataBar of type ${type}`)
  const body = fixed(data.replace(/^\(01\)/, ''), data.replace(/^\(01\)/, '').length === 14 ? 14 : 13)
  const gtin = `(01)${body.length === 14 ? body : body + modulo10(body)}`
  const rows = DATABAR_ROWS[bcid]
  if (!rows) return plain(rowOf(bcid, gtin, dot))
  return plain(
    enlarge(
      stackedModules({ bcid, text: gtin }, (row) => rows[row] ?? 1),
      dot,
      dot,
    ),
  )
}

function rowOf(bcid: string, text: string, dot: number): Bitmap {
  const height = (DATABAR_HEIGHTS[bcid] ?? 33) * dot
  return barSymbol({ bcid, widths: 'modules' }, text, { narrow: dot, wide: dot, height, dpi: 0 })
}
