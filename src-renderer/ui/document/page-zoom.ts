/** A share of the paper's own size, at the 96 points that a screen counts to the inch; or as wide as there is room. */
export type Zoom = number | 'fit'

const STEPS = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4] as const
const PIXELS_PER_INCH = 96
/** A label as wide as a large window would be read from across the room. */
const MOST_FIT = 1.5
/** The space around a page: the padding of its ground and the border. */
const AROUND = 26

/** From here on a page is drawn with finer dots. */
export const FINE_FROM = 2

/** Pixels. */
export function pageWidth(zoom: Zoom, widthIn: number, room: number): number {
  const natural = widthIn * PIXELS_PER_INCH
  if (zoom !== 'fit') return Math.round(natural * zoom)
  return Math.round(Math.max(96, Math.min(room - AROUND, natural * MOST_FIT)))
}

export function zoomIn(zoom: number): number {
  return STEPS.find((step) => step > zoom + 0.01) ?? STEPS[STEPS.length - 1] ?? 1
}

export function zoomOut(zoom: number): number {
  return STEPS.findLast((step) => step < zoom - 0.01) ?? STEPS[0]
}
