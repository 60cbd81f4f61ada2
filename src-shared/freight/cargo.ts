import { z } from 'zod'
import { cleanText } from '../clean-text.ts'

/** The freight classes of NMFC, light and bulky first. A string in a domestic quote. */
export const FREIGHT_CLASSES = [
  '500',
  '400',
  '300',
  '250',
  '200',
  '175',
  '150',
  '125',
  '110',
  '100',
  '92.5',
  '85',
  '77.5',
  '70',
  '65',
  '60',
  '55',
  '50',
] as const
export type FreightClass = (typeof FREIGHT_CLASSES)[number]

/** More than any truck or ship takes of one piece: the carrier decides its own limit. */
export const MOST_LB = 1_000_000
/** The longest trailer, for each dimension: a machine on an open deck may be wider than a van. */
export const MOST_IN = 636

const positive = (what: string, unit: string, max: number) =>
  z
    .number({ error: `${what} must be a number of ${unit}` })
    .positive(`${what} must be more than 0 ${unit}`)
    .max(max, `${what} must be at most ${max} ${unit}`)

/** Cargo object (domestic quote). Weight in pounds a piece, dimensions in inches a piece. */
export const cargoSchema = z.object({
  weight: positive('weight', 'lb', MOST_LB),
  length: positive('length', 'in', MOST_IN),
  width: positive('width', 'in', MOST_IN),
  height: positive('height', 'in', MOST_IN),
  quantity: z.int('quantity must be a whole number').positive('quantity must be at least 1').max(10_000),
  description: z.string().overwrite(cleanText).min(1, 'description is required').max(200),
  value: z.number().nonnegative('declared value must not be negative').optional(),
  currency: z.string().length(3, 'currency must be a three-letter code').optional(),
  hazmat: z.boolean().optional(),
  nmfcCode: z.string().max(20).optional(),
  freightClass: z.enum(FREIGHT_CLASSES, { error: `must be one of ${FREIGHT_CLASSES.join(', ')}` }).optional(),
  satCode: z.string().max(8).optional(),
  satDescription: z.string().max(300).optional(),
})
export type Cargo = z.infer<typeof cargoSchema>

/** Pounds in one cubic foot, pallet included: weight / (L*W*H in / 1728), for one piece or for all alike. */
export function densityPcf(piece: { weight: number; length: number; width: number; height: number }): number {
  return piece.weight / ((piece.length * piece.width * piece.height) / 1728)
}

const CLASS_BY_DENSITY: readonly (readonly [below: number, freightClass: FreightClass])[] = [
  [1, '400'],
  [2, '300'],
  [4, '250'],
  [6, '175'],
  [8, '125'],
  [10, '100'],
  [12, '92.5'],
  [15, '85'],
  [22.5, '70'],
  [30, '65'],
  [35, '60'],
  [50, '55'],
]

/** A step of the density scale, in pounds a cubic foot: from this density (or none), to below that one (or none). */
export interface DensityStep {
  from: number | null
  below: number | null
  freightClass: FreightClass
}

/** The step of the scale of a density (NMFC docket in force since 2025-07-19). */
export function densityStep(pcf: number): DensityStep {
  const index = CLASS_BY_DENSITY.findIndex(([below]) => pcf < below)
  const at = index === -1 ? CLASS_BY_DENSITY.length : index
  const [below, freightClass] = CLASS_BY_DENSITY[at] ?? [null, '50']
  return { from: CLASS_BY_DENSITY[at - 1]?.[0] ?? null, below, freightClass }
}

/** The class the density scale suggests. A suggestion only: an item's own rule may give another class. */
export function classByDensity(pcf: number): FreightClass {
  return densityStep(pcf).freightClass
}
