import { z } from 'zod'
import { inspectLabel, type Inspection, type InspectOptions, type LabelVerdict } from '../../../src-labels/inspect.ts'
import { excerptAt } from './excerpt.ts'
import { countOption, dpiOption, labelArguments, languageOption, mediaOption } from './label-arguments.ts'
import { readLabelFile, telling } from './label-file.ts'
import type { LabelIo } from './label-io.ts'

export const INSPECT_USAGE = `waybill label inspect FILE [--json] [--language zpl|epl] [--media 4x6] [--dpi 203|300|600] [--copies N]

Says whether a label file is fit to print: whole, truncated or refused, where and why it is not, how many labels come out,
and what is left out of what is sent.
Exit 0 only for a whole label, 1 for any other, 2 for a wrong command line or a file that cannot be read.`

const flagsSchema = z.object({
  json: z.boolean().default(false),
  language: languageOption.optional(),
  media: mediaOption.optional(),
  dpi: dpiOption.optional(),
  copies: countOption(9999).optional(),
})
const OPTIONS = {
  json: { type: 'boolean' },
  language: { type: 'string' },
  media: { type: 'string' },
  dpi: { type: 'string' },
  copies: { type: 'string' },
} as const

/**
 * `waybill label inspect FILE`. With `--json` exactly one line on standard output: the verdict, or `{code, message}`.
 * @returns the exit code.
 */
export function runLabelInspect(args: readonly string[], io: LabelIo): Promise<number> {
  return telling(args, io, async () => {
    const { flags, words } = labelArguments(args, OPTIONS, flagsSchema, ['FILE'])
    const [path = ''] = words
    const bytes = await readLabelFile(path, io)
    const { language, media, dpi, copies } = flags
    const options: InspectOptions = {
      ...(language ? { language } : {}),
      ...(media ? { media } : {}),
      ...(dpi ? { dpi } : {}),
      ...(copies === undefined ? {} : { expectedCopies: copies }),
    }
    const found = inspectLabel(bytes, options)
    io.stdout(flags.json ? `${jsonLine(found)}\n` : sentences(path, bytes, found))
    return found.verdict === 'whole' ? 0 : 1
  })
}

function jsonLine({ verdict, language, labels, copies, at, reason, notes, stripped }: Inspection): string {
  return JSON.stringify({ verdict, language, labels, copies, at, reason, notes, stripped } satisfies LabelVerdict)
}

const VERDICTS = {
  whole: 'is whole',
  truncated: 'is not complete and must not be printed',
  refused: 'must not be printed',
} as const

/** What helps. */
const TO_DO = {
  truncated: 'Fetch the label again, or ask its sender for it.',
  refused: 'Ask its sender for a label without that. What a printer is to be set to, set with `waybill printers`.',
} as const

function sentences(path: string, bytes: Uint8Array, found: Inspection): string {
  const { verdict, language, reason, at, notes } = found
  const lines = [`${path} ${VERDICTS[verdict]}: ${language ?? 'neither ZPL nor EPL'}, ${countText(found)}.`]
  if (reason !== null && at !== null) lines.push(`At byte ${at}: ${reason}.`, ...excerptAt(bytes, at))
  if (verdict !== 'whole') lines.push(TO_DO[verdict])
  return `${[...lines, ...notes.map((note) => `Note: ${note}.`)].join('\n')}\n`
}

/** `prints 3 labels x 2`, or all that come out where they ask for different numbers. */
function countText({ labels, copies }: Inspection): string {
  const count = `prints ${labels === 1 ? '1 label' : `${labels} labels`}`
  if (copies === labels) return count
  return copies % labels === 0 ? `${count} x ${copies / labels}` : `${count}, ${copies} with their copies`
}
