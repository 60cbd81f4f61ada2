import { z } from 'zod'
import { ACCESSORIALS } from '../../freight/accessorial.ts'

const PARTY_PARTS = [
  'companyName',
  'contactName',
  'phone',
  'email',
  'address1',
  'address2',
  'city',
  'state',
  'postalCode',
  'country',
] as const

const ofParty = <P extends string>(party: P) => PARTY_PARTS.map((part) => `${party}.${part}`)

/** The fields that a column of a batch file can have. A field is in one column at most. */
export const BATCH_FIELDS = [
  'reference',
  'pickupDate',
  'provider',
  'service',
  /** `cheapest`, `fastest`, or a carrier's name: the row is quoted first. */
  'rateRule',
  'labelFormat',
  'instructions',
  /** Prepaid, or it is not booked: the service has no terms and bills every shipment to the account. */
  'freightTerms',
  /** Codes of the interface, several with | between them. */
  'accessorials',
  /** Yes or no to one of them. */
  ...ACCESSORIALS.map((code) => `accessorial.${code}` as const),
  /** An address of the address book; takes the place of the shipper's own columns. */
  'shipper.addressId',
  ...ofParty('shipper'),
  ...ofParty('consignee'),
  'cargo.description',
  'cargo.quantity',
  /** Of one piece. */
  'cargo.weight',
  /** Of all pieces of the line together. */
  'cargo.totalWeight',
  'cargo.weightUnit',
  'cargo.length',
  'cargo.width',
  'cargo.height',
  'cargo.dimUnit',
  'cargo.freightClass',
  'cargo.nmfcCode',
  'cargo.hazmat',
  'cargo.value',
] as const
export type BatchField = (typeof BATCH_FIELDS)[number]

/** Without a column (or a default) for each of these no row can be booked; for the weight, of one piece or of all. */
const REQUIRED_FIELDS: readonly BatchField[] = [
  'pickupDate',
  'consignee.address1',
  'consignee.city',
  'consignee.state',
  'consignee.postalCode',
  'cargo.description',
  'cargo.quantity',
  'cargo.weight',
  'cargo.length',
  'cargo.width',
  'cargo.height',
]

/** Of the fields without which no row can be booked those that a file's columns do not give. */
export const fieldsNotGiven = (has: (field: BatchField) => boolean): BatchField[] =>
  REQUIRED_FIELDS.filter((field) => !has(field) && !(field === 'cargo.weight' && has('cargo.totalWeight')))

/** A heading that says weight, and not whether of one piece or of all: it is not guessed at. */
export const isUnsureWeight = (header: string): boolean =>
  /(?:^|[^a-z])(?:weight|wt|wgt|peso)(?:$|[^a-z])/i.test(header) && !/unit|uom|unidad/i.test(header)

/** Fields whose cells are numbers. */
export const NUMBER_FIELDS: readonly BatchField[] = [
  'cargo.weight',
  'cargo.totalWeight',
  'cargo.length',
  'cargo.width',
  'cargo.height',
  'cargo.quantity',
  'cargo.value',
]

/**
 * How numbers are written: 1,234.5 or 1.234,5. `unsure`: not said, and a cell that would be a number either way, 1.234 or 1,234,
 * is a problem.
 */
export const NUMBER_FORMS = ['point', 'comma', 'unsure'] as const
export type NumberForm = (typeof NUMBER_FORMS)[number]
/** How days are written. YYYY-MM-DD is read in each of them. */
export const DATE_FORMS = ['iso', 'mdy', 'dmy'] as const
export type DateForm = (typeof DATE_FORMS)[number]
export const WEIGHT_UNITS = ['lb', 'kg'] as const
export const DIM_UNITS = ['in', 'cm'] as const

const header = z.string().min(1).max(200)

/** How the columns of a file become bookings. Saved under a name, for the next file of the same origin. */
export const columnMapSchema = z
  .object({
    columns: z
      .array(z.object({ header, field: z.enum(BATCH_FIELDS, { error: 'is not a batch field' }) }))
      .min(1, 'at least one column must be mapped')
      .max(200),
    numbers: z.enum(NUMBER_FORMS, { error: `must be one of ${NUMBER_FORMS.join(', ')}` }),
    dates: z.enum(DATE_FORMS, { error: `must be one of ${DATE_FORMS.join(', ')}` }),
    /** `row`: each row is a booking. `by-reference`: adjacent rows of one reference are one booking. */
    cargoLines: z.enum(['row', 'by-reference']).default('row'),
    /** Used where a cell is empty or there is no column. */
    defaults: z
      .object({
        shipperAddressId: z.string().min(1).max(80).optional(),
        country: z.enum(['US', 'MX', 'CA']).optional(),
        weightUnit: z.enum(WEIGHT_UNITS).default('lb'),
        dimUnit: z.enum(DIM_UNITS).default('in'),
        labelFormat: z.enum(['PDF', 'PNG', 'ZPL', 'EPL']).default('ZPL'),
        rateRule: z.string().trim().min(1).max(120).optional(),
        pickupDate: z.iso.date({ error: 'must be a day written YYYY-MM-DD' }).optional(),
      })
      .prefault({}),
  })
  .superRefine(({ columns }, context) => {
    for (const part of ['header', 'field'] as const) {
      const seen = new Set<string>()
      columns.forEach((column, index) => {
        if (seen.has(column[part])) {
          context.addIssue({
            code: 'custom',
            path: ['columns', index, part],
            message: `${column[part]} is mapped twice; use each ${part === 'field' ? 'field' : 'column'} once`,
          })
        }
        seen.add(column[part])
      })
    }
  })
export type ColumnMap = z.output<typeof columnMapSchema>

/** A column map in the ledger. */
export interface SavedColumnMap {
  mapId: string
  name: string
  map: ColumnMap
  updatedAt: string
}
