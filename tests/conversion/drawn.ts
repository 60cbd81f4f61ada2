import type { Bitmap } from '../../src-labels/bitmap/bitmap.ts'
import { contentOf, type Box } from '../../src-labels/bitmap/content.ts'
import { documentPages } from '../../src-main/labels/conversion/pages.ts'
import { MEDIA_4X6 } from './documents.ts'

export const AT_203 = { dpi: 203, media: MEDIA_4X6 } as const

/** The first of what must not be empty. */
export function first<T>(drawn: readonly T[]): T {
  const [page] = drawn
  if (page === undefined) throw new Error('nothing was drawn')
  return page
}

/** The first label of a document at 203 dpi. */
export const drawnLabel = async (
  document: Parameters<typeof documentPages>[0],
  purpose: 'print' | 'screen' = 'print',
): Promise<Bitmap> => first(await documentPages(document, AT_203, purpose))

/** The least part of a page that holds everything black in it. */
export function blackOf(page: Bitmap): Box {
  const black = contentOf(page, { x: 0, y: 0, width: page.width, height: page.height })
  if (black === null) throw new Error('all of it is white')
  return black
}
