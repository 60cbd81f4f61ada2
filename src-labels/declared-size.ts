import { eplCommands } from './epl/commands.ts'
import type { LabelDpi, LabelMedia } from './label-size.ts'
import type { LabelLanguage } from './language.ts'
import { zplCommands, zplParameters } from './zpl/commands.ts'

const DOTS_PER_INCH = { 203: 203.2, 300: 304.8, 600: 609.6 } as const
/** A size is declared before the first label's fields; no need to look further. */
const MOST_BYTES = 64 * 1024

/**
 * The size that a label says it has: `^PW` and `^LL` in ZPL, `q` and `Q` in EPL, in inches; null unless it says both. Takes
 * any bytes whatever.
 */
export function declaredSize(bytes: Uint8Array, language: LabelLanguage, dpi: LabelDpi): LabelMedia | null {
  const { width, height } = declaredDots(bytes, language)
  return width === null || height === null
    ? null
    : { widthIn: declaredInches(width, dpi), heightIn: declaredInches(height, dpi) }
}

/** So many dots that a label says, in inches of a print head, rounded as people say them. */
export function declaredInches(dots: number, dpi: LabelDpi): number {
  return Math.round((dots / DOTS_PER_INCH[dpi]) * 100) / 100
}

/** What a label says of its size, in dots; null for what it does not say. Takes any bytes whatever. */
export function declaredDots(
  bytes: Uint8Array,
  language: LabelLanguage,
): { width: number | null; height: number | null } {
  const size: { width: number | null; height: number | null } = { width: null, height: null }
  for (const { name, value } of declarations(bytes.subarray(0, MOST_BYTES), language)) {
    if (value > 0) size[name] = value
    if (size.width !== null && size.height !== null) break
  }
  return size
}

function* declarations(
  bytes: Uint8Array,
  language: LabelLanguage,
): Generator<{ name: 'width' | 'height'; value: number }, void> {
  if (language === 'ZPL') {
    for (const command of zplCommands(bytes)) {
      const name = command.kind === 'format' ? ZPL_SIZES[command.name] : undefined
      if (name) yield { name, value: Number.parseInt(zplParameters(command, 2)[0] ?? '', 10) }
    }
    return
  }
  for (const { name: letter, parameters } of eplCommands(bytes)) {
    const name = EPL_SIZES[letter]
    if (name) yield { name, value: Number.parseInt(parameters[0] ?? '', 10) }
  }
}

const ZPL_SIZES: Readonly<Record<string, 'width' | 'height'>> = { PW: 'width', LL: 'height' }
const EPL_SIZES: Readonly<Record<string, 'width' | 'height'>> = { q: 'width', Q: 'height' }
