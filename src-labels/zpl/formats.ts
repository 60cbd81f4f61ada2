import type { LabelSize } from '../label-size.ts'
import { Bounds, PLACING } from './bounds.ts'
import type { Policy } from './policy.ts'

export interface Problem {
  verdict: 'truncated' | 'hostile' | 'too-big'
  /** One sentence for people. */
  reason: string
  /** Offset of the byte it is about. */
  at: number
}

export interface ZplLimits {
  /** Most bytes in the stream. */
  bytes: number
  /** Most bytes a single graphic may decode to. */
  graphicBytes: number
  /** Copies that `^PQ` may ask for. */
  copies: number
  /** Copies that each label must ask for; absent: any number up to `copies`. */
  exactCopies?: number
  /** The media, where labels too large for it are to be refused. */
  media?: LabelSize
  /** Commands treated otherwise than usual. */
  policy?: Policy
}

/** Commands that put something on paper. */
const DRAWING = new Set('FD FV SN GB GC GD GE GF GS XG IM IL XF'.split(' '))
/** Commands whose data lasts until `^FS`. */
const DATA = new Set(['FD', 'FV', 'SN'])
/** Commands that `end` wants to know the parameters of. */
export const WITH_PARAMETERS: ReadonlySet<string> = new Set(['PQ', ...PLACING])

/** Keeps track of formats: open, closed, drawn, stored; and of how many labels they print. */
export class ZplFormats {
  /** Labels that are complete, copies not counted, and with their copies. */
  labels = 0
  copies = 0
  readonly #limits: ZplLimits
  readonly #bounds: Bounds | null
  #format: { at: number; draws: boolean; isStored: boolean; copies: number } | null = null
  /** Where field data began that no `^FS` has ended yet. */
  #dataAt: number | null = null
  /** Where field data began that was still open when its format was closed. */
  #unendedAt: number | null = null

  constructor(limits: ZplLimits) {
    this.#limits = limits
    this.#bounds = limits.media ? new Bounds(limits.media) : null
  }

  get isOpen(): boolean {
    return this.#format !== null
  }

  /** A `^` command begins. */
  begin(name: string, at: number): Problem | null {
    if (name === 'XA') return this.#open(at)
    if (name === 'XZ') return this.#close(at)
    const format = this.#format
    if (!format) return null
    if (DRAWING.has(name)) format.draws = true
    if (name === 'DF') format.isStored = true
    if (name === 'FS' || name === 'FO' || name === 'FT') this.#dataAt = null
    else if (DATA.has(name)) this.#dataAt = at
    return null
  }

  /** A command of `WITH_PARAMETERS` is complete. */
  end(name: string, at: number, parameters: readonly string[]): Problem | null {
    const format = this.#format
    if (!format) return null
    if (name === 'PQ') {
      const copies = Number.parseInt(parameters[0] ?? '', 10)
      format.copies = Math.max(1, copies || 1)
      if (format.copies <= this.#limits.copies) return null
      return {
        verdict: 'too-big',
        reason: `asks for ${format.copies} copies, allowed are ${this.#limits.copies}`,
        at,
      }
    }
    const reason = this.#bounds?.take(name, parameters) ?? null
    return reason === null ? null : { verdict: 'too-big', reason, at }
  }

  /** What is wrong when the stream ends here; null when every label is whole. */
  problemAtEnd(length: number): Problem | null {
    if (this.#format) return { verdict: 'truncated', reason: 'the label is not closed', at: this.#format.at }
    if (this.labels === 0) return { verdict: 'truncated', reason: 'there is no label', at: length }
    return null
  }

  #open(at: number): Problem | null {
    if (this.#unendedAt !== null) {
      const reason = 'a label ends inside of a field, and another one follows: data has broken out of its field'
      return { verdict: 'hostile', reason, at: this.#unendedAt }
    }
    if (this.#format?.draws) {
      const reason = 'a label starts inside of another that was not closed'
      return { verdict: 'truncated', reason, at: this.#format.at }
    }
    this.#format ??= { at, draws: false, isStored: false, copies: 1 }
    this.#dataAt = null
    return null
  }

  #close(at: number): Problem | null {
    const format = this.#format
    if (!format) {
      if (this.labels === 0) return null
      const reason = 'a label is closed that was not open: data has broken out of its field'
      return { verdict: 'hostile', reason, at }
    }
    this.#format = null
    this.#unendedAt = this.#dataAt
    this.#dataAt = null
    if (!format.draws || format.isStored) return null
    const { exactCopies } = this.#limits
    if (exactCopies !== undefined && format.copies < exactCopies) {
      return { verdict: 'truncated', reason: `asks for ${format.copies} copies of ${exactCopies}`, at: format.at }
    }
    this.labels += 1
    this.copies += format.copies
    return null
  }
}
