import { MOST_DRAWN_BYTES, MOST_PAGES } from './limits.ts'
import { tooLarge } from './problem.ts'

/** @throws ConversionProblem for more pages or labels than are drawn at once. */
export function checkCount(pages: number): void {
  if (pages <= MOST_PAGES) return
  throw tooLarge(`the document has ${pages} pages or labels; at most ${MOST_PAGES} can be drawn at once`, MOST_PAGES)
}

/** @throws ConversionProblem for more bytes of pictures than are kept in memory. */
export function checkDrawn(bytes: number): void {
  if (bytes <= MOST_DRAWN_BYTES) return
  throw tooLarge('the pages are too many to be drawn all at once at this size', MOST_DRAWN_BYTES)
}
