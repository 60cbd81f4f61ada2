import { MOST_CODES } from '../../../../src-shared/station/tracking/shipment-list.ts'

const LONGEST = 100

/** The pasted text, read as the station reads it: one code a line or cell, each once. */
export interface PastedCodes {
  codes: string[]
  /** How often a code was named again. */
  repeated: number
  /** Why it cannot be asked for; null: it can. */
  fault: 'none' | 'too-many' | 'too-long' | null
}

export function readCodes(text: string): PastedCodes {
  const all = text
    .split(/[\r\n\t,;]+/)
    .map((code) => code.trim())
    .filter((code) => code !== '')
  const codes = [...new Set(all)]
  const fault =
    codes.length === 0
      ? 'none'
      : codes.length > MOST_CODES
        ? 'too-many'
        : codes.some((code) => code.length > LONGEST)
          ? 'too-long'
          : null
  return { codes, repeated: all.length - codes.length, fault }
}
