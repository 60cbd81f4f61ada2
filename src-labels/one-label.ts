import { eplCommand } from './epl/command-table.ts'
import { eplCommands } from './epl/commands.ts'
import { printedBy } from './epl/parameters.ts'
import type { LabelLanguage } from './language.ts'
import { stripLabel } from './inspect.ts'
import type { Cut } from './verdict.ts'
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

/** A label of a stream: its commands, and how often it comes out. */
interface Found {
  pieces: Piece[]
  copies: number
}

/**
 * The stream with one of its labels only. Of the others is left what stays with the printer: settings, pictures and formats
 * that are stored. What is cut must still be judged.
 * @param number which label, from 1
 * @param of so many labels the stream must print, each once; another number means that they are not one a piece
 * @returns null when the labels are not that many, or one of them comes out several times
 */
export function oneLabel(
  bytes: Uint8Array,
  language: LabelLanguage,
  { number, of }: { number: number; of: number },
): Uint8Array | null {
  const labels = language === 'ZPL' ? zplLabels(bytes) : eplLabels(bytes)
  if (labels.length !== of || labels.some(({ copies }) => copies !== 1) || number < 1 || number > of) return null
  const cuts: Cut[] = labels
    .filter((_, index) => index !== number - 1)
    .flatMap(({ pieces }) => pieces.filter(({ stays }) => !stays))
    .map(({ name, at, end }) => ({ name, at, end }))
  return stripLabel(bytes, cuts)
}

function zplLabels(bytes: Uint8Array): Found[] {
  const found: Found[] = []
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
      if (kind.full === '^XA') pieces = []
      pieces.push({ name: kind.full, at, end: bytes.length, stays: staysInZpl(kind) })
      if (kind.isFormat) formats.begin(kind, at)
      if (formats.labels === labels) return
      found.push({ pieces, copies: formats.copies - copies })
      pieces = []
      labels = formats.labels
      copies = formats.copies
    },
    end: ({ kind, at, parameters }) => {
      if (kind.isFormat && kind.wantsParameters) formats.end(kind, at, parameters)
    },
    fail: () => undefined,
  })
  reader.feed(bytes)
  return found
}

/** Formats begin and end as before, so that a setting in one stays where printers obey it. */
function staysInZpl({ full, row, isPrefix }: Kind): boolean {
  if (full === '^XA' || full === '^XZ' || isPrefix || row === null) return true
  return row.setBack !== null || row.outlives !== 'no' || row.class === 'storage'
}

function eplLabels(bytes: Uint8Array): Found[] {
  const found: Found[] = []
  let pieces: Piece[] = []
  for (const { name, at, end, parameters } of eplCommands(bytes)) {
    const row = eplCommand(name)
    const isPrint = name === 'P'
    const stays = !isPrint && (row === null || row.setBack !== null || row.outlives !== 'no')
    pieces.push({ name, at, end, stays: stays && row?.paper !== 'draws' && name !== 'N' })
    if (!isPrint) continue
    found.push({ pieces, copies: printedBy(parameters) ?? 0 })
    pieces = []
  }
  return found
}
