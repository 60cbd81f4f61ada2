import { EplValidator } from './epl/validator.ts'
import { labelSizeInDots, type LabelDpi, type LabelMedia } from './label-size.ts'
import { detectLanguage, type LabelLanguage } from './language.ts'
import { inEnglish, say, type LabelSentence } from './sentence.ts'
import { namesOf, type Cut, type Judgement, type Limits, type Policy, type Problem } from './validation.ts'
import { ZplValidator } from './zpl/validator.ts'

export interface InspectOptions {
  /** Told from the bytes when absent. */
  language?: LabelLanguage
  /** With `dpi`: what reaches beyond the media, or is too fine for the head, is noted. */
  media?: LabelMedia
  /** 203 when absent. */
  dpi?: LabelDpi
  /** Copies that each label must ask for, no more and no fewer; when absent, any number. */
  expectedCopies?: number
  /** Labels that the stream must print, copies not counted: one more has been smuggled in, one fewer was lost. */
  expectedLabels?: number
  /** Treatment of commands where a printer's owner wants another than the usual: `{'^MM': 'refuse'}`. */
  policy?: Policy
  /** Leaves pictures packed: for a stream that was found whole before. */
  skipsPictures?: boolean
  /** Most bytes in the stream; 32 MiB when absent. */
  mostBytes?: number
}

/** The validation result of a stream before it goes to a printer. */
export interface LabelValidation {
  /**
   * whole: it prints its labels, and does nothing else once `stripped` is left out. truncated: something is missing or
   * damaged. refused: it would do to the printer what no label may, or printers may read it differently.
   */
  result: 'whole' | 'truncated' | 'refused'
  /** Null when it is neither. */
  language: LabelLanguage | null
  /** Labels in it, copies not counted. */
  labels: number
  /** Labels that come out: each as often as it asks for. */
  copies: number
  /** Offset of the byte the reason is about; null when whole. */
  at: number | null
  /** One sentence for people; null when whole. */
  reason: string | null
  /** Sentences for people that stop nothing: surplus data, commands that are left out. */
  notes: string[]
  /** Names of commands that are left out of what is sent, each once. */
  stripped: string[]
}

/** A validation result, and what `labelToSend` needs beside it. */
export interface Inspection extends LabelValidation {
  /** The places that are left out. */
  cuts: Cut[]
  /** The reason and the notes as data, to be said in another language. */
  said: { reason: LabelSentence | null; notes: LabelSentence[] }
}

const MM_PER_INCH = 25.4
const MOST_BYTES = 32 << 20
/** 8.5 by 14 inches at 600 dpi are 5.4 MB. */
const MOST_GRAPHIC_BYTES = 8 << 20
/** After so many bytes without a command of either language there will be none. */
const LANGUAGE_BYTES = 4096

/**
 * Inspects a stream as it arrives, in chunks of any size: `feed` what came, `result` says what it would be worth if nothing
 * more came. Time is linear to the bytes and memory bounded by the largest picture; the answer never depends on the cuts.
 */
export class LabelInspector {
  readonly #options: InspectOptions
  #language: LabelLanguage | null
  #validator: ZplValidator | EplValidator | null = null
  /** What came before the language was known. */
  #waiting = new Uint8Array(0)
  #length = 0

  constructor(options: InspectOptions = {}) {
    this.#options = options
    this.#language = options.language ?? null
    if (options.language) this.#validator = this.#validatorOf(options.language)
  }

  feed(chunk: Uint8Array): void {
    this.#length += chunk.length
    if (this.#validator) {
      this.#validator.feed(chunk)
      return
    }
    this.#waiting = Buffer.concat([this.#waiting, chunk])
    const isEnough = this.#waiting.length >= LANGUAGE_BYTES
    // Bytes beyond must not count: it may or may not have come in the same chunk.
    this.#language = detectLanguage(this.#waiting.subarray(0, LANGUAGE_BYTES), isEnough)
    if (this.#language === null && !isEnough) return
    this.#validator = this.#validatorOf(this.#language ?? 'ZPL')
    this.#validator.feed(this.#waiting)
    this.#waiting = new Uint8Array(0)
  }

  result(): Inspection {
    const { judgement, language } = this.#judgement()
    return this.#inspection(judgement, language)
  }

  /** What has to be sent behind a whole stream, so that the next label finds this printer as this one did. */
  suffix({ media, dpi }: { media: LabelMedia; dpi: LabelDpi }): string {
    return this.#judgement().judgement.suffix(labelSizeInDots(media, dpi))
  }

  #judgement(): { judgement: Judgement; language: LabelLanguage | null } {
    if (this.#validator) return { judgement: this.#validator.result(), language: this.#language }
    const language = detectLanguage(this.#waiting, true)
    const validator = this.#validatorOf(language ?? 'ZPL')
    validator.feed(this.#waiting)
    return { judgement: validator.result(), language }
  }

  #validatorOf(language: LabelLanguage): ZplValidator | EplValidator {
    const { media, dpi = 203, expectedCopies, policy, skipsPictures, mostBytes = MOST_BYTES } = this.#options
    const limits: Limits = {
      bytes: mostBytes,
      graphicBytes: skipsPictures === true ? null : MOST_GRAPHIC_BYTES,
      ...(expectedCopies === undefined ? {} : { exactCopies: expectedCopies }),
      ...(media ? { media: { size: labelSizeInDots(media, dpi), dotMm: MM_PER_INCH / dpi } } : {}),
      ...(policy ? { policy } : {}),
    }
    return language === 'ZPL' ? new ZplValidator(limits) : new EplValidator(limits)
  }

  #inspection({ problem, labels, copies, cuts, notes }: Judgement, language: LabelLanguage | null): Inspection {
    const found = problem ?? this.#wrongCount(labels)
    return {
      result: found?.result ?? 'whole',
      language,
      labels,
      copies,
      at: found?.at ?? null,
      reason: found ? inEnglish(found.reason) : null,
      notes: notes.map(inEnglish),
      stripped: namesOf(cuts),
      cuts,
      said: { reason: found?.reason ?? null, notes },
    }
  }

  #wrongCount(labels: number): Problem | null {
    const { expectedLabels } = this.#options
    if (expectedLabels === undefined || labels === expectedLabels) return null
    const reason = say('other-count', { labels, expected: expectedLabels })
    return { result: labels > expectedLabels ? 'refused' : 'truncated', reason, at: this.#length }
  }
}

/** Inspects a whole stream at once. Takes any bytes whatever and never throws. */
export function inspectLabel(bytes: Uint8Array, options: InspectOptions = {}): Inspection {
  const inspector = new LabelInspector(options)
  inspector.feed(bytes)
  return inspector.result()
}

/** The stream without the places that were found to be left out; all other bytes stay as they are. */
export function stripLabel(bytes: Uint8Array, cuts: readonly Cut[]): Uint8Array {
  if (cuts.length === 0) return bytes
  const kept: Uint8Array[] = []
  let from = 0
  for (const { at, end } of cuts) {
    kept.push(bytes.subarray(from, at))
    from = end
  }
  return Buffer.concat([...kept, bytes.subarray(from)])
}
