import { z } from 'zod'
import { cleanText } from '../clean-text.ts'
import { boundedJson } from '../bounded-json.ts'
import { ACCESSORIALS } from './accessorial.ts'
import { FREIGHT_CLASSES, MOST_IN, MOST_LB } from './cargo.ts'
import { dockTimeSchema, readDockTime, scheduledDateSchema } from './dock-time.ts'
import { amountSchema, daySchema, openEnum } from './scalar.ts'

/** Where freight crosses: LLB is Laredo and Nuevo Laredo, PDN is El Paso and Ciudad Juárez. */
export const BORDER_CROSSINGS = ['LLB', 'PDN'] as const
export type BorderCrossing = (typeof BORDER_CROSSINGS)[number]

/** The countries of a cross-border quote. */
export const BORDER_COUNTRIES = ['US', 'MX'] as const

const required = (what: string, max = 120) => z.string().overwrite(cleanText).min(1, `${what} is required`).max(max)
const text = z.string().overwrite(cleanText).max(120).optional()
/** Two of them and a blank are one contact name of an address. */
const nameSchema = z.string().overwrite(cleanText).max(59).optional()

/** The content of a reference is not specified. */
const referenceSchema = boundedJson({ depth: 4, values: 50, text: 2000 })

/** Stop location object: shipperLocation and consigneeLocation. */
const stopSchema = z
  .object({
    accessorials: z.array(z.enum(ACCESSORIALS)).max(ACCESSORIALS.length).optional(),
    address1: required('street address'),
    address4: text,
    city: required('city'),
    stateOrProvince: required('state or province code'),
    zipCode: required('ZIP or postal code'),
    country: z.enum(BORDER_COUNTRIES, { error: `must be one of ${BORDER_COUNTRIES.join(', ')}` }),
    contactFirstName: nameSchema,
    contactLastName: nameSchema,
    phone: text,
    email: text,
    /** The company's name. */
    name: text,
    /** `business` is the only word the interface shows; `residential` is charged as such. */
    type: text,
    limitedAccess: z.boolean().optional(),
    scheduledDate: scheduledDateSchema.optional(),
    openTime: dockTimeSchema.optional(),
    closeTime: dockTimeSchema.optional(),
    readyTime: dockTimeSchema.optional(),
    firstComeFirstServe: z.boolean().optional(),
    references: z.array(referenceSchema).max(50).optional(),
  })
  .superRefine(({ openTime, closeTime, readyTime }, context) => {
    const closesAt = readDockTime(closeTime ?? '')?.at
    const tooLate = (name: string, time: string | undefined) => {
      const at = readDockTime(time ?? '')?.at
      if (closesAt === undefined || at === undefined || at < closesAt) return
      context.addIssue({ code: 'custom', path: [name], message: 'must be before closeTime' })
    }
    tooLate('openTime', openTime)
    tooLate('readyTime', readyTime)
  })
export type Stop = z.infer<typeof stopSchema>

const measure = (what: string, unit: string, max: number) =>
  z
    .number({ error: `${what} must be a number of ${unit}` })
    .positive(`${what} must be more than 0 ${unit}`)
    .max(max, `${what} must be at most ${max} ${unit}`)
const countSchema = z.int('quantity must be a whole number').positive('quantity must be at least 1').max(1000)

const CLASS_NUMBERS = FREIGHT_CLASSES.map(Number)

/** Product of a handling unit. Weight in pounds and dimensions in inches of one product, packing included. */
const productSchema = z.object({
  selectedPackage: z
    .object({ id: z.int().optional(), key: z.string().max(60).optional(), name: z.string().max(60).optional() })
    .optional(),
  packageType: text,
  description: required('description', 200),
  quantity: countSchema,
  weight: measure('weight', 'lb', MOST_LB),
  length: measure('length', 'in', MOST_IN),
  width: measure('width', 'in', MOST_IN),
  height: measure('height', 'in', MOST_IN),
  /** A number here, a string in a domestic quote. */
  class: z
    .number()
    .min(50)
    .max(500)
    .refine((value) => CLASS_NUMBERS.includes(value), { error: `must be one of ${FREIGHT_CLASSES.join(', ')}` })
    .optional(),
  condition: text,
  isHazmat: z.boolean().optional(),
  stackable: z.boolean().optional(),
  additionalHandling: z.boolean().optional(),
  satCode: z
    .string({ error: 'a SAT code is required for shipments to and from Mexico' })
    .max(8, 'a SAT code must have eight digits')
    .regex(/^\d{8}$/, 'a SAT code must have eight digits'),
  density: z.number().nonnegative().max(1e6).optional(),
  uid: text,
})

const handlingUnitSchema = z.object({
  quantity: countSchema,
  uuid: text,
  transform: z.boolean().optional(),
  products: z.array(productSchema).min(1, 'at least one product is required').max(50),
})

/** Whom customs ask on one side of the border. */
const customsContactSchema = z.object({ firstName: text, lastName: text, email: text, phone: text })

/** Body of `POST /quote-crossborder` (section "Cross-border quote request"). */
export const crossborderQuoteRequestSchema = z
  .object({
    borderCrossingLocation: z.enum(BORDER_CROSSINGS, { error: `must be one of ${BORDER_CROSSINGS.join(', ')}` }),
    shipperLocation: stopSchema,
    consigneeLocation: stopSchema,
    handlingUnits: z.array(handlingUnitSchema).min(1, 'at least one handling unit is required').max(50),
    insuranceInfo: z
      .object({ insuredValue: z.number().nonnegative('insured value must not be negative').max(1e12).optional() })
      .optional(),
    customs: z.object({
      borderCrossingLocation: z.string().max(10),
      origin: customsContactSchema.optional(),
      destination: customsContactSchema.optional(),
    }),
    parcelOptions: z.object({ appointment: z.string().max(40).optional() }).optional(),
    usePublicApi: z.boolean().optional(),
  })
  .superRefine(({ borderCrossingLocation, customs, shipperLocation, consigneeLocation }, context) => {
    const refuse = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message })
    if (customs.borderCrossingLocation !== borderCrossingLocation) {
      refuse(['customs', 'borderCrossingLocation'], `must equal borderCrossingLocation, ${borderCrossingLocation}`)
    }
    if (shipperLocation.country === consigneeLocation.country) {
      refuse(['consigneeLocation', 'country'], 'one stop must be in the US and the other in Mexico')
    }
  })
export type CrossborderQuoteRequest = z.infer<typeof crossborderQuoteRequestSchema>

/** One leg of the way. */
const moveSchema = z.object({
  carrierName: z.string().min(1),
  scac: z.string().nullish(),
  pickupDate: daySchema.nullish(),
  deliveryDate: daySchema.nullish(),
})

/** Cross-border quote element. */
const crossborderQuoteElementSchema = z.object({
  quoteId: z.string().min(1),
  total: amountSchema,
  currency: z.string().min(3).default('USD'),
  fromTransitTime: z.int().nullish(),
  toTransitTime: z.int().nullish(),
  serviceType: openEnum(['standard', 'expedited']).nullish(),
  moves: z.array(moveSchema).nullish(),
})
export type CrossborderQuoteElement = z.infer<typeof crossborderQuoteElementSchema>

/** The whole answer of `POST /quote-crossborder`: no `data`, no `meta`. */
export const crossborderQuoteResponseSchema = z.object({
  success: z.literal(true),
  quotes: z.object({
    quotes: z.array(crossborderQuoteElementSchema),
    loadId: z.string().min(1),
    bolNumber: z.string().nullish(),
  }),
})
