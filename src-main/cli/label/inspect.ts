import { inspectLabel, type Inspection, type LabelValidation } from '../../../src-labels/inspect.ts'
import { blankLabels, blankNotes } from '../../../src-labels/blank.ts'
import { inEnglish } from '../../../src-labels/sentence.ts'
import { documentFormatOf } from '../../labels/conversion/document-format.ts'
import { documentPages } from '../../labels/conversion/pages.ts'
import type { LabelDocument, Target } from '../../labels/conversion/protocol.ts'
import type { Asked, Reported } from '../command.ts'
import type { LabelFlags } from './label-options.ts'
import { EXIT } from '../exit.ts'
import { DPI, filesOf, MEDIA, readLabel } from './label-file.ts'

export const INSPECT_USAGE = `waybill label inspect FILE [--json] [--language zpl|epl] [--media 4x6] [--dpi 203|300|600] [--copies N]

Says whether a label file is fit to print: whole, truncated or refused, where and why it is not, how many labels come out,
what is left out of what is sent, and which labels or pages of a PDF or PNG would come out blank.
Exit 0 only for a whole label, 1 for any other, 2 for a wrong command line or a file that cannot be read.`

/** `waybill label inspect FILE`: its verdict. */
export async function inspectFile({ flags, words, io }: Asked<LabelFlags>): Promise<Reported> {
  const [path = ''] = filesOf(words, 'FILE')
  const bytes = await readLabel(path, io)
  const { language: as, media = MEDIA, dpi = DPI, copies: expectedCopies } = flags
  const format = as === undefined ? documentFormatOf(bytes) : as
  if (format === 'PDF' || format === 'PNG') return inspectPages(path, { format, bytes }, { media, dpi })
  const found = inspectLabel(bytes, {
    ...(as && { language: as }),
    ...(flags.media && { media }),
    ...(flags.dpi && { dpi }),
    ...(expectedCopies && { expectedCopies }),
  })
  const { result, language, labels, copies, at, reason, stripped } = found
  const blank = result === 'whole' && language !== null ? blankNotes(blankLabels(bytes, language)) : []
  const notes = [...found.notes, ...blank.map(inEnglish)]
  return {
    value: { result, language, labels, copies, at, reason, notes, stripped } satisfies LabelValidation,
    lines: sentences(path, bytes, { ...found, notes }),
    exit: result === 'whole' ? EXIT.done : EXIT.failed,
  }
}

/** A PDF or PNG: its pages are drawn. @throws ConversionProblem for what cannot be */
async function inspectPages(path: string, document: LabelDocument, target: Target): Promise<Reported> {
  const pages = await documentPages(document, target, 'screen')
  const blank = pages.flatMap(({ data }, index) => (data.some((byte) => byte !== 0) ? [] : [index + 1]))
  const notes = blankNotes(blank).map(inEnglish)
  const [labels, language] = [pages.length, null]
  const value = {
    result: 'whole' as const,
    language,
    labels,
    copies: labels,
    at: null,
    reason: null,
    notes,
    stripped: [],
  }
  return {
    value: value satisfies LabelValidation,
    lines: [
      `${path} ${VERDICTS.whole}: ${document.format}, ${countText({ labels, copies: labels })}.`,
      ...notes.map((note) => `Note: ${note}.`),
    ],
  }
}

const VERDICTS = {
  whole: 'is whole',
  truncated: 'is not complete and must not be printed',
  refused: 'must not be printed',
} as const

/** What helps. */
const TO_DO = {
  truncated: 'Fetch the label again, or ask its sender for it.',
  refused: 'Ask its sender for a label without that. What a printer is to be set to, set in Waybill under Printers.',
} as const

function sentences(path: string, bytes: Uint8Array, found: Inspection): string[] {
  const { result, language, reason, at, notes } = found
  const lines = [`${path} ${VERDICTS[result]}: ${language ?? 'neither ZPL nor EPL'}, ${countText(found)}.`]
  if (reason !== null && at !== null) lines.push(`At byte ${at}: ${reason}.`, ...excerptAt(bytes, at))
  if (result !== 'whole') lines.push(TO_DO[result])
  return [...lines, ...notes.map((note) => `Note: ${note}.`)]
}

/** `prints 3 labels x 2`, or all that come out where they ask for different numbers. */
function countText({ labels, copies }: Pick<Inspection, 'labels' | 'copies'>): string {
  const count = `prints ${labels === 1 ? '1 label' : `${labels} labels`}`
  if (copies === labels) return count
  return copies % labels === 0 ? `${count} x ${copies / labels}` : `${count}, ${copies} with their copies`
}

const ROW = 16

/** The bytes around a place as people read them: offset, hex, and characters with a dot for what has none. */
function excerptAt(bytes: Uint8Array, at: number): string[] {
  const row = Math.floor(Math.min(at, Math.max(0, bytes.length - 1)) / ROW)
  return [row - 1, row, row + 1].flatMap((index) => {
    const from = index * ROW
    const part = index < 0 ? [] : [...bytes.subarray(from, from + ROW)]
    if (part.length === 0) return []
    const hex = part.map((byte, i) => (from + i === at ? '>' : ' ') + byte.toString(16).padStart(2, '0')).join('')
    const text = part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('')
    return [`${String(from).padStart(8)} ${hex.padEnd(ROW * 3)}  ${text}`]
  })
}
