import { encodePng } from '../../../src-labels/bitmap/png.ts'
import { inspectLabel } from '../../../src-labels/inspect.ts'
import { documentPages } from '../../labels/conversion/pages.ts'
import type { Asked, Reported } from '../command.ts'
import type { LabelFlags } from './label-options.ts'
import { EXIT } from '../exit.ts'
import { CliError } from '../io.ts'
import { DPI, filesOf, formatOfLabel, MEDIA, readLabel, writeLabel } from './label-file.ts'

export const PREVIEW_USAGE = `waybill label preview FILE OUT.png [--dpi 203|300|600] [--media 4x6] [--label N]

Draws a label (the first, or the Nth) as a printer would print it. A label that is not whole is drawn as far as it goes,
and the exit code is 1.`

/** `waybill label preview FILE OUT.png`. */
export async function previewLabel({ flags, words, io }: Asked<LabelFlags>): Promise<Reported> {
  const [path = '', out = ''] = filesOf(words, 'FILE', 'OUT.png')
  const { dpi = DPI, media = MEDIA, label } = flags
  const bytes = await readLabel(path, io)
  const format = formatOfLabel(path, bytes)
  const pages = await documentPages({ format, bytes }, { dpi, media }, 'screen')
  const page = pages[label - 1]
  if (!page) throw new CliError('NO_SUCH_LABEL', `${path} has no label ${label}; it has ${pages.length}`)
  await writeLabel(out, encodePng(page, page.width / media.widthIn), io)
  const problem = format === 'ZPL' || format === 'EPL' ? inspectLabel(bytes, { language: format }).reason : null
  if (problem !== null) io.say(`${path} is not fit to print: ${problem}`)
  const { width, height } = page
  return {
    value: { from: format, label, labels: pages.length, width, height },
    lines: [`${out}: label ${label} of ${pages.length}, ${width} x ${height} dots`],
    exit: problem === null ? EXIT.done : EXIT.failed,
  }
}
