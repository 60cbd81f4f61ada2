import { blankBitmap, type Bitmap } from '../../../src-labels/bitmap/bitmap.ts'
import { difference } from '../../../src-labels/bitmap/difference.ts'
import { inspectLabel, stripLabel, type Inspection } from '../../../src-labels/inspect.ts'
import type { LabelLanguage } from '../../../src-labels/language.ts'
import { say } from '../../../src-labels/sentence.ts'
import { drawnBy, sourceCommands, type SourceCommand } from '../../../src-labels/source.ts'
import { wholeNotes } from '../../../src-labels/whole-notes.ts'
import type { InspectedCommand, InspectedSource, LabelPlace } from '../../../src-shared/station/printing/inspect.ts'
import { drawnPages } from './pages.ts'
import { decodePng } from './png-decode.ts'
import { ConversionProblem, reported } from './problem.ts'
import { zplDrawingInLetters } from './zpl-drawing.ts'
import type { LabelDocument, Target } from './protocol.ts'

/** What a screen is given of a source; a label has some hundred commands. */
const MOST_COMMANDS = 1500
const MOST_TEXT = 160
/** Labels that are drawn. */
const MOST_DRAWN = 12

/** A label by its commands, each with what becomes of it. @throws ConversionProblem for a document without any */
export async function readSource(document: LabelDocument, { dpi, media }: Target): Promise<InspectedSource> {
  const { bytes } = document
  const language = languageOf(document)
  const inspection = inspectLabel(bytes, { language, dpi, media })
  const { cuts, said } = inspection
  const lacking = language === 'ZPL' && inspection.result === 'whole' ? await zplDrawingInLetters(bytes, dpi) : null
  const notes = [
    ...said.notes,
    ...(inspection.result === 'whole' ? wholeNotes(bytes, language) : []),
    ...(lacking?.framed ?? []).map((command) => say('note-framed', { command })),
    ...(lacking?.unseen ?? []).map((command) => say('note-unseen', { command })),
    ...(lacking?.unwritten.length ? [say('note-unwritten', { letters: lacking.unwritten.join(' ') })] : []),
  ]
  const leftOut = new Set(cuts.map(({ at }) => at))
  const first: SourceCommand[] = []
  let [count, labels, drawnBytes] = [0, 0, bytes.length]
  for (const command of sourceCommands(bytes, language)) {
    count += 1
    if (first.length < MOST_COMMANDS) first.push(command)
    if (!isPrinting(command, language)) continue
    labels += 1
    if (labels === MOST_DRAWN) drawnBytes = command.end
  }
  return {
    result: { ...inspection, reason: said.reason && reported(said.reason), notes: notes.map(reported) },
    commands: first.map((command, index) => ({
      ...shown(command, bytes),
      outcome: outcomeOf(command, inspection, leftOut),
      isDrawn: drawnBy(first, index, language).length > 0,
    })),
    moreCommands: count - first.length,
    labels,
    drawnBytes,
  }
}

/**
 * Where the command at byte `at` draws: the first page that is not the same without it. Null for one that draws nothing, or
 * nothing that is to be seen.
 * @param before PNG files of the label with all of its commands. @throws ConversionProblem
 */
export async function placeOf(
  document: LabelDocument,
  target: Target,
  { at, before }: { at: number; before: readonly Uint8Array[] },
): Promise<LabelPlace | null> {
  const { format, bytes } = document
  const language = languageOf(document)
  const commands: SourceCommand[] = []
  for (const command of sourceCommands(bytes, language)) if (commands.push(command) === MOST_COMMANDS) break
  const index = commands.findIndex((command) => command.at === at)
  const cuts = drawnBy(commands, index, language)
  if (cuts.length === 0) return null
  const after: Bitmap[] = []
  try {
    for await (const bitmap of drawnPages({ format, bytes: stripLabel(bytes, cuts) }, target, 'screen'))
      after.push(bitmap)
  } catch (error) {
    // Without its only field there may be no label at all.
    if (!(error instanceof ConversionProblem)) throw error
  }
  for (const [page, png] of before.entries()) {
    const whole = decodePng(png)
    const { width, height } = whole
    const without = after[page]
    if (without && difference(whole, without).dots === 0) continue
    // A label on which nothing is left is not drawn, and all that follow move up.
    const { box } = difference(whole, without && after.length === before.length ? without : blankBitmap(width, height))
    if (!box) return null
    return { page, left: box.x / width, top: box.y / height, width: box.width / width, height: box.height / height }
  }
  return null
}

function languageOf({ format }: LabelDocument): LabelLanguage {
  if (format === 'ZPL' || format === 'EPL') return format
  throw new ConversionProblem(`a ${format} has no commands`)
}

function isPrinting({ name }: SourceCommand, language: LabelLanguage): boolean {
  return language === 'ZPL' ? name === '^XZ' : name === 'P' || name === 'PA'
}

function shown(
  { name, at, end, row }: SourceCommand,
  bytes: Uint8Array,
): Omit<InspectedCommand, 'outcome' | 'isDrawn'> {
  const text = visible(bytes.subarray(at, Math.min(end, at + MOST_TEXT)))
  if (!row) return { name, at, bytes: end - at, text, row }
  const { does, class: kind, treatment, outlives, setBack, manual, paper } = row
  const seenIn = [...row.seenIn]
  return {
    name,
    at,
    bytes: end - at,
    text,
    row: { does, class: kind, treatment, outlives, setBack, manual, paper, seenIn },
  }
}

/** Text as a screen shows it: control characters as the signs that Unicode has for them, the last line end not at all. */
function visible(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes).replace(/[\r\n]+$/, '')
  return [...text].map((char) => (char < ' ' ? String.fromCodePoint(0x2400 + char.charCodeAt(0)) : char)).join('')
}

function outcomeOf(
  { at, end }: SourceCommand,
  { result, at: stopped }: Pick<Inspection, 'result' | 'at'>,
  leftOut: ReadonlySet<number>,
): InspectedCommand['outcome'] {
  if (result !== 'whole' && stopped !== null && stopped < end) return stopped >= at ? 'stop' : 'unread'
  return leftOut.has(at) ? 'strip' : 'pass'
}
