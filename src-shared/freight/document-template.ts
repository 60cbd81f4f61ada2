import { z } from 'zod'
import { addressSchema } from './address.ts'
import { daySchema } from './scalar.ts'

const MOST_ROWS = 500

const text = (most: number) => z.string().trim().min(1, 'is required').max(most)
const amount = z.number().nonnegative('must not be negative').max(1e12)
const quantity = z.number().positive('must be more than 0').max(1e9)
const countrySchema = z.string().regex(/^[A-Z]{2}$/, 'must be a country code of two capital letters, for example MX')
const currencySchema = z.string().regex(/^[A-Z]{3}$/, 'must be a currency code of three capital letters')
const hsCodeSchema = z.string().regex(/^\d{4}(\.?\d{2}){1,3}$/, 'must be an HS code of 6 to 10 digits')
const rows = <T extends z.ZodType>(row: T) => z.array(row).min(1, 'at least one is required').max(MOST_ROWS)

/** A seller, buyer, exporter or producer. `address` is one text or an Address object; which one is not shown. */
const tradePartySchema = z.object({
  companyName: text(120),
  address: z.union([text(400), addressSchema], { error: 'must be a text or an address with all its fields' }),
  phone: text(40).optional(),
  email: text(120).optional(),
})
export type TradeParty = z.infer<typeof tradePartySchema>

const cents = (value: number) => Math.round(value * 100)
/** A unit price may have been rounded to the cent before it was multiplied. */
const isProduct = (total: number, count: number, unit: number) =>
  Math.abs(total - count * unit) <= Math.max(0.01, count * 0.005) + 1e-9

const invoiceItemSchema = z
  .object({
    description: text(300),
    quantity,
    unitPrice: amount,
    totalPrice: amount,
    /** Pounds, of the whole line. */
    weight: amount.optional(),
    hsCode: hsCodeSchema.optional(),
    countryOfOrigin: countrySchema.optional(),
  })
  .refine((item) => isProduct(item.totalPrice, item.quantity, item.unitPrice), {
    path: ['totalPrice'],
    error: 'is not quantity times unitPrice',
  })

/** `data` of COMMERCIAL_INVOICE. A customs officer adds it up, so amounts that do not agree are refused. */
const commercialInvoiceSchema = z
  .object({
    invoiceNumber: text(40).optional(),
    invoiceDate: daySchema.optional(),
    seller: tradePartySchema,
    buyer: tradePartySchema,
    items: rows(invoiceItemSchema),
    totals: z
      .object({
        subtotal: amount,
        tax: amount.default(0),
        shipping: amount.default(0),
        total: amount,
        currency: currencySchema,
      })
      .refine(({ subtotal, tax, shipping, total }) => cents(total) === cents(subtotal) + cents(tax) + cents(shipping), {
        path: ['total'],
        error: 'is not the sum of subtotal, tax and shipping',
      }),
    terms: text(300).optional(),
    reasonForExport: text(120).optional(),
  })
  .refine(
    ({ items, totals }) => cents(totals.subtotal) === items.reduce((sum, item) => sum + cents(item.totalPrice), 0),
    {
      path: ['totals', 'subtotal'],
      error: 'is not the sum of the totalPrice of all items',
    },
  )
export type CommercialInvoice = z.output<typeof commercialInvoiceSchema>

/** `data` of PACKING_LIST: contents, packaging and weights of the shipment. */
const packingListSchema = z.object({
  items: rows(
    z.object({
      description: text(300),
      quantity,
      /** Of the whole line, in the unit of `weights`. */
      weight: amount.optional(),
      /** Number or mark of the package it is in. */
      package: text(40).optional(),
    }),
  ),
  packaging: rows(
    z.object({
      /** For example PALLET or CARTON. */
      type: text(40),
      quantity: z.int('must be a whole number').positive('must be at least 1').max(1e6),
      /** Inches. */
      length: quantity.optional(),
      width: quantity.optional(),
      height: quantity.optional(),
      marks: text(120).optional(),
    }),
  ),
  weights: z
    .object({
      net: amount,
      gross: quantity,
      unit: z.enum(['lb', 'kg'], { error: 'must be lb or kg' }).default('lb'),
    })
    .refine(({ net, gross }) => net <= gross, { path: ['net'], error: 'is more than the gross weight' }),
})
export type PackingList = z.output<typeof packingListSchema>

