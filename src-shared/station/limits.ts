import { z } from 'zod'
import { cleanText, visibleText } from '../clean-text.ts'
import { timestampSchema } from '../freight/scalar.ts'

/**
 * The kinds of field that a command may take, each with its most. A length is in UTF-16 units, as a screen's `maxlength`
 * counts. Every text, number, list and record of the command table has a most; `tests/station/limits.test.ts` finds one that has not.
 */

/** The id of a row of the ledger, a shipment or a printer. The service's own ids are shorter than 64. */
export const MOST_ID = 200
/** A person's input in a search field. */
const MOST_SEARCH = 120
/** ISO 8601 to the nanosecond with an offset takes 35. */
const MOST_INSTANT = 40
/** A trillion, in the major unit of any currency: no load is insured for more. */
const MOST_AMOUNT = 1e12
/** The text of a time of the day, a short code or a snapshot's name, whose pattern says the rest. */
export const MOST_CODE = 60

/** The numbers of rows, and places in a file: as many as a JSON number can represent. */
export const MOST_NUMBER = Number.MAX_SAFE_INTEGER

export const idSchema = (what: string) => z.string().min(1, `${what} is required`).max(MOST_ID)

const ONE_LINE = /^[^\p{Cc}]*$/u

/**
 * A name given by a person: one line, without control characters, which would break the lines of mails, files and
 * labels.
 */
export const nameSchema = (what: string, most: number) =>
  z
    .string()
    .overwrite(visibleText)
    .trim()
    .min(1, `${what} is required`)
    .max(most, `${what} must be at most ${most} characters`)
    .regex(ONE_LINE, `${what} must be one line, without control characters`)

/** Is it one line, without control characters? */
export const isOneLine = (text: string): boolean => ONE_LINE.test(text)

/** Kinds of labels that a station keeps. */
export const MOST_STOCK = 100

/** The key that a list is paged by: the number of a row. */
export const rowNumberSchema = z.int().positive().max(MOST_NUMBER)

/** A timestamp of the interface, as a command takes it. */
export const instantSchema = timestampSchema.max(MOST_INSTANT)
/** A timestamp with an offset, and nothing that only looks like one. */
export const strictInstantSchema = z.iso
  .datetime({ offset: true, error: 'must be a time written like 2026-11-21T14:30:00Z' })
  .max(MOST_INSTANT)

/** An amount of money that a person declares, in the currency's major unit. */
export const declaredAmountSchema = (what: string) =>
  z
    .number({ error: `${what} must be a number` })
    .nonnegative(`${what} must not be negative`)
    .max(MOST_AMOUNT, `${what} must be at most ${MOST_AMOUNT}`)

/** Control characters that are no blanks. A NUL ends a text early for some of those who read it. */
const CONTROLS = /[^\P{Cc}\s]+/gu

/** Search text, without control characters. */
export function withoutControls(text: string): string {
  return text.replaceAll(CONTROLS, '')
}

/** Search text: control characters are left out, blanks at both ends too. */
export const searchSchema = (most = MOST_SEARCH) =>
  z
    .string()
    .overwrite((text) => cleanText(withoutControls(text)))
    .max(most, `text must be at most ${most} characters`)
