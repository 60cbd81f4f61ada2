/** One of the printer's five built-in fonts: cell in dots; `pitch` is the cell with the space to the next one. */
export interface EplFont {
  number: 1 | 2 | 3 | 4 | 5
  width: number
  height: number
  pitch: number
}

/** At 203 dpi (EPL2 manual, A command). */
const FONTS_203: readonly [EplFont, ...EplFont[]] = [
  { number: 1, width: 8, height: 12, pitch: 10 },
  { number: 2, width: 10, height: 16, pitch: 12 },
  { number: 3, width: 12, height: 20, pitch: 14 },
  { number: 4, width: 14, height: 24, pitch: 16 },
  { number: 5, width: 32, height: 48, pitch: 36 },
]

/** At 300 dpi, where the cell holds its own spacing. */
const FONTS_300: readonly [EplFont, ...EplFont[]] = [
  { number: 1, width: 12, height: 20, pitch: 12 },
  { number: 2, width: 16, height: 28, pitch: 16 },
  { number: 3, width: 20, height: 36, pitch: 20 },
  { number: 4, width: 24, height: 44, pitch: 24 },
  { number: 5, width: 48, height: 80, pitch: 48 },
]

/** The built-in fonts of a printer; EPL printers are 203 or 300 dpi, and finer ones are taken as 300. */
export function eplFonts(dpi: number): readonly EplFont[] {
  return dpi <= 203 ? FONTS_203 : FONTS_300
}

/** Multipliers a font may be enlarged by, across and down. */
const ACROSS = [1, 2, 3, 4, 5, 6, 8]
const DOWN = [1, 2, 3, 4, 5, 6, 7, 8, 9]

/** The tallest font and multiplier not taller than `height`, or the smallest font. Font 5 has capitals only and is left out. */
export function eplFontFor(dpi: number, height: number): { font: EplFont; across: number; down: number } {
  const [smallest, ...larger] = dpi <= 203 ? FONTS_203 : FONTS_300
  let best = { font: smallest, across: 1, down: 1 }
  for (const font of [smallest, ...larger]) {
    if (font.number === 5) continue
    for (const down of DOWN) {
      const tall = font.height * down
      // Of equal heights the larger font is the least enlarged, and so the crispest.
      if (tall > height || tall < best.font.height * best.down) continue
      best = { font, down, across: ACROSS.findLast((across) => across <= down) ?? 1 }
    }
  }
  return best
}
