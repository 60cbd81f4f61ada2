import { basename } from 'node:path'
import { inspectLabel, type Inspection, type LabelValidation } from '../../../src-labels/inspect.ts'
import { blankLabels, blankNotes } from '../../../src-labels/blank.ts'
import { wholeNotes } from '../../../src-labels/whole-notes.ts'
import { inEnglish } from '../../../src-labels/sentence.ts'
import type { LabelFormat } from '../../../src-shared/freight/document.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import { createConversion } from '../../labels/conversion/conversion.ts'
import { knownDocument } from '../../labels/conversion/document-format.ts'
import { barsQuestion } from '../../packing/ask.ts'
import { prepareLabels } from '../../packing/prepare.ts'
import { preparePage } from '../../packing/sheets.ts'
import { askedAbout } from '../../printing/queue/asked-about.ts'
import { adHocPrinter, UNKEPT_OPTIONS } from '../../printing/queue/ad-hoc.ts'
import type { Asked, Reported } from '../command.ts'
import type { LabelFlags } from './label-options.ts'
import { EXIT } from '../exit.ts'
import { DPI, filesOf, MEDIA, readLabel } from './label-file.ts'

export const INSPECT_USAGE = `waybill label inspect FILE [--json] [--language zpl|epl] [--media 4x6] [--dpi 203|300|600] [--copies N]

Checks whether a label file can be printed, as "waybill print --file" does: complete, truncated, or refused; where and why;
how many labels print, what is not sent to the printer, and which labels or pages would print blank. A PDF or PNG is drawn
for a printer with --dpi and --media (default 203 and 4x6), and its barcodes are read back.
Exit code 0 only for a complete label, 1 for any other, 2 for a wrong command line or an unreadable file.`

/** `waybill label inspect FILE`: its verdict. */
export async function inspectFile({ flags, words, io }: Asked<LabelFlags>): Promise<Reported> {
  const [path = ''] = filesOf(words, 'FILE')
  const bytes = await readLabel(path, io)
  const { language: as, media, dpi, copies: expectedCopies } = flags
  const document = as ? { format: as, bytes } : formatOf(path, bytes)
  if (document.format !== 'ZPL' && document.format !== 'EPL') return inspectDrawn(path, document, flags)
  const found = inspectLabel(bytes, {
    ...(as && { language: as }),
    ...(flags.media && { media }),
    ...(flags.dpi && { dpi }),
    ...(expectedCopies && { expectedCopies }),
  })
  const { result, language, labels, copies, at, reason, stripped } = found
  const more = result === 'whole' && language !== null ? wholeNotes(bytes, language) : []
  const notes = [...found.notes, ...more.map(inEnglish)]
  return {
    value: { result, format: document.format, language, labels, copies, at, reason, notes, stripped } satisfies Drawn,
    lines: sentences(path, bytes, { ...found, notes }),
    exit: result === 'whole' ? EXIT.done : EXIT.failed,
  }
}

interface Drawn extends LabelValidation {
  /** What it is by its content; null: nothing that is printed. */
  format: LabelFormat | null
}
type Found = { format: LabelFormat; bytes: Uint8Array } | { format: null; error: StationError }

function formatOf(path: string, bytes: Uint8Array): Found {
  try {
    return knownDocument(basename(path), bytes)
  } catch (error) {
    if (error instanceof StationError) return { format: null, error }
    throw error
  }
}

/** The verdict on what is no label of a printer's language: what printing it on such a printer would come to. */
async function inspectDrawn(path: string, document: Found, flags: LabelFlags): Promise<Reported> {
  const drawn = document.format === null ? document.error.message : await drawnLabels(basename(path), document, flags)
  const isWhole = typeof drawn !== 'string'
  const { labels, notes } = isWhole ? drawn : { labels: 0, notes: [] }
  const isExpected = !isWhole || flags.copies === undefined || flags.copies === labels
  const reason = isWhole ? (isExpected ? null : `${labels} labels print, not ${flags.copies}`) : drawn
  const value = {
    result: reason === null ? 'whole' : 'refused',
    format: document.format,
    language: null,
    labels,
    copies: labels,
    at: null,
    reason,
    notes,
    stripped: [],
  } as const satisfies Drawn
  const what = document.format ?? 'not a label file'
  return {
    value,
    lines: [
      `${path} ${VERDICTS[value.result]}: ${what}, ${countText(value)}.`,
      ...(reason === null ? [] : [reason.replace(/[^.]$/, '$&.')]),
      ...notes.map((note) => `Note: ${note}.`),
    ],
    exit: reason === null ? EXIT.done : EXIT.failed,
  }
}

/** The labels that come out of a PDF or PNG, each drawn and read back as for printing; else why they are not printed. */
async function drawnLabels(
  name: string,
  { format, bytes }: { format: LabelFormat; bytes: Uint8Array },
  { dpi = DPI, media = MEDIA }: LabelFlags,
): Promise<{ labels: number; notes: string[] } | string> {
  const printer = adHocPrinter({ uri: 'tcp://127.0.0.1', language: 'ZPL', dpi, media })
  const options = UNKEPT_OPTIONS
  const conversion = createConversion()
  const how = { name }
  const blank: number[] = []
  try {
    const pages = format === 'PDF' ? (await conversion.view({ format, bytes }, NO_PAGE, how)).total : 1
    for (let page = 1; page <= pages; page++) {
      const { narrowestMm, bytes: made } =
        format === 'PDF'
          ? await preparePage(
              conversion,
              { title: name, document: bytes, printer: { printer, options, isQueuePaused: false } },
              page,
              [],
            )
          : await prepareLabels(conversion, {
              documents: [{ format, bytes }],
              printer,
              options,
              trackingNumber: null,
              how,
              asksAboutBars: true,
            })
      const question = barsQuestion(narrowestMm)
      if (question)
        return `${pages > 1 ? `Page ${page}: ` : ''}${askedAbout(question)} Printing it asks first (${question.key}).`
      if (blankLabels(made, 'ZPL').length > 0) blank.push(page)
    }
    return { labels: pages, notes: blankNotes(blank).map(inEnglish) }
  } catch (error) {
    if (error instanceof StationError) return error.message
    throw error
  } finally {
    await conversion.close()
  }
}

const NO_PAGE = { from: 0, count: 0, dpi: 150 } as const

const VERDICTS = {
  whole: 'is whole',
  truncated: 'is not complete and must not be printed',
  refused: 'must not be printed',
} as const

/** What helps. */
const TO_DO = {
  truncated: 'Download the label again, or ask its sender for it.',
  refused: 'Ask its sender for a label without it. Printer settings are set in Waybill, in Settings > Printers.',
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
