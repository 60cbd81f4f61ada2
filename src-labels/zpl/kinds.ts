import { WITH_PARAMETERS } from './formats.ts'
import { isDecidedByName, treatmentOf, type Policy } from './policy.ts'

/** What is known of a command by its name alone. */
export interface Kind {
  /** Two characters in upper case. */
  readonly name: string
  /** With the prefix it has by default: `^FD`, `~DG`. */
  readonly full: string
  readonly isFormat: boolean
  /** Why it is blocked; null when it is not, or when that depends on its parameters. */
  readonly blocked: string | null
  readonly isStripped: boolean
  /** Whether its first parameter decides how it is treated. */
  readonly isUndecided: boolean
  /** Delimiters before a picture's data; 0 when it carries none. */
  readonly headFields: number
  /** Whether it changes a prefix, which is then its only parameter. */
  readonly isPrefix: boolean
  readonly wantsParameters: boolean
}

/** The prefixes and the delimiter that a printer starts with, by the command that changes them. */
export const DEFAULT_PREFIXES: Readonly<Record<string, string>> = { CC: '^', CT: '~', CD: ',' }
const HEAD_FIELDS: Readonly<Record<string, number>> = { '^GF': 4, '~DG': 3, '~DY': 5 }

/** Kinds of commands, each looked up once: a stream has thousands of commands of a few kinds. */
export class Kinds {
  readonly #policy: Policy | undefined
  readonly #known = new Map<number, Kind>()

  constructor(policy: Policy | undefined) {
    this.#policy = policy
  }

  /** @param code the name's two characters, the first in the higher byte. */
  of(code: number, isFormat: boolean): Kind {
    const key = isFormat ? code : code | 0x10000
    const known = this.#known.get(key)
    if (known) return known
    const name = String.fromCharCode(code >> 8, code & 0xff)
    const full = (isFormat ? '^' : '~') + name
    const isUndecided = !isDecidedByName(full, this.#policy)
    const { treatment, reason } = treatmentOf(full, '', this.#policy)
    const kind: Kind = {
      name,
      full,
      isFormat,
      blocked: !isUndecided && treatment === 'block' ? reason : null,
      isStripped: !isUndecided && treatment === 'strip',
      isUndecided,
      headFields: HEAD_FIELDS[full] ?? 0,
      isPrefix: Object.hasOwn(DEFAULT_PREFIXES, name),
      wantsParameters: isUndecided || (isFormat && WITH_PARAMETERS.has(name)),
    }
    this.#known.set(key, kind)
    return kind
  }
}
