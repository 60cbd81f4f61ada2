import { blankBitmap, setBlack, type Bitmap } from '../../../src-labels/bitmap/bitmap.ts'
import { zplCommand } from '../../../src-labels/zpl/command-table.ts'
import { zplCommands, zplParameters, type ZplCommand } from '../../../src-labels/zpl/commands.ts'
import { countOf } from '../../../src-labels/digits.ts'
import { encodeGraphic, graphicField } from '../../../src-labels/zpl/graphics.ts'
import { endingOf, objectOf, quantityOf } from '../../../src-labels/zpl/parameters.ts'
import { zplPicture } from '../../../src-labels/zpl/picture.ts'
import { decodePng } from './png-decode.ts'
import { ConversionProblem } from './problem.ts'
import { isOwnBarcode } from './zpl-barcodes.ts'

/** A ZPL stream in the one spelling that the renderer reads. */
export interface PlainZpl {
  /** Names in capitals, commas between parameters, sizes in whole dots, objects with their drives and endings. */
  commands: ZplCommand[]
  /** Names of commands that shape the labels and do not in what is drawn here. */
  notShown: Set<string>
}

const [COMMA, US] = [0x2c, 0x1f]
const MM_PER_INCH = 25.4
const MOST_ELLIPSE = 4_095

/** Which parameters are sizes or places on paper, whatever the unit is. */
const MEASURED: Readonly<Record<string, readonly number[]>> = {
  FO: [0, 1],
  FT: [0, 1],
  LH: [0, 1],
  GB: [0, 1, 2],
  GC: [0, 1],
  GD: [0, 1, 2],
  GE: [0, 1, 2],
}
/** Those that are read unchanged where the unit is dots: fonts and heights of barcodes. */
const MEASURED_TOO: Readonly<Record<string, readonly number[]>> = {
  CF: [1, 2],
  FB: [0, 2, 4],
  TB: [1, 2],
  BY: [2],
  GS: [1, 2],
  PW: [0],
  LL: [0],
  LS: [0],
  ...heights('B2 B5 B8 B9 BA BC BE BI BJ BL BS BU BZ BF BB B4 B7', 1),
  ...heights('B1 B3 BK BM BP', 2),
}
/** These are followed by data, or by case-sensitive names. */
const AS_THEY_STAND = new Set(['FD', 'FV', 'GF', 'FN', 'CI', 'SE'])
/** After these a field has what it shows: a place or the end of the label ends it, too. */
const SHOWN = new Set(['FD', 'FV', 'GB', 'GC', 'GD', 'GF', 'GS', 'XG'])
/** They take no parameters: whatever follows is no part of the label. */
const BARE = new Set(['XA', 'XZ', 'FS', 'FR'])
/** What only another spelling, a comment or a setting of this file is. */
const LEFT_OUT = new Set(['CC', 'CT', 'CD', 'FX', 'MU', 'LS', 'SF', 'PA', 'CV', 'SL', 'SO'])
/** Objects by the command that calls them up or stores them, and the ending that they have without one. */
const OBJECTS: Readonly<Record<string, string>> = { XG: 'GRF', IM: 'GRF', IL: 'GRF', XF: 'ZPL', DF: 'ZPL' }

/** When a command that is not drawn here changes how the labels look. */
const CHANGES: Readonly<Record<string, (first: string, second: string) => boolean>> = {
  PM: (first) => first === 'Y',
  JM: (first) => first === 'B',
  MC: (first) => first === 'N',
  FP: (first, second) => first === 'V' || first === 'R' || Number(second) > 0,
  FC: () => true,
  FE: () => true,
  FM: () => true,
}

/** Formats' commands that zpl-renderer-js knows besides `^A`; a test reads them out of its program. */
export const RENDERED: ReadonlySet<string> = new Set(
  'LH LR GB GC GF GD GS CF CI FO FT FB FS FD FV FW FR FH BD BC BE B2 B3 B7 BO BX BQ IL XG BY PW DF FN XF PO CW XA XZ'.split(
    ' ',
  ),
)

/** Spells a stream plainly, whatever its prefixes, case, control bytes and units are. */
export function plainZpl(bytes: Uint8Array, dpi: number): PlainZpl {
  const speller = new Speller(dpi, storedImages(bytes))
  for (const command of zplCommands(bytes)) speller.take(command)
  return speller
}

/** Labels that are stored as pictures and not printed, by where their format begins: the name they are stored under. */
function storedImages(bytes: Uint8Array): ReadonlyMap<number, string> {
  const stored = new Map<number, string>()
  let start: number | null = null
  for (const command of zplCommands(bytes)) {
    if (command.kind !== 'format') continue
    if (command.name === 'XA') start = command.at
    if (command.name !== 'IS' || start === null) continue
    const [name = '', isPrinted = ''] = parametersOf(command)
    const object = objectName(name, 'GRF')
    if (object !== null && isPrinted.trim().toUpperCase() === 'N') stored.set(start, object)
  }
  return stored
}

