import { isBlack, type Bitmap } from './bitmap.ts'
import { contentOf, fitsUnscaled, type Box } from './content.ts'
import type { Size } from './fit.ts'

/** Least white between two labels on a page, in parts of the label's width. */
const GAP = 0.02
/** A block with less of the label's area is a part of one. */
const LEAST_AREA = 0.4
/** Of a frame's side, how much is black. */
const FRAME = 0.9
/** Labels of one page are of one size, or nearly. */
const ALIKE = 0.8
/** Deeper than any page is divided into labels. */
const MOST_CUTS = 4

/**
 * The labels on a page that holds several: blocks with white around them that each fit a label at their own size, and are
 * framed or of one size. From the top, then from the left; empty where the page is no such page.
 * @param label its size in the page's dots
 */
export function labelsOnPage(page: Bitmap, label: Size): Box[] {
  const all = contentOf(page, { x: 0, y: 0, width: page.width, height: page.height })
  if (!all || fitsUnscaled(all, label)) return []
  const gap = Math.max(1, Math.round(GAP * label.width))
  const found = framedBlocks(page, all, gap).filter((box) => isLabel(box, label))
  const blocks = found.length > 1 ? found : evenBlocks(page, all, { gap, label })
  return blocks.length > 1 && areAlike(blocks) ? blocks.toSorted((a, b) => a.y - b.y || a.x - b.x) : []
}

function isLabel(box: Box, label: Size): boolean {
  return fitsUnscaled(box, label) && box.width * box.height >= LEAST_AREA * label.width * label.height
}

function areAlike(blocks: readonly Box[]): boolean {
  const near = (sizes: number[]) => Math.min(...sizes) >= ALIKE * Math.max(...sizes)
  return near(blocks.map(({ width }) => width)) && near(blocks.map(({ height }) => height))
}

/** Frames that white separates, however far down the page is cut for them. */
function framedBlocks(page: Bitmap, box: Box, gap: number, cuts = 0): Box[] {
  if (isFramed(page, box)) return [box]
  if (cuts === MOST_CUTS * 2) return []
  const parts = cutAtWhite(page, box, gap)
  return parts.length < 2 ? [] : parts.flatMap((part) => framedBlocks(page, part, gap, cuts + 1))
}

/** A page whose halves, or the halves of its halves, are labels: without frames. */
function evenBlocks(page: Bitmap, box: Box, how: { gap: number; label: Size }, cuts = 0): Box[] {
  if (isLabel(box, how.label)) return [box]
  if (cuts === MOST_CUTS) return []
  for (const isAcross of [box.height >= box.width, box.height < box.width]) {
    const halves = halvesOf(page, box, how.gap, isAcross)
    const blocks = halves.map((half) => evenBlocks(page, half, how, cuts + 1))
    if (halves.length === 2 && blocks.every((one) => one.length > 0)) return blocks.flat()
  }
  return []
}

/** What lies on either side of the widest white band near the middle; empty when there is none. */
function halvesOf(page: Bitmap, box: Box, gap: number, isAcross: boolean): Box[] {
  const bands = whiteBands(page, box, gap, isAcross)
  const length = isAcross ? box.height : box.width
  const near = bands.filter(({ from, to }) => to > length * 0.4 && from < length * 0.6)
  const widest = near.toSorted((a, b) => b.to - b.from - (a.to - a.from))[0]
  if (!widest) return []
  return partsOf(page, box, [widest], isAcross)
}

function cutAtWhite(page: Bitmap, box: Box, gap: number): Box[] {
  for (const isAcross of [true, false]) {
    const bands = whiteBands(page, box, gap, isAcross)
    if (bands.length > 0) return partsOf(page, box, bands, isAcross)
  }
  return [box]
}

interface Band {
  from: number
  to: number
}

/** Rows (or columns) of a box without a black dot, as far as so many lie side by side. */
function whiteBands(page: Bitmap, box: Box, gap: number, isAcross: boolean): Band[] {
  const bands: Band[] = []
  const length = isAcross ? box.height : box.width
  let from = 0
  for (let at = 0; at <= length; at += 1) {
    if (at < length && blackOn(page, lineOf(box, at, isAcross)) === 0) continue
    if (at - from >= gap && from > 0 && at < length) bands.push({ from, to: at })
    from = at + 1
  }
  return bands
}

function partsOf(page: Bitmap, box: Box, bands: readonly Band[], isAcross: boolean): Box[] {
  const ends = [...bands.map(({ from }) => from), isAcross ? box.height : box.width]
  const starts = [0, ...bands.map(({ to }) => to)]
  return starts.flatMap((start, index) => {
    const length = (ends[index] ?? 0) - start
    const part = isAcross ? { ...box, y: box.y + start, height: length } : { ...box, x: box.x + start, width: length }
    return contentOf(page, part) ?? []
  })
}

/** One row (or column) of a box. */
function lineOf(box: Box, at: number, isAcross: boolean): Box {
  return isAcross ? { ...box, y: box.y + at, height: 1 } : { ...box, x: box.x + at, width: 1 }
}

/** Whether each side of a box is a line, within its first dots. */
function isFramed(page: Bitmap, box: Box): boolean {
  const within = Math.max(2, Math.round(Math.min(box.width, box.height) * 0.01))
  return [true, false].every((isAcross) => {
    const length = isAcross ? box.height : box.width
    const full = FRAME * (isAcross ? box.width : box.height)
    const isLine = (at: number) => blackOn(page, lineOf(box, at, isAcross)) >= full
    const near = Array.from({ length: Math.min(within, length) }, (_, at) => at)
    return near.some(isLine) && near.some((at) => isLine(length - 1 - at))
  })
}

function blackOn(page: Bitmap, { x, y, width, height }: Box): number {
  let count = 0
  for (let row = y; row < y + height; row += 1) {
    for (let column = x; column < x + width; column += 1) {
      if (isBlack(page, column, row)) count += 1
    }
  }
  return count
}
