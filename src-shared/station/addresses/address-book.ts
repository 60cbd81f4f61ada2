import { z } from 'zod'
import { cleanLines } from '../../clean-text.ts'
import { nameSchema } from '../limits.ts'
import { refuseNoValues } from '../no-value.ts'
import { ACCESSORIALS } from '../../freight/accessorial.ts'
import { addressSchema } from '../../freight/address.ts'
import type { Cargo } from '../../freight/cargo.ts'

export const ADDRESS_ROLES = ['shipper', 'consignee', 'broker'] as const

const time = z
  .string()
  .max(5)
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time written HH:MM, for example 08:30')

/** The dock of a place; it decides which truck comes. */
export const dockSchema = z.object({
  hasDock: z.boolean().default(true),
  isResidential: z.boolean().default(false),
  needsLiftgate: z.boolean().default(false),
  needsAppointment: z.boolean().default(false),
  /** Local time of the place. */
  opens: time.nullable().default(null),
  closes: time.nullable().default(null),
})

/** An address as it is saved: the wire's address, and the known facts of the place. */
export const addressInputSchema = z
  .object({
    /** Absent: a new one. */
    addressId: z.string().min(1).max(80).optional(),
    /** How it is found: mostly the company's name. */
    name: nameSchema('name', 120),
    address: addressSchema,
    roles: z.array(z.enum(ADDRESS_ROLES)).max(ADDRESS_ROLES.length).default([]),
    accessorials: z.array(z.enum(ACCESSORIALS)).max(ACCESSORIALS.length).default([]),
    dock: dockSchema.prefault({}),
    notes: z.string().overwrite(cleanLines).max(2000, 'notes must be at most 2000 characters').default(''),
    /** Save it although another looks like the same place. */
    evenIfSimilar: z.boolean().default(false),
  })
  .superRefine(({ address }, context) => refuseNoValues(address, context, ['address']))
  .refine(({ dock }) => dock.opens === null || dock.closes === null || dock.opens < dock.closes, {
    path: ['dock', 'closes'],
    message: 'must be after the opening time',
  })
export type AddressInput = z.output<typeof addressInputSchema>

/** What of an address is kept as one piece. */
export const addressBodySchema = z.object({
  address: addressSchema,
  roles: z.array(z.enum(ADDRESS_ROLES)),
  accessorials: z.array(z.enum(ACCESSORIALS)),
  dock: dockSchema,
  notes: z.string(),
})
export type AddressBody = z.output<typeof addressBodySchema>

/** An entry of the address book. */
export interface SavedAddress extends AddressBody {
  addressId: string
  name: string
  isDefaultShipper: boolean
  /** How often it was used. */
  uses: number
  createdAt: string
  updatedAt: string
  /** Set: removed, and can be restored. */
  removedAt: string | null
}

/** Answer of `addressBook.save`. */
export type AddressSaved =
  | { kind: 'saved'; address: SavedAddress }
  /** Not saved: these are perhaps the same place. Save with `evenIfSimilar`, or change one of them. */
  | { kind: 'similar'; addresses: SavedAddress[] }

/** Answer of `addressBook.lastFreight`: what was shipped to an entry last; no lines: nothing, or it is no longer known. */
export interface LastFreight {
  cargo: Cargo[]
  /** ISO 8601 */
  bookedAt: string | null
}

/** Answer of `addressBook.importCsv`: invalid rows are reported, the others are imported. */
export interface AddressImport {
  added: number
  /** Rows whose place is in the book already. */
  known: number
  problems: { row: number; column: string | null; message: string }[]
}