class Speller implements PlainZpl {
  readonly commands: ZplCommand[] = []
  readonly notShown = new Set<string>()
  readonly #stored: ReadonlyMap<number, string>
  readonly #perInch: number
  /** Dots of a unit; null: parameters are dots already. */
  #unit: number | null = null
  #shift = 0
  #fontHeight = 9
  #isCounting = false
  #copies = 1
  /** Whether a field shows something and was not ended. */
  #isOpen = false

  constructor(dpi: number, stored: ReadonlyMap<number, string>) {
    this.#perInch = dpi
    this.#stored = stored
  }

  take(command: ZplCommand): void {
    const { kind, name } = command
    if (kind === 'text') return
    if (kind === 'control') return this.#stores(command)
    // Nobody knows it: it is left out of what is sent, too.
    if (zplCommand(`^${name}`) === null) return
    if (AS_THEY_STAND.has(name)) return this.#push(command)
    if (this.#isOpen && (name === 'FO' || name === 'FT' || name === 'XZ')) this.#say(command, 'FS', [])
    if (name === 'FH')
      return this.#say(command, 'FH', [
        latin1(command.parameters)
          .replace(/[\r\n]/g, '')
          .charAt(0),
      ])
    const parameters = parametersOf(command).map((text) => text.trim().toUpperCase())
    const change = Object.hasOwn(CHANGES, name) ? CHANGES[name] : undefined
    if (change?.(parameters[0] ?? '', parameters[1] ?? '') === true) this.notShown.add(`^${name}`)
    this.#spell(command, parameters)
  }

  #spell(command: ZplCommand, parameters: readonly string[]): void {
    const { name, at } = command
    const [first = '', second = ''] = parameters
    switch (name) {
      case 'MU':
        this.#unit = { I: this.#perInch, M: this.#perInch / MM_PER_INCH }[first.charAt(0)] ?? null
        return
      case 'LS':
        this.#shift = this.#measure(first)
        return
      case 'SF':
        this.#isCounting = true
        return
      case 'PQ':
        this.#copies = quantityOf(first) ?? 1
        return
      case 'SN':
        this.#isCounting = true
        return this.#say(command, 'FD', [parametersOf(command)[0] ?? ''])
      case 'XA': {
        const stored = this.#stored.get(at)
        this.#isCounting = false
        this.#copies = 1
        this.#say(command, 'XA', [])
        if (stored !== undefined) this.#say(command, 'DF', [asFormat(stored)])
        if (stored !== undefined) this.#say(command, 'FS', [])
        return
      }
      case 'XZ':
        // Copies that differ are not so many of one picture.
        if (this.#isCounting && this.#copies > 1) this.notShown.add('^SN')
        return this.#say(command, 'XZ', [])
      case 'IS':
        if (second !== 'N') this.notShown.add('^IS')
        return
      case 'TB': {
        const [turn = '', width = '', height = ''] = this.#measured('TB', parameters)
        const lines = Math.max(1, Math.floor(Number(height) / Math.max(1, this.#fontHeight)))
        if (turn !== '') this.#say(command, 'FW', [turn])
        return this.#say(command, 'FB', [width, String(lines)])
      }
      case 'GE':
        return this.#ellipse(command, this.#measured('GE', parameters))
      default:
        if (!LEFT_OUT.has(name) && !Object.hasOwn(CHANGES, name)) this.#other(command, parameters)
    }
  }

  #other(command: ZplCommand, parameters: readonly string[]): void {
    const { name } = command
    const ending = OBJECTS[name]
    if (ending !== undefined) return this.#object(command, parameters, ending)
    if (name === 'B0') return this.#other({ ...command, name: 'BO' }, parameters)
    const measured = this.#measured(name, parameters)
    if (name === 'CF' || name.startsWith('A')) this.#fontHeight = Number(measured[1]) || this.#fontHeight
    if (name === 'FO' || name === 'FT') {
      const [x = '', ...rest] = measured
      return this.#say(command, name, [this.#shift === 0 ? x : String(Math.max(0, Number(x) - this.#shift)), ...rest])
    }
    const isDrawn = RENDERED.has(name) || name.startsWith('A') || isOwnBarcode(name)
    if (!isDrawn && zplCommand(`^${name}`)?.paper !== 'nothing') this.notShown.add(`^${name}`)
    if (!isDrawn) return
    this.#say(command, name, BARE.has(name) ? [] : measured)
  }

  #object(command: ZplCommand, [name = '', ...rest]: readonly string[], ending: string): void {
    const object = objectName(name, ending) ?? name
    if (command.name === 'IM') return this.#say(command, 'XG', [object, '1', '1'])
    const isStored = command.name === 'IL' && [...this.#stored.values()].includes(object)
    if (!isStored) return this.#say(command, command.name, [object, ...rest])
    this.#say(command, 'XF', [asFormat(object)])
    this.#say(command, 'FS', [])
  }

  #measure(text: string): number {
    const [digits] = /-?\d*\.?\d+/.exec(text) ?? []
    if (digits === undefined) return 0
    // A fraction of a dot is cut, as printers do.
    return this.#unit === null ? Math.trunc(Number(digits)) : Math.round(Number(digits) * this.#unit)
  }

  #measured(name: string, parameters: readonly string[]): string[] {
    const inUnits = this.#unit === null ? [] : (MEASURED_TOO[name] ?? (name.startsWith('A') ? [1, 2] : []))
    const places = MEASURED[name] ?? inUnits
    return parameters.map((text, index) => (places.includes(index) && text !== '' ? String(this.#measure(text)) : text))
  }

  /** A picture that is stored, as a `~DG` whatever it came as. */
  #stores(command: ZplCommand): void {
    const { name } = command
    if (name !== 'DG' && name !== 'DY') return
    const picture = storedPicture(command)
    if (!picture) return void this.notShown.add(`~${name}`)
    this.#say(command, 'DG', [picture.name, ...picture.rest], 'control')
  }

  #ellipse(command: ZplCommand, [width = '', height = '', thickness = '', color = 'B']: readonly string[]): void {
    if (color === 'W') return void this.notShown.add('^GE')
    const side = (text: string, usual: number) => Math.min(MOST_ELLIPSE, Math.max(1, Number(text) || usual))
    const thick = side(thickness, 1)
    const ring = ellipse(side(width, thick), side(height, thick), thick)
    this.#say(command, 'GF', [graphicField(ring, 'HEX').slice('^GF'.length)])
  }

  #say(like: ZplCommand, name: string, parameters: readonly string[], kind: 'format' | 'control' = 'format'): void {
    const said = Buffer.from(parameters.join(','), 'latin1')
    this.#push({ ...like, kind, name, parameters: said, delimiter: COMMA })
  }

  #push(command: ZplCommand): void {
    if (command.kind === 'format') this.#isOpen = SHOWN.has(command.name) || (this.#isOpen && command.name !== 'FS')
    this.commands.push(command)
  }
}

