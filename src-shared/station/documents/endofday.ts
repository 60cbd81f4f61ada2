import { z } from 'zod'
import { daySchema } from '../../freight/scalar.ts'
import { pageWindowSchema } from './document.ts'
import type { StationErrorData } from '../error.ts'
import type { Money } from '../money.ts'

/** A shipment that a driver takes: as it is on a manifest, or would be. */
export const manifestRowSchema = z.object({
  shipmentId: z.string(),
  reference: z.string(),
  proNumber: z.string().nullable(),
  trackingNumber: z.string().nullable(),
  service: z.string(),
  consigneeName: z.string(),
  destination: z.string(),
  /** Handling units, and pounds of all of them; null when not given. */
  pieces: z.int().nullable(),
  weightLb: z.number().nullable(),
  pickupDate: z.string(),
})
export type ManifestRow = z.infer<typeof manifestRowSchema>

/** What rows add up to. `unweighed`: shipments whose weight is not in the sum. */
export const manifestTotalsSchema = z.object({
  shipments: z.int(),
  pieces: z.int(),
  weightLb: z.number(),
  unweighed: z.int(),
})
export type ManifestTotals = z.infer<typeof manifestTotalsSchema>

/** A driver's signed list, as it was printed. */
export interface Manifest {
  manifestId: string
  /** What its barcode holds: `M20261121-001`, unique in this ledger. */
  number: string
  day: string
  carrier: string
  scac: string | null
  station: string
  operator: string | null
  totals: ManifestTotals
  rows: ManifestRow[]
  createdAt: string
  /** When it was withdrawn, because the driver did not take the freight; its shipments are free again. */
  voidedAt: string | null
  voidReason: string | null
}

/** `M20261121-001`: the nth manifest of a day's series. */
export const manifestNumber = (series: string, nth: number): string => `${series}-${String(nth).padStart(3, '0')}`

/** Freight of one carrier that is ready and on no manifest. */
export interface CarrierDay {
  carrier: string
  scac: string | null
  rows: ManifestRow[]
}

/**
 * Why something is not ready. no-label: booked, the label is not here. not-printed: no printer was given the label.
 * print-open: it waits or is on its way to a printer. print-failed: no byte left. print-unknown: some did.
 * unsent, unknown, needs-decision, rejected: as its booking. being-canceled: a cancellation is not answered yet.
 */
export const NOT_READY_KINDS = [
  'needs-decision',
  'unknown',
  'rejected',
  'unsent',
  'being-canceled',
  'no-label',
  'print-unknown',
  'print-failed',
  'not-printed',
  'print-open',
] as const
export type NotReadyKind = (typeof NOT_READY_KINDS)[number]

export interface NotReady {
  kind: NotReadyKind
  bookingId: string
  reference: string
  carrier: string
  consigneeName: string
  destination: string
  pickupDate: string
  /** Null: not booked yet. */
  shipmentId: string | null
  /** The print job that is open or failed. */
  jobId: string | null
  error: StationErrorData | null
}

/** Orders that would be picked up by a day and are not booked. */
export interface UnbookedOrders {
  count: number
  /** How many of them are on hold. */
  held: number
  /** The references of the first ones, by day. */
  first: string[]
}

/** One day's shipping at this station, as it is now. */
export interface EndOfDay {
  day: string
  /** By carrier name. */
  carriers: CarrierDay[]
  /** The gravest first. */
  notReady: NotReady[]
  orders: UnbookedOrders
  /** Newest first, with those that were taken back. */
  manifests: Manifest[]
  /** The next day with bookings of this station; null: there is none. */
  next: { day: string; bookings: number } | null
}

export const endOfDayInputSchema = z.object({ day: daySchema })

/** What was booked on a day, as it is now; money has one sum a currency. */
export interface BookedFigures {
  /** All that were booked: spend is of the same ones. */
  shipments: number
  /** How many of them were canceled later. */
  canceled: number
  /** Saved here until a later day. */
  onHold: number
  /** Not booked yet for another reason. */
  notBooked: number
  /** Of those that were not canceled: no label of theirs came out. */
  notPrinted: number
  /** What was charged, of canceled shipments too. */
  spend: Money[]
  /** The same without refunds, due or received. */
  net: Money[]
}

export interface CarrierFigures extends BookedFigures {
  carrier: string
}

/** One day in figures: of this station, or of its whole site. */
export interface DayFigures extends BookedFigures {
  day: string
  /** By carrier name. */
  carriers: CarrierFigures[]
}

/** The days that one answer goes back at most. */
export const MOST_HISTORY_DAYS = 31
export const historyInputSchema = z.object({
  until: daySchema,
  days: z.int().min(1).max(MOST_HISTORY_DAYS).default(MOST_HISTORY_DAYS),
})
export const printSummarySchema = endOfDayInputSchema.extend({ copies: z.int().min(1).max(20).optional() })

/** Of one manifest. */
export const MOST_SHIPMENTS = 2000
/** Of all carriers together. */
const MOST_CLOSED = 10_000
const shipmentIdsSchema = z
  .array(z.string().min(1).max(200))
  .min(1, 'choose at least one shipment')
  .max(MOST_SHIPMENTS, `a manifest can have at most ${MOST_SHIPMENTS} shipments`)

/** Input of `endofday.close`: a manifest for each carrier. */
export const closeDayInputSchema = z.object({
  /** A key of this closing: the same key twice is one closing (two quick clicks, a lost answer). */
  submissionId: z.string().min(8).max(64),
  day: daySchema,
  carriers: z
    .array(
      z.object({
        carrier: z.string().min(1).max(200),
        shipmentIds: shipmentIdsSchema,
        /** At a site: the manifest of this carrier and day that the person sees, and that this one adds to. */
        follows: z.string().min(1).max(100).nullable().default(null),
      }),
    )
    .min(1, 'choose at least one carrier')
    .max(100)
    .refine((carriers) => carriers.reduce((sum, { shipmentIds }) => sum + shipmentIds.length, 0) <= MOST_CLOSED, {
      error: `one closing can have at most ${MOST_CLOSED} shipments`,
    }),
})
export type CloseDayInput = z.output<typeof closeDayInputSchema>

export const manifestIdSchema = z.object({ manifestId: z.string().min(1).max(100) })
export const manifestPagesSchema = manifestIdSchema.extend(pageWindowSchema.shape)
export const printManifestSchema = manifestIdSchema.extend({ copies: z.int().min(1).max(20).optional() })
export const voidManifestSchema = manifestIdSchema.extend({
  reason: z.string().trim().min(1, 'a reason is required').max(200),
})
