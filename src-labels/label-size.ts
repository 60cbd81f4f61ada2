/** Resolutions of label print heads by their usual names, and dots an inch as labels are measured with them. */
const DOTS_PER_INCH = { 203: 203, 300: 304.8, 600: 609.6 } as const

export type LabelDpi = keyof typeof DOTS_PER_INCH

/** Size of a label in the printer's dots. */
export interface LabelSize {
  widthDots: number
  heightDots: number
}

/** Label media in inches. */
export interface LabelMedia {
  widthIn: number
  heightIn: number
}

/**
 * Media in the dots of a print head: 4 by 6 in is 812x1218 at 8 dots/mm, 1218x1829 at 12 and 2438x3658 at 24, the sizes
 * printers name. The width is rounded down to an even number, so that no column falls beside the label; 8 dots/mm is
 * reckoned as 203 an inch, as everybody does.
 */
export function labelSizeInDots(media: LabelMedia, dpi: LabelDpi): LabelSize {
  const perInch = DOTS_PER_INCH[dpi]
  return {
    widthDots: Math.floor((media.widthIn * perInch) / 2 + 1e-9) * 2,
    heightDots: Math.round(media.heightIn * perInch),
  }
}

/** The media that is so many dots of a print head. */
export function mediaOfDots({ widthDots, heightDots }: LabelSize, dpi: LabelDpi): LabelMedia {
  const perInch = DOTS_PER_INCH[dpi]
  return { widthIn: widthDots / perInch, heightIn: heightDots / perInch }
}
