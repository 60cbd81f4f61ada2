import { z } from 'zod'
import { CONSIGNEE_EVENTS, type ConsigneeMailKind, type ConsigneeMailState } from '../../machine/consignee-mail.ts'
import type { StationErrorData } from '../error.ts'
import { idSchema, isOneLine, rowNumberSchema } from '../limits.ts'
import { mailAddressSchema } from '../inbox/rules.ts'
import { firstTemplate, MAIL_LANGUAGES, PLACEHOLDERS, unknownPlaceholder } from './template.ts'

const named = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'must not be empty')
    .max(max)
    .superRefine((text, context) => {
      const name = unknownPlaceholder(text)
      if (name === null) return
      const known = PLACEHOLDERS.map((one) => `{${one}}`).join(', ')
      context.addIssue({ code: 'custom', message: `there is no placeholder {${name}}; there are ${known}` })
    })

const templateSchema = z.object({
  subject: named(200).refine(isOneLine, 'must be one line, without control characters'),
  text: named(4000),
})

/** `country`: Spanish to Mexico, English elsewhere. */
export const MAIL_LANGUAGE_CHOICES = ['country', ...MAIL_LANGUAGES] as const

/** Whether and how consignees are e-mailed about their shipments. */
export const consigneeMailSettingsSchema = z.object({
  isOn: z.boolean().default(false),
  /** Which bookings: all with an e-mail address, unless one says otherwise, or only those that say so. */
  which: z.enum(['all', 'chosen']).default('all'),
  events: z
    .array(z.enum(CONSIGNEE_EVENTS))
    .max(CONSIGNEE_EVENTS.length)
    .default([...CONSIGNEE_EVENTS]),
  language: z.enum(MAIL_LANGUAGE_CHOICES).default('country'),
  templates: z
    .object({ en: templateSchema, es: templateSchema })
    .default({ en: firstTemplate('en'), es: firstTemplate('es') }),
})
export type ConsigneeMailSettings = z.output<typeof consigneeMailSettingsSchema>

/** Answer of `consigneeMail.setup`. */
export interface ConsigneeMailSetup {
  settings: ConsigneeMailSettings
  /** A mail server is set, in the inbox's notifications; without one nothing is sent. */
  hasServer: boolean
}

/** Input of `consigneeMail.list`: newest first. */
export const consigneeMailListSchema = z.object({
  shipmentId: idSchema('shipmentId').optional(),
  /** `next` of the page before. */
  before: rowNumberSchema.optional(),
  limit: z.int().min(1).max(200).default(50),
})

/** An e-mail to a consignee, in the log. */
export interface ConsigneeMail {
  mailId: string
  shipmentId: string
  /** The shipment's reference. */
  label: string
  event: ConsigneeMailKind
  state: ConsigneeMailState
  address: string
  subject: string
  body: string
  createdAt: string
  /** When it got its last state; null: it is still to be sent. */
  settledAt: string | null
  /** Why it was refused, or not sent yet. */
  error: StationErrorData | null
}

/** The most bytes of papers in an e-mail: many mail servers take no more. */
export const MOST_PAPER_BYTES = 15_000_000

/** Input of `consigneeMail.sendPapers`. */
export const sendPapersSchema = z.object({
  shipmentId: idSchema('shipmentId'),
  documentIds: z.array(idSchema('documentId')).min(1, 'choose at least one document').max(20),
  to: mailAddressSchema('the recipient'),
})

/** Answer of `consigneeMail.papersTo`. */
export interface PapersTo {
  /** Who the shipment's last e-mail went to, else the consignee's address; empty: none is known. */
  address: string
  hasServer: boolean
  /** The shipment does not exist: its papers are logged and not sent. */
  isPractice: boolean
}

/** Why it was refused or not sent yet, in the mail server's words where it has said some; empty: it was not. */
export function mailReason({ error }: Pick<ConsigneeMail, 'error'>): string {
  const reason = error?.details['reason']
  return typeof reason === 'string' ? reason : (error?.message ?? '')
}

export interface ConsigneeMailPage {
  mails: ConsigneeMail[]
  /** Null: these were the last. */
  next: number | null
}
