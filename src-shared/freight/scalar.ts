import { z } from 'zod'

/** An ISO 8601 timestamp with an offset or Z, as every timestamp on the wire (interface, Conventions). */
export const timestampSchema = z
  .string()
  .refine((text) => /^\d{4}-\d{2}-\d{2}T/.test(text) && !Number.isNaN(Date.parse(text)), {
    error: 'must be an ISO 8601 timestamp, for example 2026-11-21T14:30:00Z',
  })

/** A day without a time zone, YYYY-MM-DD. Stays text: it never goes through `new Date()` for display. */
export const daySchema = z.iso.date({ error: 'must be a day written YYYY-MM-DD' })

/** Either a day or a timestamp; the interface calls both "ISO 8601" (Rate.deliveryDate). */
export const dayOrTimestampSchema = z.union([daySchema, timestampSchema])

/** A money amount on the wire: a finite decimal number in the currency's major unit. */
export const amountSchema = z.number()

/**
 * A word from a known list that a service may extend. The service side only ever sends the listed words;
 * the client keeps a new word as received, so that an unknown status never makes a paid booking unreadable.
 */
export function openEnum<const T extends readonly [string, ...string[]]>(known: T) {
  return z.union([z.enum(known), z.string().min(1)])
}
