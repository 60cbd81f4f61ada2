import { DIRECTIONALS, STREET_SUFFIXES, UNIT_DESIGNATORS } from './street-words.ts'

/** Upper case, single blanks, none around: how posts want a line. */
export function tidyLine(line: string): string {
  return line.trim().replace(/\s+/g, ' ').toUpperCase()
}

/**
 * A US delivery line in the form of USPS Publication 28: upper case without accents and punctuation, the street's suffix,
 * its directionals and the unit abbreviated. The name of a street is kept: "100 North Avenue" is "100 NORTH AVE".
 */
export function standardStreet(line: string): string {
  const words = plainWords(line)
  if (words.length === 0) return tidyLine(line)
  if (/^(?:P O|PO|POST OFFICE) BOX\b/.test(words.join(' '))) {
    return words.join(' ').replace(/^(?:P O|PO|POST OFFICE) BOX/, 'PO BOX')
  }
  const unitAt = words.findIndex((word, index) => index >= 2 && isUnit(word) && isUnitNumber(words[index + 1]))
  const streetEnd = unitAt < 0 ? words.length : unitAt
  return [...standardWords(words.slice(0, streetEnd)), ...unitWords(words.slice(streetEnd))].join(' ')
}

/** The second line of a US address: the unit's designator abbreviated. */
export function standardUnit(line: string): string {
  return unitWords(plainWords(line)).join(' ') || tidyLine(line)
}

function plainWords(line: string): string[] {
  return (
    tidyLine(line.normalize('NFD').replace(/\p{M}/gu, ''))
      // A point within a number is part of it: "39.2".
      .replace(/['’]|(?<!\d)\.|\.(?!\d)/g, '')
      .replace(/[^A-Z0-9#/&.-]+/g, ' ')
      .replace(/#\s*/g, ' # ')
      .split(' ')
      .filter(Boolean)
  )
}

function isUnit(word: string): boolean {
  return word === '#' || UNIT_DESIGNATORS.has(word)
}

function isUnitNumber(word: string | undefined): boolean {
  return word !== undefined && /\d|^[A-Z]$/.test(word)
}

function unitWords([designator, ...rest]: readonly string[]): string[] {
  return designator === undefined ? [] : [UNIT_DESIGNATORS.get(designator) ?? designator, ...rest]
}

const ANY_DIRECTIONAL = new Map([
  ...DIRECTIONALS,
  ...Array.from(DIRECTIONALS.values(), (short) => [short, short] as const),
])

/** House number, directional, name, suffix, directional; a word is no directional and no suffix if it is all the name. */
function standardWords(words: readonly string[]): string[] {
  const numbers = /^\d/.test(words[0] ?? '') ? words.slice(0, 1) : []
  let name = words.slice(numbers.length)
  const post = name.length > 2 && !isUnit(name.at(-2) ?? '') ? ANY_DIRECTIONAL.get(name.at(-1) ?? '') : undefined
  if (post !== undefined) name = name.slice(0, -1)
  const suffix = name.length > 1 ? STREET_SUFFIXES.get(name.at(-1) ?? '') : undefined
  if (suffix !== undefined) name = name.slice(0, -1)
  const pre = name.length > 1 ? DIRECTIONALS.get(name[0] ?? '') : undefined
  if (pre !== undefined) name = name.slice(1)
  return [...numbers, pre, ...name, suffix, post].filter((word) => word !== undefined)
}
