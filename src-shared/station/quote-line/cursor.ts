import { type Token } from './tokens.ts'
import type { Country } from '../../freight/address.ts'
import type { FreightClass } from '../../freight/cargo.ts'
import type { City, LineContext, LineDoubtReason, LineParty, LinePreset } from './line.ts'
import type { Packaging } from './words.ts'

/** The meaning of one part of a line. */
type Meaning =
  | { kind: 'count'; quantity: number | null; packaging: Packaging | null; base: readonly [number, number] | null }
  | { kind: 'weight'; pounds: number; isEach: boolean | null }
  | { kind: 'size'; inches: readonly (number | null)[]; quantity: number | null }
  | { kind: 'preset'; preset: LinePreset; quantity: number | null }
  | { kind: 'day'; day: string }
  /** A day of the delivery: nothing is asked for by it. */
  | { kind: 'due' }
  | { kind: 'service'; service: string; end: 'pickup' | 'delivery' | 'both' }
  | { kind: 'class'; freightClass: FreightClass }
  | { kind: 'hazmat' }
  | { kind: 'insured'; dollars: number }
  | { kind: 'money' }
  /** Known, and nothing that a quote has a field for. */
  | { kind: 'unread' }
  | { kind: 'direction'; end: 'origin' | 'destination' }
  | PlaceMeaning
  | { kind: 'quoted'; text: string }
  | { kind: 'number'; value: number }
  | { kind: 'word' }
  | { kind: 'joint' }
  | { kind: 'mark' }

export type PlaceMeaning =
  | { kind: 'code'; code: string; country: Country | null }
  | { kind: 'city'; cities: readonly City[] }
  | { kind: 'state'; states: readonly { state: string; country: Country }[] }
  | { kind: 'country'; country: Country }
  | { kind: 'street'; street: string }
  | { kind: 'party'; parties: readonly LineParty[] }

/** The meanings of a part of a place. */
export const PLACE_KINDS: ReadonlySet<string> = new Set<PlaceMeaning['kind']>([
  'code',
  'city',
  'state',
  'country',
  'street',
  'party',
])

/** A part of the line: its tokens from `start` to before `end`, its meaning and its doubts. */
export interface Part {
  start: number
  end: number
  meaning: Meaning
  doubt?: { why: LineDoubtReason; readings: string[] }
}

/** The doubt about what is not understood. */
export const NOT_UNDERSTOOD = { why: 'unknown', readings: [] } satisfies Part['doubt']

/** The line being read. */
export interface Reading {
  line: string
  tokens: readonly Token[]
  context: LineContext
  /** The words of its readings. */
  language: 'en' | 'es'
}

/** The tokens as a phrase: with a blank where there is one in the line or a hyphen. */
export function phraseOf(tokens: readonly Token[], start: number, end: number): string {
  let text = ''
  for (let at = start; at < end; at += 1) {
    const token = tokens[at]
    if (!token) break
    if (token.text === '-') {
      text += ' '
      continue
    }
    const before = tokens[at - 1]
    text += at > start && before && before.to < token.from ? ` ${token.text}` : token.text
  }
  return text
}

const MOST_WORDS = 5

/** The longest phrase from here on that the table knows. */
export function longest<T>(
  { tokens }: Pick<Reading, 'tokens'>,
  start: number,
  table: { get(phrase: string): T | undefined },
): { value: T; end: number } | null {
  for (let end = Math.min(tokens.length, start + MOST_WORDS); end > start; end -= 1) {
    const value = table.get(phraseOf(tokens, start, end))
    if (value !== undefined) return { value, end }
  }
  return null
}

/** The words of the line as they were typed. */
export function typed({ line, tokens }: Pick<Reading, 'line' | 'tokens'>, start: number, end: number): string {
  const [first, last] = [tokens[start], tokens[end - 1]]
  return first && last ? line.slice(first.from, last.to) : ''
}

/** Three decimals: enough that a number of kilograms or centimetres is the same again after a way through pounds and inches. */
export function rounded(value: number): number {
  return Math.round(value * 1000) / 1000
}
