import type { Bitmap } from '../../../src-labels/bitmap/bitmap.ts'
import { contentOf } from '../../../src-labels/bitmap/content.ts'
import { inspectLabel } from '../../../src-labels/inspect.ts'
import { labelSizeInDots, mediaOfDots } from '../../../src-labels/label-size.ts'
import { isBeyondMedia } from '../../../src-labels/zpl/bounds.ts'
import { zplCommands, zplParameters } from '../../../src-labels/zpl/commands.ts'
import { MOST_MEDIA, type Media } from '../../../src-shared/station/printing/printing.ts'
import { documentPages } from './pages.ts'
import type { LabelDocument, Target } from './protocol.ts'

/** What ends so near to the edge may continue beyond it: the space between two words. */
const NEAR_IN = 0.1
/** How much more than the media, or than the last known place beyond it, is drawn to find where a label ends. */
const ROOM = 0.5

/**
 * The media that all of a label would lie on, drawn from the same corner: the target's own where nothing is beyond it. A
 * PDF or PNG is fitted, so that nothing of it ever is.
 * @param pages as drawn on the target's media. @throws ConversionProblem
 */
export async function wholeMedia(document: LabelDocument, target: Target, pages: readonly Bitmap[]): Promise<Media> {
  const { format, bytes } = document
  const { dpi, media } = target
  if (format === 'PDF' || format === 'PNG') return media
  const { widthDots, heightDots } = labelSizeInDots(media, dpi)
  const { notes } = inspectLabel(bytes, { language: format, dpi, media }).said
  const beyond = notes.filter(isBeyondMedia)
  const reached = (name: string) => Math.max(0, ...beyond.map(({ values }) => Number(values[name] ?? 0)))
  const declared = (code: string) => Number(notes.find((note) => note.code === code)?.values['dots'] ?? 0)
  const named = {
    width: Math.max(widthDots, declared('note-wide')),
    height: Math.max(heightDots, declared('note-long')),
  }
  const near = Math.round(NEAR_IN * dpi)
  const isCut = {
    right: reached('x') > widthDots || pages.some((page) => hasBlack(page, widthDots - near, 0)),
    bottom: reached('y') > heightDots || pages.some((page) => hasBlack(page, 0, heightDots - near)),
  }
  if (!isCut.right && !isCut.bottom) return mediaWithin(named, target)
  const roomFor = (media: number, reach: number) => Math.ceil(Math.max(media, reach) * (1 + ROOM))
  const canvas = mediaWithin(
    {
      width: isCut.right && !hasWidth(document) ? roomFor(named.width, reached('x')) : named.width,
      height: isCut.bottom ? roomFor(named.height, reached('y')) : named.height,
    },
    target,
  )
  const drawn = await documentPages(document, { dpi, media: canvas }, 'screen')
  const contents = drawn.flatMap(
    (page) => contentOf(page, { x: 0, y: 0, width: page.width, height: page.height }) ?? [],
  )
  return mediaWithin(
    {
      width: Math.max(named.width, ...contents.map(({ x, width }) => x + width)),
      height: Math.max(named.height, ...contents.map(({ y, height }) => y + height)),
    },
    target,
  )
}

/** Whether there is anything black right of `x` and below `y`, both included. */
function hasBlack(page: Bitmap, x: number, y: number): boolean {
  return contentOf(page, { x, y, width: page.width - x, height: page.height - y }) !== null
}

/** Whether a label of ZPL sets its width: the printer draws nothing beyond that. */
function hasWidth({ format, bytes }: LabelDocument): boolean {
  if (format !== 'ZPL') return false
  for (const command of zplCommands(bytes)) {
    if (command.kind === 'format' && command.name === 'PW' && /\d/.test(zplParameters(command, 1)[0] ?? '')) return true
  }
  return false
}

/** As large as any media may be; the target's own where it is no larger. */
function mediaWithin({ width, height }: { width: number; height: number }, { dpi, media }: Target): Media {
  const { widthDots, heightDots } = labelSizeInDots(media, dpi)
  const inches = mediaOfDots({ widthDots: width + (width % 2), heightDots: height }, dpi)
  return {
    widthIn: width > widthDots ? Math.min(MOST_MEDIA.widthIn, inches.widthIn) : media.widthIn,
    heightIn: height > heightDots ? Math.min(MOST_MEDIA.heightIn, inches.heightIn) : media.heightIn,
  }
}
