import { blankLabels } from '../../src-labels/blank.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { LabelQuestion } from '../../src-shared/station/printing/label-question.ts'
import type { LabelStock } from '../../src-shared/station/printing/label-stock.ts'
import type { PrinterOptions, StoredPrinter } from '../../src-shared/station/printing/printer-settings.ts'
import type { Printer } from '../../src-shared/station/printing/printing.ts'
import type { ScanInput } from '../../src-shared/station/printing/scan.ts'
import { askedAbout } from '../printing/queue/asked-about.ts'
import type { PreparedLabels } from './prepare.ts'
import { stockQuestion } from './stock-question.ts'

type ScanAnswers = Pick<ScanInput, 'reprintReason' | 'despite'>

/** Whether a person answered yes to this very question, and why. */
export function isAnswered({ key }: LabelQuestion, { reprintReason, despite = [] }: ScanAnswers): boolean {
  return reprintReason !== undefined && despite.includes(key)
}

/** Asks about bars that fitting made too narrow; null: there are none. */
export function barsQuestion(narrowestMm: number | null): LabelQuestion | null {
  return narrowestMm === null ? null : { kind: 'bars', key: 'BARS', narrowestMm }
}

/**
 * Asks about labels that put no dot on paper; null: there are none.
 * @param bytes as they go to the printer, validated already. @param page their page in the whole document, from 1
 */
export function blankQuestion(
  bytes: Uint8Array,
  { language }: Pick<Printer, 'language'>,
  { paper }: Pick<PrinterOptions, 'paper'>,
  page = 1,
): LabelQuestion | null {
  if (paper === 'receipt') return null
  const pages = blankLabels(bytes, language).map((label) => label + page - 1)
  return pages.length === 0 ? null : { kind: 'blank', key: 'BLANK', pages }
}

/**
 * The first unanswered question about labels fit to print: their size, their bars, blank ones; null: none.
 * @param stock what the printer is loaded with, where that is known. @param page as for `blankQuestion`
 */
export function openQuestion(
  { bytes, narrowestMm }: Pick<PreparedLabels, 'bytes' | 'narrowestMm'>,
  { printer, options }: Pick<StoredPrinter, 'printer' | 'options'>,
  { stock, answers, page }: { stock: LabelStock | null; answers: ScanAnswers; page?: number },
): LabelQuestion | null {
  const questions = [
    stockQuestion(bytes, printer, options, stock),
    barsQuestion(narrowestMm),
    blankQuestion(bytes, printer, options, page),
  ]
  return questions.find((one) => one && !isAnswered(one, answers)) ?? null
}

/** A question as an error, where nothing but a yes or no to the whole goes back. */
export function asksFirst(name: string, question: LabelQuestion): StationError {
  return new StationError({
    code: 'ASKS_FIRST',
    message: `${name} was not printed. ${askedAbout(question)}`,
    details: { ...question },
  })
}
