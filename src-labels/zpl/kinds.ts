import type { CommandRow } from '../command-row.ts'
import { PLACING } from './bounds.ts'
import { zplCommand } from './command-table.ts'

/** What is known of a command by its name alone. */
export interface Kind {
  /** Two characters in upper case. */
  readonly name: string
  /** With the prefix it has by default: `^FD`, `~DG`. */
  readonly full: string
  readonly isFormat: boolean
  /** Its row of the command table; null when unknown. */
  readonly row: CommandRow | null
  /** Delimiters before a picture's data; 0 when it carries none. */
  readonly headFields: number
  /** Whether it changes a prefix or the delimiter. */
  readonly isPrefix: boolean
  /** Whether anything is decided by its parameters. */
  readonly wantsParameters: boolean
}

/** The prefixes and the delimiter that a printer starts with, by the command that changes them. */
export const DEFAULT_PREFIXES = { CC: '^', CT: '~', CD: ',' } as const
export type PrefixName = keyof typeof DEFAULT_PREFIXES
const HEAD_FIELDS: Readonly<Record<string, number>> = { '^GF': 4, '~DG': 3, '~DY': 5 }

export function isPrefixName(name: string): name is PrefixName {
  return Object.hasOwn(DEFAULT_PREFIXES, name)
}

const known = new Map<number, Kind>()

/**
 * Each kind is looked up once: a stream has thousands of commands of a few kinds.
 * @param code the name's two characters, the first in the higher byte.
 */
export function kindOf(code: number, isFormat: boolean): Kind {
  const key = isFormat ? code : code | 0x10000
  const before = known.get(key)
  if (before) return before
  const name = String.fromCharCode(code >> 8, code & 0xff)
  const full = (isFormat ? '^' : '~') + name
  const row = zplCommand(full)
  const isPlacing = isFormat && PLACING.some((placing) => placing === name)
  const kind: Kind = {
    name,
    full,
    isFormat,
    row,
    headFields: HEAD_FIELDS[full] ?? 0,
    isPrefix: isPrefixName(name),
    wantsParameters: (row !== null && (row.decides !== null || row.setBack !== null)) || isPlacing,
  }
  // The names that bytes can make are 2 * 65536; a stream that tries them all must not fill the memory.
  if (row) known.set(key, kind)
  return kind
}
