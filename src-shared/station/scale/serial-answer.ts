import { readNci } from './nci.ts'
import { readToledo } from './toledo.ts'
import type { ScaleReading, ScaleUnit } from './reading.ts'

export const SCALE_PROTOCOLS = ['nci', 'toledo'] as const
export type ScaleProtocol = (typeof SCALE_PROTOCOLS)[number]

/** The state of reading so far: the newest reading, and a possible beginning of the next. */
export interface Understood {
  reading: ScaleReading | null
  /** From this byte on nothing is understood yet. */
  rest: Uint8Array
}

/** No answer of a scale is longer; bytes that never become one are dropped. */
const MOST_HELD = 256

const READERS = { nci: readNci, toledo: readToledo } as const

/** Asks for the weight: the same in both protocols. */
export const ASK_WEIGHT = new Uint8Array([0x57, 0x0d])

/**
 * Reads the bytes of a scale. Bytes come in pieces of any size; noise before an answer is skipped.
 * @param unit of a protocol whose answers name none
 */
export function readAnswers(protocol: ScaleProtocol, bytes: Uint8Array, unit: ScaleUnit): Understood {
  let reading: ScaleReading | null = null
  let rest = bytes
  for (;;) {
    const read = READERS[protocol](rest, unit)
    if (read === null) break
    reading = read.reading ?? reading
    rest = rest.subarray(read.end)
  }
  return { reading, rest: rest.length > MOST_HELD ? rest.subarray(-MOST_HELD) : rest }
}
