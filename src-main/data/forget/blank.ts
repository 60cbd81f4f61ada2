import { createHmac } from 'node:crypto'
import { digitsOf, type Person } from '../../../src-shared/station/app/forget.ts'
import { Lru } from '../../../src-shared/lru.ts'

/** What replaces a person. */
const FORGOTTEN = '•••'

/** Was a person taken out of this text? */
export const isBlanked = (text: string): boolean => text.includes(FORGOTTEN)

/**
 * A forgotten person in unreadable form: a salted hash of words in plain letters, or of a phone number's last digits.
 */
export interface ForgottenKey {
  hash: string
  /** The salt of the station that made it: what another station forgot is found under that one's. */
  salt: string
  /** How many words; 0: a phone number. Only runs of as many words and letters are hashed to be compared. */
  words: number
  length: number
  /** ISO 8601 in UTC: what is made later may name the person again. */
  at: string
}

/** A phone number is compared without its country. */
const PHONE_DIGITS = 10
const LEAST_PHONE_DIGITS = 7
const MOST_PHONE_DIGITS = 15
const MOST_PHONE_PARTS = 6
const MOST_MEMORY = 20_000

const WORD = /(?:\\u[0-9a-f]{4}|[\p{L}\p{N}\p{M}])+/giu
/** What may be between two words of one name, and between the groups of one phone number. */
const BETWEEN_WORDS = /^[\s.,;'’´`\-_/+()@&#]{1,8}$/u
const BETWEEN_DIGITS = /^[\s.\-/()+]{1,4}$/
const IS_DIGITS = /^\d+$/

const ESCAPE = /\\(?:u[0-9a-f]{4}|[^])/gi
const LETTER = /^[\p{L}\p{N}\p{M}]$/u
/** The character of a JSON escape of four digits; empty: it is another escape. */
const unescaped = (escape: string): string =>
  escape.length === 6 ? String.fromCharCode(Number.parseInt(escape.slice(2), 16)) : ''

/** A word as two people would write the same. JSON may hold letters as escapes. */
function plain(word: string): string {
  const letters = word.includes('\\') ? word.replaceAll(ESCAPE, unescaped) : word
  return letters
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
}

const wordsIn = (text: string): string[] => (text.match(WORD) ?? []).map(plain)
const phoneKey = (digits: string): string => digits.slice(-PHONE_DIGITS)

const hashOf = (salt: string, kind: 'words' | 'phone', key: string): string =>
  createHmac('sha256', salt).update(`${kind} ${key}`).digest('hex').slice(0, 32)

/** The keys of a person. The person cannot be read out of them, only found again. */
export function keysOf({ names, phones, emails, others }: Person, salt: string, at: string): ForgottenKey[] {
  const ofWords = [...names, ...emails, ...others].map((text): ForgottenKey => {
    const words = wordsIn(text)
    const key = words.join(' ')
    return { hash: hashOf(salt, 'words', key), salt, words: words.length, length: key.length, at }
  })
  const ofPhones = phones.map((text): ForgottenKey => {
    const key = phoneKey(digitsOf(text))
    return { hash: hashOf(salt, 'phone', key), salt, words: 0, length: key.length, at }
  })
  return [...ofWords, ...ofPhones]
}

interface Span {
  start: number
  end: number
}

export type Blanker = ReturnType<typeof createBlanker>

/**
 * Finds forgotten persons in texts and blanks them. Plain text, JSON (also cut off) and CSV go in and come out as such: a run
 * of words never goes over a quotation mark, and a number stays one.
 */
export function createBlanker(given: readonly ForgottenKey[]) {
  const keys = new Map<string, ForgottenKey>()
  /** By how many words, and letters of them, the salts that are worth a try. */
  const lengths = new Map<number, Map<number, Set<string>>>()
  /** Until when the last person known by it was forgotten; null: none is. */
  const known = new Lru<string, string | null>(MOST_MEMORY)
  let counts: number[] = []

  function add(more: readonly ForgottenKey[]): void {
    for (const key of more) {
      keys.set(key.hash, key)
      const ofWords = lengths.get(key.words) ?? new Map<number, Set<string>>()
      ofWords.set(key.length, (ofWords.get(key.length) ?? new Set()).add(key.salt))
      lengths.set(key.words, ofWords)
      known.clear()
    }
    counts = [...lengths.keys()].filter((words) => words > 0).sort((a, b) => b - a)
  }

  function isForgotten(kind: 'words' | 'phone', words: number, key: string, madeAt: string | null): boolean {
    const salts = lengths.get(words)?.get(key.length)
    if (salts === undefined) return false
    const until = known.remember(`${kind} ${key}`, () => {
      const times = [...salts].flatMap((salt) => keys.get(hashOf(salt, kind, key))?.at ?? [])
      return times.sort().at(-1) ?? null
    })
    return until !== null && (madeAt === null || madeAt <= until)
  }

  function spansIn(text: string, madeAt: string | null): Span[] {
    // An escaped sign is no letter of the word behind it.
    const masked = text.includes('\\')
      ? text.replaceAll(ESCAPE, (all) => (LETTER.test(unescaped(all)) ? all : ' '.repeat(all.length)))
      : text
    const tokens = [...masked.matchAll(WORD)].map((match) => ({
      start: match.index,
      end: match.index + match[0].length,
      plain: plain(match[0]),
    }))
    const between = (n: number) => masked.slice(tokens[n]?.end, tokens[n + 1]?.start)
    /** The longest run of words from here on that is forgotten; the number of its words. */
    const runAt = (first: number): number => {
      for (const count of counts) {
        const run = tokens.slice(first, first + count)
        if (run.length < count) continue
        const key = run.map((token) => token.plain).join(' ')
        if (lengths.get(count)?.has(key.length) !== true) continue
        const isOne = run.slice(1).every((_, n) => BETWEEN_WORDS.test(between(first + n)))
        if (isOne && isForgotten('words', count, key, madeAt)) return count
      }
      return 0
    }
    const phoneAt = (first: number): number => {
      if (!lengths.has(0)) return 0
      let digits = ''
      for (let n = 0; n < MOST_PHONE_PARTS; n++) {
        const token = tokens[first + n]
        if (token === undefined || !IS_DIGITS.test(token.plain)) return 0
        if (n > 0 && !BETWEEN_DIGITS.test(between(first + n - 1))) return 0
        digits += token.plain
        if (digits.length > MOST_PHONE_DIGITS) return 0
        if (digits.length >= LEAST_PHONE_DIGITS && isForgotten('phone', 0, phoneKey(digits), madeAt)) return n + 1
      }
      return 0
    }
    const spans: Span[] = []
    for (let first = 0; first < tokens.length;) {
      const count = runAt(first) || phoneAt(first)
      const start = tokens[first]?.start
      const end = tokens[first + count - 1]?.end
      if (count > 0 && start !== undefined && end !== undefined) spans.push({ start, end })
      first += Math.max(1, count)
    }
    return spans
  }

  add(given)
  return {
    /** What is forgotten from now on. */
    add,

    isEmpty: (): boolean => keys.size === 0,

    /**
     * The text without the persons it names; the very same text when it names no one.
     * @param madeAt when the text's subject was made, ISO 8601 in UTC; null: all who were ever forgotten are blanked
     */
    text: (text: string, madeAt: string | null = null): string => {
      if (keys.size === 0) return text
      const isJson = /^\s*[[{]/.test(text)
      let shown = ''
      let at = 0
      for (const { start, end } of spansIn(text, madeAt)) {
        const isNumber = isJson && IS_DIGITS.test(text.slice(start, end)) && text[start - 1] !== '"'
        shown += text.slice(at, start) + (isNumber ? '0' : FORGOTTEN)
        at = end
      }
      return at === 0 ? text : shown + text.slice(at)
    },
  }
}

/** A path with its query: percent encoding is decoded first. The very same when it names no one. */
export function blankedPath(path: string, blank: (text: string) => string): string {
  const [before = '', query] = path.split(/\?(.*)/s)
  const shown = before
    .split('/')
    .map((part) => blankedPart(part, blank))
    .join('/')
  if (query === undefined) return shown
  const parts = query.split('&').map((pair) =>
    pair
      .split('=')
      .map((part) => blankedPart(part, blank))
      .join('='),
  )
  return `${shown}?${parts.join('&')}`
}

function blankedPart(part: string, blank: (text: string) => string): string {
  let read: string
  try {
    read = decodeURIComponent(part.replaceAll('+', ' '))
  } catch {
    // It only looks like percent signs.
    read = part
  }
  const blanked = blank(read)
  return blanked === read ? part : encodeURIComponent(blanked)
}
