import { z } from 'zod'
import { isOneLine } from '../limits.ts'
import type { StationErrorData } from '../error.ts'

const hourSchema = z
  .string()
  .max(5)
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'a time must be written like 18:30')

/** How mail is kept from others on its way. `none`: only to this machine, or without a password. */
export const MAIL_SECURITY = ['starttls', 'tls', 'none'] as const

const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/
/** An e-mail address as a mail server takes it. */
export const mailAddressSchema = (what: string) =>
  z
    .string()
    .trim()
    .max(254)
    .regex(/^[^\s@<>,;"]+@[^\s@<>,;"]+$/, `${what} must be an e-mail address`)

const mailSettingsSchema = z
  .object({
    host: z
      .string()
      .trim()
      .max(253)
      .regex(/^[A-Za-z0-9.:_-]+$/, 'the name of a mail server'),
    port: z.int('a port is a whole number').min(1, 'a port is at least 1').max(65535, 'a port is at most 65535'),
    security: z.enum(MAIL_SECURITY),
    /** Empty: the server asks for no name. Its password is in the keychain. */
    user: z.string().trim().max(254).default(''),
    from: mailAddressSchema('the sender'),
    to: z
      .array(mailAddressSchema('a recipient'))
      .min(1, 'give at least one recipient')
      .max(20, 'at most 20 recipients'),
  })
  .refine(({ security, user, host }) => security !== 'none' || user === '' || LOOPBACK.test(host), {
    path: ['security'],
    message: 'a password can be sent only over an encrypted connection, or to this computer',
  })
export type MailSettings = z.output<typeof mailSettingsSchema>

/** Which inbox items are sent as notifications, and when not. */
export const inboxRulesSchema = z.object({
  /** A printer is reported when it could not print for this long. */
  printerMinutes: z
    .int('minutes must be a whole number')
    .min(1, 'minutes must be at least 1')
    .max(1440, 'minutes must be at most 1440')
    .default(5),
  desktop: z.boolean().default(true),
  sound: z.boolean().default(true),
  /** No notifications are sent from then until then, by the clock of this place; they are sent together afterwards. */
  quiet: z.object({ from: hourSchema, until: hourSchema }).nullable().default(null),
  /** Null: none is sent. */
  mail: mailSettingsSchema.nullable().default(null),
})
export type InboxRules = z.output<typeof inboxRulesSchema>

export const setInboxRulesSchema = z.object({
  rules: inboxRulesSchema.refine(({ mail }) => mail === null || isOneLine(mail.user), {
    path: ['mail', 'user'],
    message: 'the user name must be one line, without control characters',
  }),
  /** Left out: the one that is kept stays. */
  mailPassword: z.string().max(500).optional(),
})

/** How mail fares. */
export interface MailState {
  /** Not sent yet. */
  waiting: number
  /** Why the last try failed; null: it went well, or there was none. */
  error: StationErrorData | null
  lastSentAt: string | null
  /** None where the server asks for no name. `memory`: this machine has no keychain, and it is forgotten at the end. */
  password: 'none' | 'keychain' | 'memory'
}

/** Answer of `inbox.rules`. */
export interface InboxSetup {
  rules: InboxRules
  mail: MailState
}

/** Minutes since midnight of a time as it is written. */
const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** Is it quiet now, by the clock of this place? A span may go over midnight; one without length is none. */
export function isQuiet({ quiet }: Pick<InboxRules, 'quiet'>, now: Date): boolean {
  if (quiet === null) return false
  const [from, until] = [minutesOf(quiet.from), minutesOf(quiet.until)]
  const at = now.getHours() * 60 + now.getMinutes()
  return from <= until ? at >= from && at < until : at >= from || at < until
}
