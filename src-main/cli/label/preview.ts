import { pictureWithEdge } from '../../../src-labels/bitmap/edge.ts'
import { encodeGrayPng, encodePng } from '../../../src-labels/bitmap/png.ts'
import { inspectLabel } from '../../../src-labels/inspect.ts'
import { documentPages } from '../../labels/conversion/pages.ts'
import { wholeMedia } from '../../labels/conversion/whole-media.ts'
import type { Media } from '../../../src-shared/station/printing/printing.ts'
import type { Asked, Reported } from '../command.ts'
import type { LabelFlags } from './label-options.ts'
import { EXIT } from '../exit.ts'
import { CliError } from '../io.ts'
import { writeNamed } from '../files.ts'
import { DPI, filesOf, formatOfLabel, MEDIA, readLabel } from './label-file.ts'

export const PREVIEW_USAGE = `waybill label preview FILE OUT.png [--dpi 203|300|600] [--media 4x6] [--label N]

Draws a label (the first, or the Nth) as it would print. A label larger than the media is drawn whole; the part
beyond the dashed line, on gray, is not printed. An incomplete label is drawn as far as possible,
and the exit code is 1.`

/** `waybill label preview FILE OUT.png`. */
export async function previewLabel({ flags, words, io }: Asked<LabelFlags>): Promise<Reported> {
  const [path = '', out = ''] = filesOf(words, 'FILE', 'OUT.png')
  const { dpi = DPI, media = MEDIA, label } = flags
  const bytes = await readLabel(path, io)
  const format = formatOfLabel(path, bytes)
  const pages = await documentPages({ format, bytes }, { dpi, media }, 'screen')
  const onMedia = pages[label - 1]
  if (!onMedia) throw new CliError('NO_SUCH_LABEL', `${path} has no label ${label}; it has ${pages.length}`)
  const whole = await wholeMedia({ format, bytes }, { dpi, media }, [onMedia])
  const isBeyond = whole.widthIn > media.widthIn || whole.heightIn > media.heightIn
  const drawn = isBeyond ? await documentPages({ format, bytes }, { dpi, media: whole }, 'screen') : pages
  const page = drawn[label - 1] ?? onMedia
  const dotsPerInch = onMedia.width / media.widthIn
  const png = isBeyond ? encodeGrayPng(pictureWithEdge(page, onMedia), dotsPerInch) : encodePng(page, dotsPerInch)
  await writeNamed(io, out, png)
  if (isBeyond) {
    io.say(
      `${path} needs ${inches(whole)}: it is larger than the ${inches(media)} media. Anything beyond the dashed line is not printed.`,
    )
  }
  const problem = format === 'ZPL' || format === 'EPL' ? inspectLabel(bytes, { language: format }).reason : null
  if (problem !== null) io.say(`${path} is not fit to print: ${problem}`)
  const { width, height } = page
  return {
    value: { from: format, label, labels: pages.length, width, height, isBeyond },
    lines: [`${out}: label ${label} of ${pages.length}, ${width} x ${height} dots`],
    exit: problem === null ? EXIT.done : EXIT.failed,
  }
}

function inches({ widthIn, heightIn }: Media): string {
  const rounded = (size: number) => Math.ceil(size * 100) / 100
  return `${rounded(widthIn)} x ${rounded(heightIn)} in`
}
