import { isDeepStrictEqual } from 'node:util'
import fc from '../support/fast-check.ts'
import { eplCommand } from '../../src-labels/epl/command-table.ts'
import { interpretEpl } from '../../src-labels/epl/interpret.ts'
import { inspectLabel, LabelInspector, stripLabel, type Inspection } from '../../src-labels/inspect.ts'
import { labelSizeInDots } from '../../src-labels/label-size.ts'
import type { LabelLanguage } from '../../src-labels/language.ts'
import { zplCommand } from '../../src-labels/zpl/command-table.ts'
import { passThrough } from '../../src-main/labels/conversion/printer-language.ts'
import { ConversionProblem } from '../../src-main/labels/conversion/problem.ts'
import { zplDrawing } from '../../src-main/labels/conversion/zpl-drawing.ts'
import { applyPolicy } from '../../src-main/printing/printers/carrier-policy.ts'
import { labelStream } from '../../src-main/printing/simulator/label-stream.ts'
import { printerOptionsSchema } from '../../src-shared/station/printing/printer-settings.ts'
import { anyWildEpl, anyWildZpl } from '../labels/grammar.ts'
import { mutated } from './mutate.ts'
import { randomOf, type Random } from './random.ts'
import { disagreements, type SecondReader } from './second-reader.ts'

export interface FuzzOptions {
  seed: number
  languages: readonly LabelLanguage[]
  /** Genuine labels to start from, by name. */
  genuine: readonly { name: string; bytes: Uint8Array; language: LabelLanguage }[]
  reader: SecondReader | null
  /** Asked before each case. */
  goesOn: (cases: number) => boolean
}

export interface FuzzReport {
  cases: number
  verdicts: Record<Inspection['result'], number>
  /** Promises that were broken, and disagreements with the second reader; at most `MOST_STORED` are kept of each. */
  broken: Broken[]
  brokenCount: number
  disagreements: Broken[]
  disagreementCount: number
  /** CPU time of the slowest case, and its bytes. */
  worst: { milliseconds: number; bytes: number }
  /** Most memory beyond that at the start, in bytes. */
  memory: number
}

export interface Broken {
  case: number
  what: string
  language: LabelLanguage
  stream: string
}

const MOST_STORED = 20
const TARGET = { dpi: 203, media: { widthIn: 4, heightIn: 6 } } as const
const SIZE = labelSizeInDots(TARGET.media, TARGET.dpi)
const CARE = printerOptionsSchema.parse({})
/** Below this a case is too short to be timed. */
const LEAST_MS = 300
const MOST_MS_A_BYTE = 1000 / 1e6
/** How much of the stream a report shows. */
const SHOWN = 400
/** Streams that a grammar makes are made so many at a time. */
const BATCH = 50

/** Throws streams at the judge and compares what it says with what it promises. */
export function fuzzLabels({ seed, languages, genuine, reader, goesOn }: FuzzOptions): FuzzReport {
  const random = randomOf(seed)
  const report: FuzzReport = {
    cases: 0,
    verdicts: { whole: 0, truncated: 0, refused: 0 },
    broken: [],
    brokenCount: 0,
    disagreements: [],
    disagreementCount: 0,
    worst: { milliseconds: 0, bytes: 0 },
    memory: 0,
  }
  const before = process.memoryUsage.rss()
  const next = streams(random, languages, genuine)
  while (goesOn(report.cases)) {
    const { bytes, language } = next()
    report.cases += 1
    const notify = (what: string) => ({
      case: report.cases,
      what,
      language,
      stream: JSON.stringify(bytes.subarray(0, SHOWN).toString('latin1')),
    })
    try {
      const { result, broken, differs, milliseconds } = oneCase(bytes, language, random, reader)
      report.verdicts[result] += 1
      report.brokenCount += broken.length
      report.disagreementCount += differs.length
      if (report.broken.length < MOST_STORED) report.broken.push(...broken.map(notify))
      if (report.disagreements.length < MOST_STORED) report.disagreements.push(...differs.map(notify))
      if (milliseconds > report.worst.milliseconds) report.worst = { milliseconds, bytes: bytes.length }
    } catch (error) {
      report.brokenCount += 1
      report.broken.push(notify(`threw ${error instanceof Error ? error.message : String(error)}`))
    }
    if (report.cases % BATCH === 0) report.memory = Math.max(report.memory, process.memoryUsage.rss() - before)
  }
  return report
}

