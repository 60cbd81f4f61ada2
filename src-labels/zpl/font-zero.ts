/**
 * Advance widths of Zebra's scalable font 0 in hundredths of its character width, rounded up: a line that fits by this
 * table fits on paper. An accented letter is as wide as its letter; what is not listed counts as a full square.
 */
const WIDTHS: Record<string, string> = {
  27: " '\\|",
  30: '/:;Ifijlt{}’',
  36: '!"(),.[]`r·',
  48: 'Jcksvxyz°',
  53: '0123456789EFLTZabdeghnopqu#$*+<=>?^_~ß£¥€–“”',
  59: 'ABCKPSVXY',
  65: 'DGHNOQRU',
  72: '&w',
  82: 'Mmæ½',
  86: 'W-%@',
}
const WIDEST = 105
const BY_CHAR = new Map(Object.entries(WIDTHS).flatMap(([width, chars]) => [...chars].map((char) => [char, +width])))

function advance(char: string): number {
  return BY_CHAR.get(char.normalize('NFD').charAt(0)) ?? WIDEST
}

/** Upper bound of a line's width in dots, printed in font 0 with this character width. */
export function lineWidth(line: string, characterWidth: number): number {
  let hundredths = 0
  for (const char of line) hundredths += advance(char)
  return Math.ceil((hundredths * characterWidth) / 100)
}
