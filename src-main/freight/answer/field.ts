import { z } from 'zod'
import * as read from './read-scalar.ts'

type Reader<T> = (value: unknown) => T | undefined

/** A field that may be missing; what is there and cannot be read is an issue, which the parseLeniently turns into a note. */
function field<T>(reader: Reader<T>, what: string) {
  return z
    .unknown()
    .transform((value, context): T | undefined => {
      if (read.isAbsent(value)) return undefined
      const known = reader(value)
      if (known === undefined) context.addIssue({ code: 'custom', message: `is not ${what}` })
      return known
    })
    .optional()
}

/** The issue of a field that its container cannot do without, so that omitting it does not help. */
export const indispensable = (message: string) => ({ code: 'custom' as const, message, params: { isNeeded: true } })

/** A field without which its container is worth nothing. */
export function needed<T>(reader: Reader<T>, what: string) {
  return z.unknown().transform((value, context): T => {
    const known = read.isAbsent(value) ? undefined : reader(value)
    if (known !== undefined) return known
    context.addIssue(indispensable(read.isAbsent(value) ? 'is missing' : `is not ${what}`))
    return z.NEVER
  })
}

/** Fields of answers that may be left out, null, empty, or of another type. */
export const text = field(read.readText, 'a text')
export const anyId = field(read.readAnyId, 'an id that can be used')
export const id = field(read.readId, 'an id that can be used')
export const amount = field(read.readAmount, 'an amount')
export const number = field(read.readNumber, 'a number')
export const count = field(read.readCount, 'a whole number')
export const flag = field(read.readFlag, 'yes or no')
/** Null: one is named that cannot be read, so that no amount beside it is a price (`pricedIn`). */
export const currency = z
  .unknown()
  .transform((value) => (read.isAbsent(value) ? undefined : (read.readCurrency(value) ?? null)))
  .optional()
export const country = field(read.readCountry, 'a country')
export const timestamp = field(read.readTimestamp, 'a time')
export const dueTime = field(read.readDueTime, 'a time')
export const day = field(read.readDay, 'a day')
export const word = (known: readonly string[]) => field(read.readWord(known), 'a word')

/** Ids that something cannot be without. */
export const neededId = needed(read.readId, 'an id that can be used')
export const neededAnyId = needed(read.readAnyId, 'an id that can be used')

/** An optional or null field. An empty text where a list or object belongs counts as absent. */
export function part<T extends z.ZodType>(schema: T) {
  return z.preprocess((value) => (read.isAbsent(value) ? undefined : value), schema.optional())
}

/** A list that may be left out; one thing alone is a list of one. */
export function list<T extends z.ZodType>(element: T) {
  return part(z.preprocess((value) => (read.isList(value) ? value : [value]), z.array(element)))
}

/** Leaves an amount out that is in a currency which cannot be read. */
export function pricedIn(name: string) {
  return (reported: Record<string, unknown>, context: z.RefinementCtx): void => {
    if (reported['currency'] !== null || reported[name] === undefined) return
    context.addIssue({ code: 'custom', path: [name], message: 'is in a currency that cannot be read' })
  }
}
