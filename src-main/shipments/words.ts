import { readingsOf, scannedCode } from '../../src-shared/freight/scanned-code.ts'
import type { ShipmentAddress } from '../../src-shared/station/tracking/shipment.ts'

/** What of a shipment is found by typing. */
export interface Wordy {
  trackingNumber: string | null
  proNumber: string | null
  reference: string | null
  provider: string | null
  origin: ShipmentAddress | null
  destination: ShipmentAddress | null
}

/**
 * The words of a shipment for the search index, folded: lower case, without accents. A text with signs inside is there by
 * its parts and by each run of parts to its end (`PO-48-213`: po, 48, 213, po48213, 48213), so that typing it with its
 * signs finds exactly it although the index keeps no positions. A number is there by its last four digits as well.
 */
export function wordsOf(shipment: Wordy): string {
  const { origin, destination } = shipment
  const texts = [
    shipment.trackingNumber,
    shipment.proNumber,
    shipment.reference,
    shipment.provider,
    ...[origin, destination].flatMap((place) => [place?.companyName, place?.city, place?.state]),
  ]
  const words = new Set<string>()
  for (const text of texts) {
    for (const word of (text ?? '').split(/\s+/)) addParts(words, fold(word).split(SIGNS).filter(Boolean))
  }
  for (const code of texts.slice(0, CODES)) {
    const tail = LAST_DIGITS.exec(code ?? '')?.[1]
    if (tail !== undefined) words.add(tail)
  }
  return [...words].join(' ')
}

/** The first texts, up to this many, are numbers, which people read out by their last four digits. */
const CODES = 3
const LAST_DIGITS = /\d(\d{4})$/
const SIGNS = /[^\p{L}\p{N}]+/u

function addParts(words: Set<string>, parts: readonly string[]): void {
  for (let from = 0; from < parts.length; from++) {
    words.add(parts[from] ?? '')
    words.add(parts.slice(from).join(''))
  }
}

/** The search index answers shorter starts of words from an index of their own (prefix of shipment_text). */
const LONGEST_PREFIX = 6
/** With more names than this a start is looked up as a start all the same. */
const MOST_NAMES = 16

/** A full name can be in a hundred thousand shipments; a code of that length hardly in a few. */
export function isLongName(word: string): boolean {
  return word.length > LONGEST_PREFIX && !/\p{N}/u.test(word)
}

/**
 * A typed or scanned text as a query of the index: each word must start a word of the shipment, or another reading of the
 * whole does. Null when there is no word.
 *
 * @param namesFrom long names that start like this, `limit` at most
 */
export function queryOf(typed: string, namesFrom: (start: string, limit: number) => string[]): string | null {
  const code = scannedCode(typed)
  const words = wordsIn(code)
  if (words.length === 0) return null
  const all = words
    .map((word) => {
      const names = isLongName(word) ? namesFrom(word, MOST_NAMES + 1) : []
      // A prefix in very many rows is slow; the few names that it can mean are not.
      if (names.length === 0 || names.length > MOST_NAMES) return `"${word}"*`
      return `(${names.map((name) => `"${name}"`).join(' OR ')})`
    })
    .join(' AND ')
  const { codes, pros } = readingsOf(code)
  const whole = /^[\d -]+$/.test(code) && words.length > 1 ? pros : []
  const readings = wordsIn([...codes.slice(1), ...whole].join(' ')).map((word) => `"${word}"*`)
  return readings.length === 0 ? all : [`(${all})`, ...readings].join(' OR ')
}

function wordsIn(text: string): string[] {
  const words = text.split(/\s+/).map((word) => fold(word).replaceAll(/[^\p{L}\p{N}]+/gu, ''))
  return [...new Set(words)].filter((word) => word !== '')
}

function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
}
