import { eplCommand } from './epl/command-table.ts'
import { eplCommands } from './epl/commands.ts'
import { printedBy } from './epl/parameters.ts'
import type { LabelLanguage } from './language.ts'
import { stripLabel } from './inspect.ts'
import type { Cut } from './validation.ts'
import { ZplFormats } from './zpl/formats.ts'
import type { Kind } from './zpl/kinds.ts'
import { ZplReader } from './zpl/reader.ts'

/** A command of a stream, as far as cutting needs it. */
interface Piece {
  name: string
  at: number
  /** One past its last byte. */
  end: number
  /** What it sets stays with the printer, also for the labels behind: it is never left out. */
  stays: boolean
}

/** A label of a stream: its commands, where they end, and how often it comes out. */
interface Found {
  pieces: Piece[]
  end: number
  copies: number
}

/** The labels of a stream, and what keeps them from being separated. */
interface FoundLabels {
  labels: Found[]
  /** Something changes what commands begin with. */
  changesPrefix: boolean
  /** What one of them draws is on a later one, too: it is not there where the later one is printed without it. */
  sharesDrawing: boolean
}

/** Where one label of a stream lies, with all that precedes it since the last one; and how often it prints. */
export interface LabelSpan {
  at: number
  end: number
  copies: number
}

/**
 * The labels of a whole stream one behind the other: each span may go to the printer on its own, in this order, and all of
 * them together are the stream, byte for byte.
 * @returns null where they cannot be separated: the stream changes its control characters, prints no label, or draws what
 * is on a later label with one before
 */
export function labelSpans(bytes: Uint8Array, language: LabelLanguage): LabelSpan[] | null {
  const { labels, changesPrefix, sharesDrawing } = labelsOf(bytes, language)
  if (labels.length === 0 || changesPrefix || sharesDrawing) return null
  let at = 0
  return labels.map(({ end, copies }, index) => {
    const span = { at, end: index === labels.length - 1 ? bytes.length : end, copies }
    at = span.end
    return span
  })
}

/** How often each label of a stream prints, whether they can be separated or not. */
export function labelCopies(bytes: Uint8Array, language: LabelLanguage): number[] {
  return labelsOf(bytes, language).labels.map(({ copies }) => copies)
}

/**
 * The stream with one of its labels only. Of the others is left what stays with the printer: settings, pictures and formats
 * that are stored. What is cut must still be validated.
 * @param number which label, from 1
 * @param of so many labels the stream must print, each once; another number means that they are not one a piece
 * @returns null when the labels are not that many, one of them comes out several times, or one is drawn with another before
 */
export function oneLabel(
  bytes: Uint8Array,
  language: LabelLanguage,
  { number, of }: { number: number; of: number },
): Uint8Array | null {
  const { labels, sharesDrawing } = labelsOf(bytes, language)
  if (sharesDrawing || labels.length !== of || labels.some(({ copies }) => copies !== 1) || number < 1 || number > of)
    return null
  const cuts: Cut[] = labels
    .filter((_, index) => index !== number - 1)
    .flatMap(({ pieces }) => pieces.filter(({ stays }) => !stays))
    .map(({ name, at, end }) => ({ name, at, end }))
  return stripLabel(bytes, cuts)
}

/**
 * What the labels before one of a stream leave with the printer: settings, pictures and formats that are stored. Who begins
 * with that label sends this first.
 * @param number the label that is begun with, from 1
 */
export function leftBefore(bytes: Uint8Array, language: LabelLanguage, number: number): Uint8Array {
  const { labels } = labelsOf(bytes, language)
  const before = labels.slice(0, number - 1)
  const end = before.at(-1)?.end ?? 0
  const cuts = before.flatMap(({ pieces }) => pieces.filter(({ stays }) => !stays))
  return stripLabel(
    bytes.subarray(0, end),
    cuts.map(({ name, at, end: to }) => ({ name, at, end: to })),
  )
}

function labelsOf(bytes: Uint8Array, language: LabelLanguage): FoundLabels {
  return language === 'ZPL' ? zplLabels(bytes) : eplLabels(bytes)
}

function zplLabels(bytes: Uint8Array): FoundLabels {
  const found: Found[] = []
  let [changesPrefix, keepsDrawing] = [false, false]
  const formats = new ZplFormats({})
  let pieces: Piece[] = []
  let [labels, copies] = [0, 0]
  const reader = new ZplReader({
    graphicBytes: null,
    isDone: false,
    get isInside() {
      return formats.isOpen
    },
    begin: (kind, at) => {
      const last = pieces.at(-1)
      if (last) last.end = at
      const label = found.at(-1)
      if (pieces.length === 0 && label) label.end = at
      if (kind.full === '^XA') pieces = []
      pieces.push({
        name: kind.full,
        at,
        end: bytes.length,
        stays: staysInZpl(kind),
      })
      changesPrefix ||= kind.isPrefix
      if (kind.isFormat) formats.begin(kind, at)
      if (formats.labels === labels) return
      found.push({ pieces, end: bytes.length, copies: formats.copies - copies })
      pieces = []
      labels = formats.labels
      copies = formats.copies
    },
    end: ({ kind, at, parameters }) => {
      if (kind.isFormat && kind.wantsParameters) formats.end(kind, at, parameters)
      keepsDrawing ||= kind.full === '^MC' && /^ *N/i.test(parameters[0] ?? '')
      // One that is stored without being printed is no label, and stays.
      keepsDrawing ||= kind.full === '^IS' && !formats.isStored
    },
    fail: () => undefined,
  })
  reader.feed(bytes)
  return { labels: found, changesPrefix, sharesDrawing: keepsDrawing && found.length > 1 }
}

/** Formats begin and end as before, so that a setting in one stays where printers obey it. */
function staysInZpl({ full, row, isPrefix }: Kind): boolean {
  if (full === '^XA' || full === '^XZ' || isPrefix || row === null) return true
  return row.setBack !== null || row.outlives !== 'no' || row.class === 'storage'
}

function eplLabels(bytes: Uint8Array): FoundLabels {
  const found: Found[] = []
  let pieces: Piece[] = []
  let sharesDrawing = false
  for (const { name, at, end, parameters } of eplCommands(bytes)) {
    const row = eplCommand(name)
    const isPrint = name === 'P'
    const stays = !isPrint && (row === null || row.setBack !== null || row.outlives !== 'no')
    pieces.push({ name, at, end, stays: stays && row?.paper !== 'draws' && name !== 'N' })
    if (!isPrint) continue
    // Only `N` takes what the label before drew off.
    sharesDrawing ||= found.length > 0 && !pieces.some((piece) => piece.name === 'N')
    found.push({ pieces, end, copies: printedBy(parameters) ?? 0 })
    pieces = []
  }
  return { labels: found, changesPrefix: false, sharesDrawing }
}
