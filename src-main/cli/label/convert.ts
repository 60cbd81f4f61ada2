import { extname } from 'node:path'
import { convertDocument } from '../../labels/conversion/convert.ts'
import type { Asked, Reported } from '../command.ts'
import type { LabelFlags } from './label-options.ts'
import { UsageError } from '../io.ts'
import { writeNamed } from '../files.ts'
import { DPI, filesOf, formatOfLabel, MEDIA, readLabel } from './label-file.ts'

export const CONVERT_USAGE = `waybill label convert IN OUT --to zpl|epl|png|pdf [--dpi 203|300|600] [--media 4x6] [--encoding Z64|ACS|B64|HEX]

Converts a label. IN is a PDF, PNG, ZPL, or EPL, detected by its content. Several labels go into one zpl, epl, or
pdf; as png, each gets its own file (OUT-1, OUT-2). An incomplete ZPL or EPL label is refused.`

/** `waybill label convert IN OUT --to FORMAT`. Nothing is written before everything is converted. */
export async function convertLabel({ flags, words, io }: Asked<LabelFlags>): Promise<Reported> {
  const [from = '', out = ''] = filesOf(words, 'IN', 'OUT')
  const { to, dpi = DPI, media = MEDIA, encoding } = flags
  if (to === undefined) throw new UsageError('--to: use zpl, epl, png, or pdf')
  const bytes = await readLabel(from, io)
  const format = formatOfLabel(from, bytes)
  const { files, labels } = await convertDocument({ format, bytes }, { to, dpi, media, encoding })
  const written = files.map((file, index) => ({
    path: files.length === 1 ? out : numbered(out, index + 1),
    bytes: file.length,
  }))
  for (const [index, file] of files.entries()) await writeNamed(io, written[index]?.path ?? out, file)
  return {
    value: { from: format, to, dpi, labels, files: written },
    lines: written.map(({ path, bytes: length }) => `${path}: ${length} bytes`),
  }
}

/** `label.png` and 2 make `label-2.png`. */
function numbered(path: string, number: number): string {
  const extension = extname(path)
  return `${path.slice(0, path.length - extension.length)}-${number}${extension}`
}