/** `data` of CERTIFICATE_OF_ORIGIN, with the data elements of a USMCA certification (annex 5-A). */
const certificateOfOriginSchema = z.object({
  items: rows(
    z.object({
      description: text(300),
      hsCode: hsCodeSchema.optional(),
      /** Why it originates: A wholly obtained, B by its rule, C of originating materials, D unassembled or in parts. */
      originCriterion: z.enum(['A', 'B', 'C', 'D'], { error: 'must be A, B, C or D' }).optional(),
      quantity: quantity.optional(),
    }),
  ),
  originCountry: countrySchema,
  certification: z.object({
    certifiedBy: z
      .enum(['EXPORTER', 'PRODUCER', 'IMPORTER'], { error: 'must be EXPORTER, PRODUCER or IMPORTER' })
      .optional(),
    name: text(120),
    title: text(120).optional(),
    companyName: text(120).optional(),
    date: daySchema,
    /** Of a blanket certification for many shipments; a year at the most. */
    blanketFrom: daySchema.optional(),
    blanketTo: daySchema.optional(),
  }),
  exporter: tradePartySchema.optional(),
  producer: tradePartySchema.optional(),
  importer: tradePartySchema.optional(),
})
export type CertificateOfOrigin = z.output<typeof certificateOfOriginSchema>

/** `data` of HAZMAT_DECLARATION, with what 49 CFR 172.202 and 172.604 want on a shipping paper. */
const hazmatDeclarationSchema = z.object({
  hazmatDetails: z.object({
    /** Answered by a person at all times while the goods are under way. */
    emergencyPhone: text(40),
    emergencyContact: text(120).optional(),
    /** Who offers the goods and certifies them. */
    offeror: text(120).optional(),
    instructions: text(500).optional(),
  }),
  classifications: rows(
    z.object({
      unNumber: z.string().regex(/^(UN|NA)\d{4}$/, 'must be an identification number, for example UN1263'),
      properShippingName: text(200),
      hazardClass: z
        .string()
        .regex(
          /^[1-9](\.[1-6][A-Z]?)?( ?\([1-9](\.[1-6])?\))*$/,
          'must be a hazard class or division, for example 3 or 2.1',
        ),
      packingGroup: z.enum(['I', 'II', 'III'], { error: 'must be I, II or III' }).optional(),
      quantity,
      /** For example DRUMS. */
      packaging: text(60),
      /** Pounds, of the whole line. */
      weight: quantity,
      isMarinePollutant: z.boolean().default(false),
      isLimitedQuantity: z.boolean().default(false),
    }),
  ),
})
export type HazmatDeclaration = z.output<typeof hazmatDeclarationSchema>

/** `templateData` of CUSTOM_FORM. */
const customFormSchema = z.object({
  title: text(120),
  fields: rows(z.object({ name: text(80), label: text(120), value: z.string().max(2000) })).superRefine(
    (fields, context) => {
      const seen = new Set<string>()
      fields.forEach(({ name }, index) => {
        if (seen.has(name)) {
          context.addIssue({ code: 'custom', path: [index, 'name'], message: 'is the name of an earlier field' })
        }
        seen.add(name)
      })
    },
  ),
})
export type CustomForm = z.output<typeof customFormSchema>

/** The source data of a document, with its template. */
export const documentSourceSchema = z.discriminatedUnion('template', [
  z.object({ template: z.literal('COMMERCIAL_INVOICE'), data: commercialInvoiceSchema }),
  z.object({ template: z.literal('PACKING_LIST'), data: packingListSchema }),
  z.object({ template: z.literal('CERTIFICATE_OF_ORIGIN'), data: certificateOfOriginSchema }),
  z.object({ template: z.literal('HAZMAT_DECLARATION'), data: hazmatDeclarationSchema }),
  z.object({ template: z.literal('CUSTOM_FORM'), data: customFormSchema }),
])
export type DocumentSource = z.output<typeof documentSourceSchema>
