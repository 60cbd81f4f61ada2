import { z } from 'zod'
import type { StationErrorData } from '../error.ts'
import { MOST_ID, withoutControls } from '../limits.ts'
import { shipmentFilterSchema, type Shipment } from './shipment.ts'

export const MOST_CODES = 500
/** A column copied from a sheet has blank lines and repeats in it. */
const MOST_PASTED = 2000
const MOST_PASTED_TEXT = 250_000

/** Input of `shipments.lookupMany`: codes, or a text as it was pasted, one code a line or cell. Each counts once. */
export const lookupManySchema = z.object({
  codes: z
    .union([
      z.array(z.string().max(MOST_ID)).max(MOST_PASTED, `codes must be at most ${MOST_PASTED}`),
      z
        .string()
        .max(MOST_PASTED_TEXT, `codes must be at most ${MOST_PASTED_TEXT} characters`)
        .transform((text) => text.split(/[\r\n\t,;]+/)),
    ])
    .transform((codes) => [...new Set(codes.map((code) => withoutControls(code).trim()).filter((code) => code !== ''))])
    .pipe(
      z
        .array(z.string().max(100, 'a code must be at most 100 characters'))
        .min(1, 'codes must have at least one tracking number, reference, or PRO')
        .max(MOST_CODES, `codes must be at most ${MOST_CODES}`),
    ),
})

export interface LookupMany {
  /** In the order pasted; more than one shipment where a reference was used more than once. */
  found: { code: string; shipments: Shipment[] }[]
  /** Neither here nor at the service. */
  notFound: string[]
  /** Not here, and the service could not be asked (`error` has the reason). */
  notAsked: string[]
  error: StationErrorData | null
}

/** The columns of a row of the export, in the order asked for. */
export const CSV_COLUMNS = [
  'shipmentId',
  'trackingNumber',
  'proNumber',
  'reference',
  'status',
  'exceptionCode',
  'provider',
  'service',
  'total',
  'currency',
  'consignee',
  'city',
  'state',
  'postalCode',
  'country',
  'pieces',
  'weightLb',
  'createdAt',
  'estimatedDelivery',
  'actualDelivery',
  'lastEventAt',
  'lastEvent',
] as const
export type CsvColumn = (typeof CSV_COLUMNS)[number]

/** Input of `shipments.exportCsv`. */
export const exportCsvSchema = z.object({
  filter: shipmentFilterSchema.prefault({}),
  /** These alone and in this order, regardless of the filter; unknown ones have no row. */
  shipmentIds: z
    .array(z.string().min(1).max(MOST_ID))
    .max(MOST_CODES, `shipmentIds must be at most ${MOST_CODES}`)
    .optional(),
  columns: z
    .array(z.enum(CSV_COLUMNS, { error: `a column must be one of ${CSV_COLUMNS.join(', ')}` }))
    .min(1, 'columns must have at least one')
    .max(CSV_COLUMNS.length)
    .refine((columns) => new Set(columns).size === columns.length, { error: 'columns must have each only once' })
    .default(['trackingNumber', 'reference', 'status', 'provider', 'city', 'state', 'createdAt', 'estimatedDelivery']),
  /** `next` of the piece before: the text continues behind it, without a heading. */
  after: z.string().max(500).optional(),
  /**
   * A file to write, which must not exist, in the data folder's `exports` or the folder that WAYBILL_EXPORTS names; absent:
   * the text is answered, a piece of 5,000 rows at a time.
   */
  path: z
    .string()
    .max(1000)
    .regex(/^(\/|[a-z]:[\\/]|\\\\[^.?])/i, 'path must be absolute, starting at the root')
    .regex(/^\P{Cc}*$/u, 'path must not contain control characters')
    .regex(/\.csv$/i, 'path must end in .csv')
    .optional(),
})
export type ExportCsv = z.output<typeof exportCsvSchema>

export interface CsvExport {
  rows: number
  /** False: there is more behind this piece; a file has no limit. */
  isComplete: boolean
  /** What `after` needs for the next piece; null: this was the last. */
  next: string | null
  path: string | null
  /** Null when a file was written. */
  text: string | null
}
