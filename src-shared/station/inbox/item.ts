import { z } from 'zod'
import { idSchema, instantSchema } from '../limits.ts'

/**
 * Kinds of items for a person. booking: its outcome is unknown, it asks, or it has the shipment of another one. doubled:
 * a shipment that is no booking's carries the reference of a booking from here. overcharged: a booking cost more than was
 * agreed. printer: it cannot print. exception: a shipment is in one. batch: it stopped half-way. order: it came with two
 * contents. order-file: the folder of orders is gone, or a file in it cannot be read. set-aside: the service sent
 * rows that cannot be read. clock: this computer's clock and the service's differ. note: a message to the office.
 * consignee-mail: an e-mail to a consignee was refused. site: it does not let this station in. approval: a person waits for a supervisor's approval. message: a message of the
 * site's supervisor to this station, of older versions.
 */
export const INBOX_KINDS = [
  'booking',
  'doubled',
  'overcharged',
  'printer',
  'exception',
  'batch',
  'order',
  'order-file',
  'set-aside',
  'consignee-mail',
  'clock',
  'site',
  'note',
  'approval',
  'message',
] as const
export type InboxKind = (typeof INBOX_KINDS)[number]

/** Kinds that people write; all others come and go with their subject. */
export const WRITTEN_KINDS = ['note', 'approval'] as const satisfies readonly InboxKind[]

export const SEVERITIES = ['high', 'normal', 'low'] as const
export type Severity = (typeof SEVERITIES)[number]

/** One thing that needs a person, until it is ended. */
export interface InboxItem {
  itemId: string
  kind: InboxKind
  /** The booking, printer, shipment or batch that it is about; of what people wrote its own id. */
  subjectId: string
  severity: Severity
  /** Its name for a person: a reference, a printer's name, a tracking number, the author. */
  label: string
  /** Whose freight it is about; null: none's, or not known here. */
  consignee: string | null
  /** The text of a person, printer or carrier; may be empty. */
  text: string
  /**
   * Its subject, for a screen to show in its language: an exception's reason, an error's code, or the command that an
   * approval is asked for; null: the text is all there is.
   */
  code: string | null
  raisedAt: string
  dueAt: string
  /** The assignee; null: none. */
  assignee: string | null
  endedAt: string | null
  /** Null while it is open, and where it ended automatically. */
  endedBy: string | null
  endNote: string | null
  /** A supervisor's answer to an approval; null: it is none, or is not answered. */
  outcome: 'approved' | 'refused' | null
}

/** New items together: how many, and the first few of it in the language of the station. */
export interface InboxNews {
  title: string
  lines: string[]
}

/** Answer of `inbox.list`. */
export interface InboxPage {
  items: InboxItem[]
  /** How many are open in all. */
  open: number
  /** Of ended ones: what leads on; null: these were the last, or open ones were asked for. */
  next: string | null
}

export const MOST_OPEN_SHOWN = 500

export const inboxListSchema = z.object({
  /** Open ones by due time, ended ones the newest first. */
  state: z.enum(['open', 'ended']).default('open'),
  /** `next` of the page before. */
  before: instantSchema.optional(),
  limit: z.int().min(1).max(MOST_OPEN_SHOWN).default(100),
})

export const notifyInputSchema = z.object({
  kind: z.enum(WRITTEN_KINDS).default('note'),
  text: z.string().trim().min(1, 'enter what is wrong').max(1000, 'a message can have at most 1000 characters'),
  /** Its subject as scanned or typed; shown before the text. */
  code: z.string().trim().max(200).optional(),
})
export type NotifyInput = z.output<typeof notifyInputSchema>

const assigneeSchema = z
  .string()
  .trim()
  .min(1, 'a name is required')
  .max(40, 'a name can have at most 40 characters')
  .nullable()

/** Null: unassigned. Absent: the requester. */
export const assignInputSchema = z.object({
  itemId: idSchema('itemId'),
  assignee: assigneeSchema.optional(),
  dueAt: instantSchema.optional(),
})

/** Input of `inbox.assignAbout`: all that is open about a booking, a shipment, or both. */
export const assignAboutSchema = z.object({
  subjectIds: z.array(idSchema('subjectIds')).min(1).max(4),
  assignee: assigneeSchema,
})

export const endInputSchema = z.object({
  itemId: idSchema('itemId'),
  note: z.string().trim().max(300, 'a note can have at most 300 characters').optional(),
})
