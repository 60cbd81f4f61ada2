import bwipjs from 'bwip-js/node'
import { z } from 'zod'
import { barsBitmap } from '../../src-labels/barcodes/bars.ts'
import { blankBitmap, type Bitmap } from '../../src-labels/bitmap/bitmap.ts'
import { fillRectangle } from '../../src-labels/bitmap/transform.ts'
import { parameterNumber, type EplCommand } from '../../src-labels/epl/commands.ts'

/** Bars from the left: width of each bar and of the space behind it; heights and how far they stand above the ground. */
const barsSchema = z
  .array(z.object({ sbs: z.array(z.number()), bhs: z.array(z.number()), bbs: z.array(z.number()) }))
  .min(1)

interface Kind {
  /** The library's name. */
  bcid: string
  /**
   * modules: widths are whole numbers of the narrow element. twoWidths: narrow or wide. heights: bars of one width that
   * differ in height, whose size the postal services fix.
   */
  widths: 'modules' | 'twoWidths' | 'heights'
  /** Digits of an add-on at the end of the data. */
  addOn?: number
  options?: Record<string, unknown>
}

/** Types of the `B` command (EPL2 manual, table of bar codes) besides those that `src-labels` draws by itself. */
const KINDS: Readonly<Record<string, Kind>> = {
  '9': { bcid: 'code93', widths: 'modules', options: { includecheck: true } },
  K: { bcid: 'rationalizedCodabar', widths: 'twoWidths' },
  '2G': { bcid: 'identcode', widths: 'twoWidths' },
  '2U': { bcid: 'itf14', widths: 'twoWidths' },
  L: { bcid: 'msi', widths: 'twoWidths', options: { includecheck: true } },
  M: { bcid: 'msi', widths: 'twoWidths', options: { includecheck: true } },
  P: { bcid: 'postnet', widths: 'heights' },
  PL: { bcid: 'planet', widths: 'heights' },
  J: { bcid: 'japanpost', widths: 'heights' },
  E32: { bcid: 'ean13', widths: 'modules', addOn: 2 },
  E35: { bcid: 'ean13', widths: 'modules', addOn: 5 },
  E82: { bcid: 'ean8', widths: 'modules', addOn: 2, options: { permitaddon: true } },
  E85: { bcid: 'ean8', widths: 'modules', addOn: 5, options: { permitaddon: true } },
  UA2: { bcid: 'upca', widths: 'modules', addOn: 2 },
  UA5: { bcid: 'upca', widths: 'modules', addOn: 5 },
  UE2: { bcid: 'upce', widths: 'modules', addOn: 2 },
  UE5: { bcid: 'upce', widths: 'modules', addOn: 5 },
}
/** Digits of the longer of the two German postal codes, which is known by them. */
const LEITCODE_DIGITS = 13
const POINTS_PER_INCH = 72
const LONGEST = 200
const MOST_NARROW = 10
const MOST_WIDE = 30

/**
 * The bars of a `B` command in dots, upright and without text; null for a type that is not in the table.
 * @throws Error of the library for data that the code cannot hold.
 */
export function eplBarSymbol(command: EplCommand, data: string, dpi: number, mostDots: number): Bitmap | null {
  const type = command.parameters[3] ?? ''
  const kind = Object.hasOwn(KINDS, type) ? KINDS[type] : undefined
  if (!kind) return null
  if (data.length > LONGEST) throw new RangeError(`barcode data of ${data.length} characters`)
  const bcid = type === '2G' && data.length >= LEITCODE_DIGITS ? 'leitcode' : kind.bcid
  const text = kind.addOn === undefined ? data : `${data.slice(0, -kind.addOn)} ${data.slice(-kind.addOn)}`
  const [bars] = barsSchema.parse(bwipjs.raw({ bcid, text, ...kind.options }))
  if (!bars) throw new RangeError('there is no symbol')
  const narrow = Math.min(MOST_NARROW, Math.max(1, parameterNumber(command, 4)))
  const wide = Math.min(MOST_WIDE, Math.max(narrow + 1, parameterNumber(command, 5)))
  const height = Math.min(mostDots, Math.max(1, parameterNumber(command, 6)))
  switch (kind.widths) {
    case 'modules':
      return barsBitmap(
        bars.sbs.map((modules) => modules * narrow),
        height,
      )
    case 'twoWidths':
      return barsBitmap(
        bars.sbs.map((modules) => (modules > 1 ? wide : narrow)),
        height,
      )
    case 'heights':
      return barsOfHeights(bars, dpi)
  }
}

function barsOfHeights({ sbs, bhs, bbs }: z.infer<typeof barsSchema>[number], dpi: number): Bitmap {
  const dots = (inches: number) => Math.max(1, Math.round(inches * dpi))
  const tallest = Math.max(...bhs.map((bar, index) => bar + (bbs[index] ?? 0)))
  const lengths = sbs.map((points) => (points / POINTS_PER_INCH) * dpi)
  const bitmap = blankBitmap(Math.max(1, Math.ceil(lengths.reduce((sum, one) => sum + one, 0))), dots(tallest))
  let at = 0
  for (const [index, bar] of bhs.entries()) {
    const width = Math.max(1, Math.round(lengths[2 * index] ?? 1))
    const top = dots(tallest) - dots(bar + (bbs[index] ?? 0))
    fillRectangle(bitmap, Math.round(at), top, width, dots(bar), 'black')
    at += (lengths[2 * index] ?? 0) + (lengths[2 * index + 1] ?? 0)
  }
  return bitmap
}
