import { extname } from 'node:path'
import { z } from 'zod'
import { GRAPHIC_ENCODINGS } from '../../../src-labels/zpl/graphics.ts'
import { convertDocument } from '../../labels/conversion/convert.ts'
import { dpiOption, formatOption, labelArguments, mediaOption } from './label-arguments.ts'
import { formatOfLabel, readLabelFile, telling, writeLabelFile } from './label-file.ts'
import type { LabelIo } from './label-io.ts'

export const CONVERT_USAGE = `waybill label convert IN OUT --to zpl|epl|png|pdf [--dpi 203|300|600] [--media 4x6] [--encoding Z64|ACS|B64|HEX]

Turns a label into another form. IN is a PDF, PNG, ZPL or EPL, told by its content. Several labels go into one zpl, epl or
pdf; as png each gets its own file, OUT with -1, -2 before its ending. A ZPL or EPL label that is not whole is refused.`

const flagsSchema = z.object({
  json: z.boolean().default(false),
  to: formatOption,
  dpi: dpiOption.default(203),
  media: mediaOption.default({ widthIn: 4, heightIn: 6 }),
  encoding: z
    .preprocess(
      (value) => (typeof value === 'string' ? value.toUpperCase() : value),
      z.enum(GRAPHIC_ENCODINGS, { error: `must be one of ${GRAPHIC_ENCODINGS.join(', ')}` }),
    )
    .optional(),
})
const OPTIONS = {
  json: { type: 'boolean' },
  to: { type: 'string' },
  dpi: { type: 'string' },
  media: { type: 'string' },
  encoding: { type: 'string' },
} as const

/**
 * `waybill label convert IN OUT --to FORMAT`. Nothing is written before everything is converted.
 * @returns the exit code.
 */
export function runLabelConvert(args: readonly string[], io: LabelIo): Promise<number> {
  return telling(args, io, async () => {
    const { flags, words } = labelArguments(args, OPTIONS, flagsSchema, ['IN', 'OUT'])
    const [from = '', out = ''] = words
    const bytes = await readLabelFile(from, io)
    const format = formatOfLabel(from, bytes)
    const { files, labels } = await convertDocument({ format, bytes }, flags)
    const paths = files.length === 1 ? [out] : files.map((_, index) => numbered(out, index + 1))
    for (const [index, file] of files.entries()) await writeLabelFile(paths[index] ?? out, file, io)
    const written = files.map((file, index) => ({ path: paths[index] ?? out, bytes: file.length }))
    io.stdout(
      flags.json
        ? `${JSON.stringify({ from: format, to: flags.to, dpi: flags.dpi, labels, files: written })}\n`
        : written.map(({ path, bytes: length }) => `${path}: ${length} bytes\n`).join(''),
    )
    return 0
  })
}

/** `label.png` and 2 make `label-2.png`. */
function numbered(path: string, number: number): string {
  const extension = extname(path)
  return `${path.slice(0, path.length - extension.length)}-${number}${extension}`
}
