import { z } from 'zod'
import { idSchema, nameSchema } from '../limits.ts'
import { isAtLeast, ROLES, type Role } from '../role.ts'

/** The code of a badge that Waybill printed: a scan of it signs in, on every screen that scans. */
const BADGE_PREFIX = 'WBP-'
/** Drawn for a badge: 24 letters and digits that are easy to distinguish, 120 bits. */
export const BADGE_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const BADGE_LENGTH = 24

export const badgeOf = (drawn: string): string => `${BADGE_PREFIX}${drawn}`
export const isOurBadge = (code: string): boolean => code.startsWith(BADGE_PREFIX)
const DRAWN_BADGE = new RegExp(`^${BADGE_PREFIX}[${BADGE_LETTERS}]{${BADGE_LENGTH}}$`)
/** A code that Waybill drew: too long to be guessed. */
export const isDrawnBadge = (code: string): boolean => DRAWN_BADGE.test(code)
/** A card's own code that is shorter is guessed too easily to act as a clerk alone. */
const SHORTEST_SAFE_BADGE = 10

const badgeSchema = z
  .string()
  .trim()
  .min(6, 'badge must have at least 6 characters')
  .max(80, 'badge must be at most 80 characters')

/** Digits, so that a keypad is enough. All alike, or one after the other, is the first guess. */
const newPinSchema = z
  .string()
  .max(12, 'PIN must be 4 to 12 digits')
  .regex(/^\d{4,12}$/, { error: 'PIN must be 4 to 12 digits', abort: true })
  .refine((pin) => new Set(pin).size > 1, 'PIN must not be one digit repeated')
  .refine((pin) => !isRun(pin), 'PIN must not be digits in a row, such as 1234')
const pinSchema = z.string().min(1, 'PIN is required').max(12)

function isRun(pin: string): boolean {
  const steps = new Set(Array.from(pin.slice(1), (digit, at) => Number(digit) - Number(pin[at])))
  return steps.size === 1 && (steps.has(1) || steps.has(-1))
}

const personId = idSchema('personId')

export const personIdSchema = z.object({ personId })

/** Absent fields of a person that is there stay as they are; null takes a badge or a PIN away. */
export const personInputSchema = z.object({
  /** Absent: a new person. */
  personId: personId.optional(),
  name: nameSchema('name', 40),
  role: z.enum(ROLES, { error: `role must be one of ${ROLES.join(', ')}` }),
  /** The code on a badge they have already. */
  badge: badgeSchema.nullable().optional(),
  pin: newPinSchema.nullable().optional(),
})
export type PersonInput = z.output<typeof personInputSchema>

/** A person of this station. Who left stays in the list, so that old rows keep their name. */
export interface Person {
  personId: string
  name: string
  role: Role
  hasBadge: boolean
  hasPin: boolean
  createdAt: string
  /** When they left; null: they work here. */
  endedAt: string | null
}

/** A badge as it is drawn, to be printed or written on a card: it cannot be shown again. */
export interface DrawnBadge {
  person: Person
  /** The code. */
  badge: string
  /** Code 128 as an SVG document. */
  svg: string
}

/** A badge, a chosen person with their PIN, or both where a badge alone is not enough. */
export const credentialsSchema = z
  .object({ badge: badgeSchema.optional(), personId: personId.optional(), pin: pinSchema.optional() })
  .refine(({ badge, personId: chosen }) => (badge === undefined) !== (chosen === undefined), {
    error: 'give a badge or a person',
    path: ['badge'],
  })
export type Credentials = z.output<typeof credentialsSchema>

/** A supervisor's approval of a command refused to the signed-in person. */
export const approvalSchema = z.object({
  /** `details.refusalId` of the refusal. */
  refusalId: idSchema('refusalId'),
  credentials: credentialsSchema,
})

export interface Approval {
  /** The supervisor's name. */
  approvedBy: string
  /** Until then the command may be given, once. */
  until: string
}

const SHORTEST_IDLE_MINUTES = 1
const LONGEST_IDLE_MINUTES = 240
export const signInRulesSchema = z.object({
  isOn: z.boolean(),
  /** Minutes without a key, a click or a scan after which the screen locks. */
  idleMinutes: z
    .int('minutes must be a whole number')
    .min(SHORTEST_IDLE_MINUTES, `minutes must be at least ${SHORTEST_IDLE_MINUTES}`)
    .max(LONGEST_IDLE_MINUTES, `minutes must be at most ${LONGEST_IDLE_MINUTES}`)
    .default(10),
})
export type SignInRules = z.output<typeof signInRulesSchema>

/** A person, as the frame shows them. */
export interface PersonChoice {
  personId: string
  name: string
  role: Role
}

export interface SignInState {
  idleMinutes: number
  /** Null: the screen is locked. */
  person: PersonChoice | null
  /** Who may be chosen by name: they have a PIN. */
  choices: PersonChoice[]
}

/** A badge is left lying around, and a short code is guessed: a supervisor proves who they are, and with a short code a clerk. */
export function needsPin(role: Role, badge: string): boolean {
  return role === 'supervisor' || (isAtLeast(role, 'clerk') && badge.length < SHORTEST_SAFE_BADGE)
}
