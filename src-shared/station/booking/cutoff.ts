import { z } from 'zod'

/** A carrier's truck at this station: when it leaves, on every day that it picks up, and whom to call. */
const cutoffSchema = z.object({
  /** The carrier's name as bookings have it; capitals do not matter. */
  carrier: z.string().trim().min(1, 'the carrier is required').max(120),
  /** HH:MM, of 24 hours, on the clock of the place where it picks up; absent: not given. */
  time: z
    .string()
    .max(5, 'a time is HH:MM')
    .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time is HH:MM')
    .optional(),
  /** Where it is, "door 3"; absent: not given. */
  place: z.string().trim().max(40).optional(),
  /** The carrier's dispatch; absent: not given. */
  phone: z.string().trim().max(40).optional(),
})
export type Cutoff = z.output<typeof cutoffSchema>

export const cutoffsSchema = z.array(cutoffSchema).max(100, 'cutoffs can have at most 100 carriers')

/**
 * The known facts of this carrier's truck. @param carrier its name, or the service's code of it: "Acme Freight",
 * "ACME_FREIGHT"
 */
export function cutoffOf(cutoffs: readonly Cutoff[], carrier: string): Cutoff | null {
  return cutoffs.find((cutoff) => nameKey(cutoff.carrier) === nameKey(carrier)) ?? null
}

/** The normalized name of a carrier. */
export const nameKey = (carrier: string): string =>
  carrier
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_]+/g, ' ')