/** One stream after another: from the grammar, or a genuine label that was mutated. */
function streams(random: Random, languages: readonly LabelLanguage[], genuine: FuzzOptions['genuine']) {
  const made: Record<LabelLanguage, Buffer[]> = { ZPL: [], EPL: [] }
  const fromGrammar = (language: LabelLanguage): Buffer => {
    const arbitrary = language === 'ZPL' ? anyWildZpl : anyWildEpl
    if (made[language].length === 0) {
      made[language] = fc.sample(arbitrary, { numRuns: BATCH, seed: random.below(2 ** 31) })
    }
    return made[language].pop() ?? Buffer.alloc(0)
  }
  return (): { bytes: Buffer; language: LabelLanguage } => {
    const language = languages[random.below(languages.length)] ?? 'ZPL'
    const known = genuine.filter((one) => one.language === language)
    const base = random.below(3) === 0 ? known[random.below(known.length)] : undefined
    const bytes = base ? Buffer.from(base.bytes) : fromGrammar(language)
    return { bytes: base || random.below(2) === 0 ? mutated(bytes, language, random) : bytes, language }
  }
}

function oneCase(bytes: Buffer, language: LabelLanguage, random: Random, reader: SecondReader | null) {
  const broken: string[] = []
  const start = process.cpuUsage()
  const found = inspectLabel(bytes, { language })
  const used = process.cpuUsage(start)
  const milliseconds = (used.user + used.system) / 1000
  if (milliseconds > Math.max(LEAST_MS, bytes.length * MOST_MS_A_BYTE)) broken.push(`took ${milliseconds} ms`)
  if (JSON.stringify(inPieces(bytes, language, random)) !== JSON.stringify(found)) broken.push('depends on the cuts')

  const sent = delivered(bytes, language)
  if ((sent !== null) !== (found.result === 'whole'))
    broken.push(`is ${found.result}, and something was sent: ${sent !== null}`)
  if (sent === null) return { result: found.result, broken, differs: [], milliseconds }

  if (picturesDiffer(bytes, language, found)) broken.push('what was left out was in the picture')
  const again = inspectLabel(sent, { language })
  if (again.result !== 'whole' || again.copies !== found.copies || again.cuts.length > 0) {
    broken.push(`is ${again.result} after it was made fit to send: ${again.reason}`)
  }
  const printer = labelStream(language, TARGET)
  const printed = printer.push(sent).reduce((sum, { copies }) => sum + copies, 0)
  if (printed !== found.copies) broken.push(`prints ${printed} labels instead of ${found.copies}`)
  const changes = printer.changes()
  if (changes.length > 0) broken.push(`leaves the printer changed: ${changes.join('; ')}`)
  const reading = reader?.(sent, language === 'ZPL' ? 'zpl' : 'epl')
  const differs = reading ? disagreements(reading, language, found.copies) : []
  return { result: found.result, broken, differs, milliseconds }
}

/** Whether leaving out what does not lay out a label changed what is drawn of it. */
function picturesDiffer(bytes: Buffer, language: LabelLanguage, { cuts }: Inspection): boolean {
  const row = language === 'ZPL' ? zplCommand : eplCommand
  const harmless = cuts.filter(({ name }) => (row(name)?.paper ?? 'nothing') === 'nothing')
  if (harmless.length === 0) return false
  const drawn = (stream: Uint8Array) =>
    language === 'ZPL'
      ? zplDrawing(stream, TARGET.dpi, null).text
      : interpretEpl(stream, SIZE, TARGET.dpi).map(({ bitmap, copies }) => [copies, Buffer.from(bitmap.data)])
  return !isDeepStrictEqual(drawn(bytes), drawn(stripLabel(bytes, harmless)))
}

function inPieces(bytes: Buffer, language: LabelLanguage, random: Random): Inspection {
  const inspector = new LabelInspector({ language })
  const longest = 1 + random.below(Math.max(8, bytes.length / 4))
  for (let at = 0; at < bytes.length;) {
    const end = at + 1 + random.below(longest)
    inspector.feed(bytes.subarray(at, end))
    at = end
  }
  return inspector.result()
}

/** What a printer gets of it by the way that every label goes; null when nothing leaves. */
function delivered(bytes: Buffer, language: LabelLanguage): Uint8Array | null {
  try {
    const { bytes: document } = passThrough(language, bytes)
    return applyPolicy({ document, purpose: 'label' }, { language, ...TARGET }, CARE).document
  } catch (error) {
    if (error instanceof ConversionProblem) return null
    throw error
  }
}
