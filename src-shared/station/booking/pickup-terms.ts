import { z } from 'zod'
import { COUNTRIES, type Country } from '../../freight/address.ts'
import { daySchema } from '../../freight/scalar.ts'
import { HOLIDAY_NAMES, type Holiday } from '../holidays.ts'
import { cutoffOf, nameKey, type Cutoff } from './cutoff.ts'

const MOST_DAYS_CLOSED = 100

/** How pickups in a country differ from its public holidays: for every carrier, or for one. */
const pickupDaysRowSchema = z.object({
  country: z.enum(COUNTRIES),
  /** The carrier's name as bookings have it; capitals do not matter. Absent: every carrier. */
  carrier: z.string().trim().min(1, 'the carrier is required').max(120).optional(),
  /** Public holidays with pickups. Those of a carrier's own row hold for it in place of every carrier's. */
  worked: z.array(z.enum(HOLIDAY_NAMES)).max(HOLIDAY_NAMES.length),
  /** Days without pickups beside the public holidays. Those of a carrier's own row add to every carrier's. */
  closed: z.array(daySchema.max(10)).max(MOST_DAYS_CLOSED, `list at most ${MOST_DAYS_CLOSED} days`),
})
export type PickupDaysRow = z.output<typeof pickupDaysRowSchema>

const rowKey = ({ country, carrier }: PickupDaysRow): string => `${country} ${carrier && nameKey(carrier)}`

export const pickupDaysSchema = z
  .array(pickupDaysRowSchema)
  .max(100, 'pickup days can have at most 100 rows')
  .superRefine((rows, context) => {
    rows.forEach((row, index) => {
      if (rows.findIndex((other) => rowKey(other) === rowKey(row)) === index) return
      context.addIssue({ code: 'custom', path: [index, 'carrier'], message: 'already has a row for this country' })
    })
  })

/** When freight is picked up by one carrier, or as a rule where no carrier is known yet. */
export interface PickupTerms {
  /** HH:MM at the place of pickup, when the carrier's truck leaves; null: not known. */
  leavesAt: string | null
  /** Public holidays with pickups. */
  worked: Record<Country, readonly Holiday[]>
  /** Further days without. */
  closed: Record<Country, readonly string[]>
}

const byCountry = <T>(of: (country: Country) => T): Record<Country, T> => ({ US: of('US'), MX: of('MX'), CA: of('CA') })

/** Nothing was set: no pickups on public holidays. */
export const USUAL_PICKUPS: PickupTerms = { leavesAt: null, worked: byCountry(() => []), closed: byCountry(() => []) }

/** The terms of a carrier, by its name or the service's code of it; without one, those of every carrier. */
export type PickupTermsOf = (carrier?: string) => PickupTerms

/** The settings of pickups. */
export function pickupTermsOf(
  settings: { cutoffs?: readonly Cutoff[] | undefined; pickupDays?: readonly PickupDaysRow[] | undefined } = {},
): PickupTermsOf {
  const { cutoffs = [], pickupDays = [] } = settings
  return (named) => {
    // Several take a shipment over the border in turn: the first one picks it up.
    const carrier = named?.split(' + ')[0]
    const rowsOf = (country: Country) => {
      const rows = pickupDays.filter((row) => row.country === country)
      const own = rows.find((row) => carrier && row.carrier && nameKey(row.carrier) === nameKey(carrier))
      return { own, all: rows.find((row) => row.carrier === undefined) }
    }
    return {
      leavesAt: (carrier && cutoffOf(cutoffs, carrier)?.time) || null,
      worked: byCountry((country) => {
        const { own, all } = rowsOf(country)
        return (own ?? all)?.worked ?? []
      }),
      closed: byCountry((country) => {
        const { own, all } = rowsOf(country)
        return [...(all?.closed ?? []), ...(own?.closed ?? [])]
      }),
    }
  }
}
