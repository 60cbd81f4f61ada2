import { z } from 'zod'
import { encodePng } from '../../../src-labels/bitmap/png.ts'
import { inspectLabel } from '../../../src-labels/inspect.ts'
import { documentPages } from '../../labels/conversion/pages.ts'
import { countOption, dpiOption, labelArguments, LabelCommandError, mediaOption } from './label-arguments.ts'
import { formatOfLabel, readLabelFile, telling, writeLabelFile } from './label-file.ts'
import type { LabelIo } from './label-io.ts'

export const PREVIEW_USAGE = `waybill label preview FILE OUT.png [--dpi 203|300|600] [--media 4x6] [--label N]

Draws a label (the first, or the Nth) as a printer would print it. A label that is not whole is drawn as far as it goes,
and the exit code is 1.`

const flagsSchema = z.object({
  json: z.boolean().default(false),
  dpi: dpiOption.default(203),
  media: mediaOption.default({ widthIn: 4, heightIn: 6 }),
  label: countOption(9999).default(1),
})
const OPTIONS = {
  json: { type: 'boolean' },
  dpi: { type: 'string' },
  media: { type: 'string' },
  label: { type: 'string' },
} as const

/** `waybill label preview FILE OUT.png`. @returns the exit code. */
export function runLabelPreview(args: readonly string[], io: LabelIo): Promise<number> {
  return telling(args, io, async () => {
    const { flags, words } = labelArguments(args, OPTIONS, flagsSchema, ['FILE', 'OUT.png'])
    const [path = '', out = ''] = words
    const bytes = await readLabelFile(path, io)
    const format = formatOfLabel(path, bytes)
    const pages = await documentPages({ format, bytes }, flags, 'screen')
    const page = pages[flags.label - 1]
    if (!page) {
      const message = `${path} has no label ${flags.label}; it has ${pages.length}`
      throw new LabelCommandError('NO_SUCH_LABEL', message, 1)
    }
    const picture = encodePng(page, page.width / flags.media.widthIn)
    await writeLabelFile(out, picture, io)
    const problem = format === 'ZPL' || format === 'EPL' ? inspectLabel(bytes, { language: format }).reason : null
    if (problem !== null) io.stderr(`${path} is not fit to print: ${problem}\n`)
    io.stdout(
      flags.json
        ? `${JSON.stringify({ from: format, label: flags.label, labels: pages.length, width: page.width, height: page.height })}\n`
        : `${out}: label ${flags.label} of ${pages.length}, ${page.width} x ${page.height} dots\n`,
    )
    return problem === null ? 0 : 1
  })
}
