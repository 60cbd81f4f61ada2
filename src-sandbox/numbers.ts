import { z } from 'zod'
import type { SandboxDatabase } from './database.ts'
import { lettersOf, randomLetters } from './random.ts'
import { statement } from './statement.ts'

/** GS1's own example company prefix: no real freight carries it. */
const GS1_PREFIX = '0614141'

const rowSchema = z.object({ last: z.number() })

/** The last of the next `count` whole numbers of a named sequence, which begins at 1. */
function nextOf(db: SandboxDatabase, name: string, count = 1): number {
  const row = statement(
    db,
    `INSERT INTO sequence (name, last) VALUES (@name, @count)
       ON CONFLICT (name) DO UPDATE SET last = last + @count RETURNING last`,
  ).get({ name, count })
  return rowSchema.parse(row).last
}

/** A VICS bill of lading number: 17 digits, company prefix, nine of serial, GS1 check digit. */
export function nextBolNumber(db: SandboxDatabase): string {
  return bolNumber(nextOf(db, 'bol'))
}

/** How many serials are reserved for quotes at a time. */
const QUOTE_BLOCK = 200
/** Letters of an id that count, before the random ones. */
const SERIAL_LETTERS = 6

const blocks = new WeakMap<SandboxDatabase, { next: number; last: number }>()

/**
 * The identity of a quote: twelve letters for its ids, in the order of their making, and a BOL number. Both come
 * from a reserved block of serials: a quote needs no write for them, and none is given twice, not even after
 * the service was killed. The rest of a block is then never used.
 */
export function nextQuoteNumbers(db: SandboxDatabase): { letters: string; bolNumber: string } {
  // A transaction that is rolled back would take the setting aside with it, and its numbers would be given again.
  const serial = db.inTransaction ? nextOf(db, 'bol') : nextOfBlock(db)
  return { letters: lettersOf(serial, SERIAL_LETTERS) + randomLetters(SERIAL_LETTERS), bolNumber: bolNumber(serial) }
}

function nextOfBlock(db: SandboxDatabase): number {
  let block = blocks.get(db)
  if (!block || block.next > block.last) {
    const last = nextOf(db, 'bol', QUOTE_BLOCK)
    block = { next: last - QUOTE_BLOCK + 1, last }
    blocks.set(db, block)
  }
  return block.next++
}

function bolNumber(serial: number): string {
  const body = GS1_PREFIX + String(serial).padStart(9, '0')
  return body + gs1CheckDigit(body)
}

/** A carrier's PRO number: ten digits, the carrier's three, six of serial (more when needed), check digit. */
export function nextProNumber(db: SandboxDatabase, scac: string, proPrefix: string): string {
  const body = proPrefix + String(nextOf(db, `pro ${scac}`)).padStart(6, '0')
  return body + gs1CheckDigit(body)
}

/** A tracking number: SCAC, ten digits that do not give away how many came before, check digit. */
export function nextTrackingNumber(db: SandboxDatabase, scac: string): string {
  // The factor has no divisor in common with 10^10, so different serials give different digits.
  const digits = ((BigInt(nextOf(db, `tracking ${scac}`)) * 7_236_067_977n) % 10_000_000_000n)
    .toString()
    .padStart(10, '0')
  return scac + digits + gs1CheckDigit(digits)
}

/** GS1 mod-10 check digit: weights 3 and 1 from the right. */
function gs1CheckDigit(digits: string): string {
  let sum = 0
  for (let index = 0; index < digits.length; index++) {
    sum += Number(digits.charAt(digits.length - 1 - index)) * (index % 2 === 0 ? 3 : 1)
  }
  return String((10 - (sum % 10)) % 10)
}
