import { inEnglish, type LabelSentence } from '../../../src-labels/sentence.ts'
import type { SaidOfLabel } from '../../../src-shared/station/printing/label-sentence.ts'
import type { StationErrorCode } from '../../../src-shared/station/error.ts'

/** What a document can be refused for, as far as a screen says more of it than that it cannot be converted. */
export const PROBLEM_CODES = [
  'ASKS_FIRST',
  'CONVERSION_FAILED',
  'DOCUMENT_EMPTY',
  'DOCUMENT_LOCKED',
  'DOCUMENT_TOO_LARGE',
  'DOCUMENT_TOO_SLOW',
  'LABEL_REFUSED',
  'LABEL_TRUNCATED',
] as const satisfies readonly StationErrorCode[]
export type ProblemCode = (typeof PROBLEM_CODES)[number]

/** Why a document cannot be converted, in a sentence for people. Its message is what the caller sees. */
export class ConversionProblem extends Error {
  override readonly name = 'ConversionProblem'
  readonly details: Record<string, unknown>
  readonly code: ProblemCode

  constructor(message: string, details: Record<string, unknown> = {}, code: ProblemCode = 'CONVERSION_FAILED') {
    super(message)
    this.details = details
    this.code = code
  }
}

/** A sentence about a label as a screen takes it. */
export function reported(sentence: LabelSentence): SaidOfLabel {
  return { ...sentence, english: inEnglish(sentence) }
}

/** A document that is larger, in whatever way, than what is drawn here. `most`: in the unit that the message names. */
export function tooLarge(message: string, most: number): ConversionProblem {
  return new ConversionProblem(message, { most }, 'DOCUMENT_TOO_LARGE')
}

/**
 * The document needed more memory than a thread has. The thread that threw this is spent: a library in it may be in any
 * state, and what it holds may be what there was too little of.
 */
export class OutOfMemory extends ConversionProblem {}

export function outOfMemory(): OutOfMemory {
  return new OutOfMemory('drawing the document needs more memory than is allowed', {}, 'DOCUMENT_TOO_LARGE')
}
