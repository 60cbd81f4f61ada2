import { say, type LabelSentence } from '../sentence.ts'
import type { Limits, Problem } from '../validation.ts'
import { Bounds, PLACING } from './bounds.ts'
import type { Kind } from './kinds.ts'
import { quantityOf } from './parameters.ts'

/** Commands whose data lasts until `^FS`. */
const DATA = new Set(['^FD', '^FV', '^SN'])

interface OpenFormat {
  at: number
  draws: boolean
  /** Kept under a name, or stored as a picture without being printed. */
  isStored: boolean
  copies: number
}

/** Keeps track of formats: open, closed, drawn, stored; and of how many labels they print. */
export class ZplFormats {
  /** Labels that are complete, copies not counted, and with their copies. */
  labels = 0
  copies = 0
  readonly #limits: Pick<Limits, 'exactCopies'>
  #bounds: Bounds | null
  #format: OpenFormat | null = null
  /** Where field data began that no `^FS` has ended yet. */
  #dataAt: number | null = null
  /** Where field data began that was still open when its format was closed. */
  #unendedAt: number | null = null
  /** The command before the one that begins, of those that are sent. */
  #before = ''

  constructor(limits: Pick<Limits, 'exactCopies' | 'media'>) {
    this.#limits = limits
    this.#bounds = limits.media ? new Bounds(limits.media.size, limits.media.dotMm) : null
  }

  /** A copy of the state, to continue from independently. */
  copy(): ZplFormats {
    const other = new ZplFormats(this.#limits)
    other.labels = this.labels
    other.copies = this.copies
    other.#bounds = this.#bounds?.copy() ?? null
    other.#format = this.#format && { ...this.#format }
    other.#dataAt = this.#dataAt
    other.#unendedAt = this.#unendedAt
    other.#before = this.#before
    return other
  }

  get isOpen(): boolean {
    return this.#format !== null
  }

  get isStored(): boolean {
    return this.#format?.isStored === true
  }

  /** A `^` command begins. */
  begin({ full, row }: Kind, at: number): Problem | null {
    const before = this.#before
    // What is left out does not stand between them in what is sent.
    if (row?.treatment === 'pass') this.#before = full
    if (full === '^XA') return this.#open(at)
    if (full === '^XZ') return this.#close(at)
    const format = this.#format
    if (!format) return null
    if (row?.paper === 'draws') format.draws = true
    // A format that begins with the end of a field ends the one that was left open: data closed and opened a label.
    const endsUnended = full === '^FS' && before === '^XA'
    if (this.#unendedAt !== null && (row?.paper === 'draws' || endsUnended)) {
      return { result: 'refused', reason: say('field-open'), at: this.#unendedAt }
    }
    if (full === '^DF') format.isStored = true
    if (full === '^FS' || full === '^FO' || full === '^FT') this.#dataAt = null
    else if (DATA.has(full)) this.#dataAt = at
    return null
  }

  /** A command with parameters is complete. */
  end({ full }: Kind, at: number, parameters: readonly string[]): Problem | null {
    const format = this.#format
    if (!format) return null
    if (full === '^PQ') {
      format.copies = quantityOf(parameters[0] ?? '') ?? 1
      if (!format.isStored || format.copies === 1) return null
      return { result: 'refused', reason: say('stored-copies'), at }
    }
    if (full === '^IS' && /^ *N *$/i.test(parameters[1] ?? '')) format.isStored = true
    return null
  }

  /** A note on a command that is complete, when what it places is beyond the media. */
  noteOn({ name, isFormat }: Kind, parameters: readonly string[]): LabelSentence | null {
    const place = this.#format && isFormat ? PLACING.find((placing) => placing === name) : undefined
    return place === undefined ? null : (this.#bounds?.take(place, parameters) ?? null)
  }

  /** What is wrong when the stream ends here; null when every label is whole. */
  problemAtEnd(length: number): Problem | null {
    if (this.#format) return { result: 'truncated', reason: say('not-closed'), at: this.#format.at }
    if (this.labels === 0) return { result: 'truncated', reason: say('no-label'), at: length }
    return null
  }

  #open(at: number): Problem | null {
    if (this.#format?.draws) {
      return { result: 'truncated', reason: say('starts-inside'), at: this.#format.at }
    }
    this.#format = { at: this.#format?.at ?? at, draws: false, isStored: false, copies: this.#format?.copies ?? 1 }
    this.#dataAt = null
    return null
  }

  #close(at: number): Problem | null {
    const format = this.#format
    if (!format) {
      if (this.labels === 0) return null
      return { result: 'refused', reason: say('closed-twice'), at }
    }
    this.#format = null
    this.#unendedAt ??= this.#dataAt
    this.#dataAt = null
    if (!format.draws || format.isStored) return null
    const { exactCopies } = this.#limits
    if (exactCopies !== undefined && format.copies !== exactCopies) {
      const reason = say('other-copies', { copies: format.copies, expected: exactCopies })
      return { result: format.copies < exactCopies ? 'truncated' : 'refused', reason, at: format.at }
    }
    this.labels += 1
    this.copies += format.copies
    return null
  }
}
