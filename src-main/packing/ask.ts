import { StationError } from '../../src-shared/station/error.ts'
import type { LabelQuestion } from '../../src-shared/station/printing/label-question.ts'
import type { ScanInput } from '../../src-shared/station/printing/scan.ts'
import { askedAbout } from '../printing/queue/asked-about.ts'

/** Whether a person answered yes to this very question, and why. */
export function isAnswered(
  { key }: LabelQuestion,
  { reprintReason, despite = [] }: Pick<ScanInput, 'reprintReason' | 'despite'>,
): boolean {
  return reprintReason !== undefined && despite.includes(key)
}

/** Asks about bars that fitting made too narrow; null: there are none. */
export function barsQuestion(narrowestMm: number | null): LabelQuestion | null {
  return narrowestMm === null ? null : { kind: 'bars', key: 'BARS', narrowestMm }
}

/** A question as an error, where nothing but a yes or no to the whole goes back. */
export function asksFirst(name: string, question: LabelQuestion): StationError {
  return new StationError({
    code: 'ASKS_FIRST',
    message: `${name} was not printed. ${askedAbout(question)}`,
    details: { ...question },
  })
}