function heights(names: string, at: number): Record<string, readonly number[]> {
  return Object.fromEntries(names.split(' ').map((name) => [name, [at]]))
}

function parametersOf({ parameters, delimiter }: ZplCommand): string[] {
  const text = latin1(parameters).replace(/[\r\n]/g, '')
  return text.replaceAll(String.fromCharCode(US), String.fromCharCode(delimiter)).split(String.fromCharCode(delimiter))
}

/** Bytes as text, one character a byte. */
export function latin1(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1')
}

/** `R:LOGO.GRF`; null where printers may differ on which it is. The renderer has one ending for pictures of all kinds. */
function objectName(text: string, ending: string): string | null {
  const object = objectOf(text, ending)
  return object && `${object.drive}:${object.name.replace(/\.(PNG|BMP|PCX)$/, '-$1.GRF')}`
}

/** What a `~DG` or `~DY` stores, as the parameters of a `~DG`; null for what is no picture that is read here. */
function storedPicture(command: ZplCommand): { name: string; rest: string[] } | null {
  const picture = zplPicture(command)
  const [text = '', type = '', kind = ''] = zplParameters(command, 4).map((one) => one.trim().toUpperCase())
  const name = objectName(text, command.name === 'DY' ? endingOf(kind) : 'GRF')
  if (!picture || name === null) return null
  const { total, bytesPerRow, data } = picture
  if (command.name === 'DG' || picture.form !== 'opaque')
    return { name, rest: [String(total), String(bytesPerRow), data] }
  if (kind === 'P') {
    const bitmap = pngIn(data)
    return (
      bitmap && { name, rest: [String(bitmap.data.length), String(bitmap.bytesPerRow), encodeGraphic(bitmap, 'HEX')] }
    )
  }
  if (type !== 'B' || endingOf(kind) !== 'GRF') return null
  const [, , , , width = ''] = zplParameters(command, 6)
  return { name, rest: [String(total), String(countOf(width) ?? 0), Buffer.from(data, 'latin1').toString('hex')] }
}

/** A PNG file as bytes, in hex or in base64. */
function pngIn(data: string): Bitmap | null {
  const packed = /^:B64:([A-Za-z0-9+/=\s]+):/.exec(data)?.[1]
  const hex = data.replace(/\s/g, '')
  const file =
    packed !== undefined
      ? Buffer.from(packed, 'base64')
      : /^[0-9a-f]+$/i.test(hex)
        ? Buffer.from(hex, 'hex')
        : Buffer.from(data, 'latin1')
  try {
    return decodePng(file)
  } catch (error) {
    if (error instanceof ConversionProblem) return null
    throw error
  }
}

/** A label that is kept as a picture is kept as a format here: both lay the same dots under the next one. */
function asFormat(object: string): string {
  return object.replace(/\.[^.]*$/, '.ZPL')
}

function ellipse(width: number, height: number, thickness: number): Bitmap {
  const bitmap = blankBitmap(width, height)
  const isIn = (x: number, y: number, across: number, down: number) =>
    across > 0 && down > 0 && ((x - width / 2) / across) ** 2 + ((y - height / 2) / down) ** 2 <= 1
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const [middleX, middleY] = [x + 0.5, y + 0.5]
      const isOuter = isIn(middleX, middleY, width / 2, height / 2)
      if (isOuter && !isIn(middleX, middleY, width / 2 - thickness, height / 2 - thickness)) setBlack(bitmap, x, y)
    }
  }
  return bitmap
}
