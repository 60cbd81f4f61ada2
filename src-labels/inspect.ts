import { EplScanner } from './epl/scanner.ts'
import { labelSizeInDots, type LabelDpi, type LabelMedia } from './label-size.ts'
import { detectLanguage, type LabelLanguage } from './language.ts'
import type { ZplLimits } from './zpl/formats.ts'
import type { Policy } from './zpl/policy.ts'
import { ZplScanner, type Setting } from './zpl/scanner.ts'

export interface InspectOptions {
  /** Told from the bytes when absent. */
  language?: LabelLanguage
  /** With `dpi`: what reaches beyond the media is too big. */
  media?: LabelMedia
  /** 203 when absent. */
  dpi?: LabelDpi
  /** Copies that each label must ask for, no more and no fewer; when absent, one at most. */
  expectedCopies?: number
  /** Labels that the stream must print, copies not counted: one more has been smuggled in, one fewer was lost. */
  expectedLabels?: number
  /** Treatment of commands where a printer's owner wants another than the usual: `{'^MM': 'block'}`. */
  policy?: Policy
  /** Most bytes in the stream; 32 MiB when absent. */
  mostBytes?: number
}

/** What a stream is worth before it goes to a printer. */
export interface Inspection {
  /**
   * whole: it prints its labels and does nothing else. truncated: something is missing or damaged. hostile: it would do to
   * the printer what no label needs. too-big: more bytes, dots or copies than allowed.
   */
  verdict: 'whole' | 'truncated' | 'hostile' | 'too-big'
  /** Null when it is neither. */
  language: LabelLanguage | null
  /** Labels that come out, copies included. */
  labels: number
  /** One sentence for people; null when whole. */
  reason: string | null
  /** Offset of the byte the reason is about; null when whole. */
  at: number | null
  /** Commands that a printer's settings would outlive the label by; leave them out with `stripLabel`. */
  findings: Setting[]
}

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
  #scanner: ZplScanner | EplScanner | null = null
  /** What came before the language was known. */
  #waiting = new Uint8Array(0)
  #length = 0

  constructor(options: InspectOptions = {}) {
    this.#options = options
    this.#language = options.language ?? null
    if (options.language) this.#scanner = this.#scannerFor(options.language)
  }

  feed(chunk: Uint8Array): void {
    this.#length += chunk.length
    if (this.#scanner) {
      this.#scanner.feed(chunk)
      return
    }
    this.#waiting = Buffer.concat([this.#waiting, chunk])
    const isEnough = this.#waiting.length >= LANGUAGE_BYTES
    // What lies beyond must not count: it may or may not have come in the same chunk.
    this.#language = detectLanguage(this.#waiting.subarray(0, LANGUAGE_BYTES), isEnough)
    if (this.#language === null && !isEnough) return
    this.#scanner = this.#scannerFor(this.#language ?? 'ZPL')
    this.#scanner.feed(this.#waiting)
    this.#waiting = new Uint8Array(0)
  }

  result(): Inspection {
    const scanner = this.#scanner
    if (!scanner) {
      const language = detectLanguage(this.#waiting, true)
      const rest = this.#scannerFor(language ?? 'ZPL')
      rest.feed(this.#waiting)
      return this.#inspection(rest, language)
    }
    return this.#inspection(scanner, this.#language)
  }

  #scannerFor(language: LabelLanguage): ZplScanner | EplScanner {
    const { media, dpi = 203, expectedCopies, policy, mostBytes = MOST_BYTES } = this.#options
    const limits: ZplLimits = {
      bytes: mostBytes,
      graphicBytes: MOST_GRAPHIC_BYTES,
      copies: expectedCopies ?? 1,
      ...(expectedCopies === undefined ? {} : { exactCopies: expectedCopies }),
      ...(media ? { media: labelSizeInDots(media, dpi) } : {}),
      ...(policy ? { policy } : {}),
    }
    return language === 'ZPL' ? new ZplScanner(limits) : new EplScanner(limits)
  }

  #inspection(scanner: ZplScanner | EplScanner, language: LabelLanguage | null): Inspection {
    const { problem, labels, copies, settings } = scanner.result()
    const found = problem ?? this.#wrongCount(labels)
    return {
      verdict: found?.verdict ?? 'whole',
      language,
      labels: copies,
      reason: found?.reason ?? null,
      at: found?.at ?? null,
      findings: settings,
    }
  }

  #wrongCount(labels: number): { verdict: 'hostile' | 'truncated'; reason: string; at: number } | null {
    const { expectedLabels } = this.#options
    if (expectedLabels === undefined || labels === expectedLabels) return null
    const reason = `prints ${labels} labels instead of ${expectedLabels}`
    return { verdict: labels > expectedLabels ? 'hostile' : 'truncated', reason, at: this.#length }
  }
}

/** Inspects a whole stream at once. Takes any bytes whatever and never throws. */
export function inspectLabel(bytes: Uint8Array, options: InspectOptions = {}): Inspection {
  const inspector = new LabelInspector(options)
  inspector.feed(bytes)
  return inspector.result()
}

/** The stream without the commands that were found to change settings; all other bytes stay as they are. */
export function stripLabel(bytes: Uint8Array, findings: readonly Setting[]): Uint8Array {
  const kept: Uint8Array[] = []
  let from = 0
  for (const { at, end } of findings) {
    kept.push(bytes.subarray(from, at))
    from = end
  }
  return Buffer.concat([...kept, bytes.subarray(from)])
}
