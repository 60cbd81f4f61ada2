import { z } from 'zod'

const MOST_TERMS = 10
const MOST_TERM = 120
const LEAST_LETTERS = 3
const LEAST_DIGITS = 7

/** Letters and digits of a text, without accents and signs. */
const signs = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0
const list = (what: string, message: string, isEnough: (text: string) => boolean) =>
  z
    .array(
      z.string().trim().max(MOST_TERM, `${what} must be at most ${MOST_TERM} characters`).refine(isEnough, message),
    )
    .max(MOST_TERMS, `at most ${MOST_TERMS} of ${what}`)
    .default([])

/**
 * The identifiers of a person here. Names, companies, streets and e-mail are found regardless of case, accents and
 * signs.
 */
export const personSchema = z
  .object({
    names: list('names', `a name needs at least ${LEAST_LETTERS} letters`, (text) => signs(text) >= LEAST_LETTERS),
    /** Compared by their last ten digits. */
    phones: list(
      'phones',
      `a phone number needs at least ${LEAST_DIGITS} digits`,
      (text) => digitsOf(text).length >= LEAST_DIGITS,
    ),
    emails: list('emails', 'an e-mail address needs an @', (text) => /^[^\s@]+@[^\s@]+$/.test(text)),
    /** Companies and streets, where they identify a person. */
    others: list(
      'others',
      `a company or street needs at least ${LEAST_LETTERS} letters`,
      (text) => signs(text) >= LEAST_LETTERS,
    ),
  })
  .refine(({ names, phones, emails }) => names.length + phones.length + emails.length > 0, {
    path: ['names'],
    message: 'enter a name, phone number, or e-mail address',
  })
export type Person = z.output<typeof personSchema>

export const forgetPersonSchema = z.object({
  person: personSchema,
  /** Kept in the audit log, without the forgotten data. */
  reason: z.string().trim().min(3, 'enter a reason, in a few words').max(200, 'reason must be at most 200 characters'),
  /** Irreversible: confirmed by the requester. */
  isCertain: z.literal(true, { error: 'isCertain must be true: erased data cannot be recovered' }),
})

export const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** Where a person is recorded. `other`: drafts, notes, changes, the inbox, mails, presets, rules, prints. */
export const PERSON_PLACES = [
  'bookings',
  'addresses',
  'quotes',
  'shipments',
  'events',
  'calls',
  'audit',
  'labels',
  'files',
  'other',
] as const
export type PersonPlace = (typeof PERSON_PLACES)[number]

/** Rows of a place that name the person, or did. */
interface PersonCount {
  place: PersonPlace
  count: number
}

/** What keeps a person from being forgotten now. */
export const PERSON_NEEDS = ['open-booking', 'open-order', 'under-way', 'printing', 'batch'] as const
export type PersonNeed = (typeof PERSON_NEEDS)[number]

/** Answer of `maintenance.lookForPerson` and `maintenance.forgetPerson`. */
export interface PersonFound {
  /** Places with at least one row, in the order of PERSON_PLACES. */
  found: PersonCount[]
  /** What was beside them in the same address and was not requested. */
  alongside: { names: string[]; phones: string[]; emails: string[] }
  /** References of bookings, names of files and jobs; the first twenty. */
  needed: { need: PersonNeed; what: string }[]
  /** Where they stay, because copies are not changed. */
  stays: {
    backups: number
    /** The day after which the last copy of today is deleted automatically; null: there is none. */
    backupsUntil: string | null
    archives: string[]
    /** Files that a recovery put aside. */
    putAside: number
    secondPlace: string | null
    /** Signed papers of carriage, kept for ever. */
    manifests: number
  }
  /** Who forgets them as well; null: the station is alone, or the site cannot be asked now. */
  atSite: { siteName: string; stations: string[] } | null
}
