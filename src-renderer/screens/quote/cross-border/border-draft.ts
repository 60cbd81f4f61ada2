import { z } from 'zod'
import { ACCESSORIALS } from '../../../../src-shared/freight/accessorial.ts'
import { COUNTRIES } from '../../../../src-shared/freight/address.ts'
import { FREIGHT_CLASSES } from '../../../../src-shared/freight/cargo.ts'
import { BORDER_CROSSINGS } from '../../../../src-shared/freight/crossborder-quote.ts'
import { emptyAddress } from '../address/address-form.ts'
import { CONDITIONS, emptyProduct, emptyUnit, PACKAGES, type BorderForm, type PackageKey } from './border-form.ts'
import { MEASURES } from '../measures.ts'

/** Where the one draft of this form is kept. */
export const BORDER_DRAFT = { form: 'quote', key: 'crossborder' } as const

/** The form as the clerk left it, and what it had led to. */
export interface BorderDraft {
  form: BorderForm
  quoteId: string | null
  /** The form was changed after that quote. */
  isEdited: boolean
  selectedRateId: string | null
}

// What is missing or of another kind in an older draft is as in an empty form: a draft is never a reason to fail.
const text = z.string().catch('')
const flag = z.boolean().catch(false)
const parts = (names: readonly string[]) => z.object(Object.fromEntries(names.map((name) => [name, text])))
const ADDRESS_PARTS = Object.keys(emptyAddress()).filter((name) => name !== 'country')
const address = parts(ADDRESS_PARTS)
  .extend({ country: z.enum(COUNTRIES).catch('US') })
  .transform((kept) => ({ ...emptyAddress(), ...kept }))
const dock = z.object({
  day: text,
  ready: text,
  opens: text,
  closes: text,
  zone: text,
  accessorials: z.array(z.enum(ACCESSORIALS)).catch([]),
  isLimitedAccess: flag,
  isFirstCome: flag,
  references: text,
})
const contact = z.object({
  isStopContact: z.boolean().catch(true),
  firstName: text,
  lastName: text,
  email: text,
  phone: text,
})
const PACKAGE_KEYS = PACKAGES.map(({ key }) => key) as [PackageKey, ...PackageKey[]]
const product = z
  .object({
    pack: z.enum(PACKAGE_KEYS).catch('PLT'),
    description: text,
    quantity: text,
    weight: text,
    length: text,
    width: text,
    height: text,
    freightClass: z.enum([...FREIGHT_CLASSES, 'density']).catch('density'),
    condition: z.enum(CONDITIONS).catch('new'),
    isHazmat: flag,
    isStackable: flag,
    needsCare: flag,
    satCode: text,
    satEn: text,
    satEs: text,
  })
  .transform((kept) => ({ ...emptyProduct(), ...kept }))
const unit = z
  .object({ quantity: text, products: z.array(product).min(1) })
  .transform((kept) => ({ ...emptyUnit(), ...kept }))
const sides = <S extends z.ZodType>(side: S) => z.object({ originAddress: side, destinationAddress: side })
const form = z.object({
  originAddress: address,
  destinationAddress: address,
  docks: sides(dock),
  crossing: z.enum([...BORDER_CROSSINGS, '']).catch(''),
  units: z.array(unit).min(1),
  measures: z.enum(MEASURES).catch('imperial'),
  customs: sides(contact),
  insuredValue: text,
}) satisfies z.ZodType<BorderForm>

const id = z.string().min(1).nullable().catch(null)
const draft = z.object({
  form,
  quoteId: id,
  isEdited: flag,
  selectedRateId: id,
}) satisfies z.ZodType<BorderDraft>

/** The draft as it was kept; null when it is none. A day of pickup that has passed becomes today. */
export function readBorderDraft(body: unknown, today: string): BorderDraft | null {
  const parsed = draft.safeParse(body)
  if (!parsed.success) return null
  const { originAddress, destinationAddress } = parsed.data.form.docks
  if (originAddress.day < today) originAddress.day = today
  if (destinationAddress.day && destinationAddress.day < originAddress.day) destinationAddress.day = ''
  return parsed.data
}
