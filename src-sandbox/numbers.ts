import { z } from 'zod'
import type { SandboxDatabase } from './database.ts'
import { statement } from './statement.ts'

/** GS1's own example company prefix: nobody's freight carries it. */
const GS1_PREFIX = '0614141'

/** The next whole number of a named sequence, from 1. */
function nextOf(db: SandboxDatabase, name: string): number {
  const row = statement(
    db,
    `INSERT INTO sequence (name, last) VALUES (?, 1)
       ON CONFLICT (name) DO UPDATE SET last = last + 1 RETURNING last`,
  ).get(name)
  return z.object({ last: z.number() }).parse(row).last
}

/** A VICS bill of lading number: 17 digits, company prefix, nine of serial, GS1 check digit. */
export function nextBolNumber(db: SandboxDatabase): string {
  const body = GS1_PREFIX + String(nextOf(db, 'bol')).padStart(9, '0')
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
export function gs1CheckDigit(digits: string): string {
  const sum = [...digits]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (index % 2 === 0 ? 3 : 1), 0)
  return String((10 - (sum % 10)) % 10)
}
