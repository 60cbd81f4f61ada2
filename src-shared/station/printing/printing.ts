import { z } from 'zod'
import type { LabelFormat } from '../../freight/document.ts'
import { isOneOf } from '../../machine/one-of.ts'
import { stationErrorSchema, type StationErrorData } from '../error.ts'
import { idSchema, nameSchema } from '../limits.ts'

export const PRINTER_LANGUAGES = ['ZPL', 'EPL'] as const
export type PrinterLanguage = (typeof PRINTER_LANGUAGES)[number]

/** Dots an inch of label print heads: 8, 12 and 24 dots/mm (printing.md calls them 6/8/12/24 dpm; 6 is not offered). */
export const PRINTER_DPIS = [203, 300, 600] as const
export type PrinterDpi = (typeof PRINTER_DPIS)[number]

/** Dots a millimetre at each DPI; label sizes in dots follow from these, not from the rounded DPI. */
export const DOTS_PER_MM: Record<PrinterDpi, number> = { 203: 8, 300: 12, 600: 24 }

/** No media is larger. Inches. */
export const MOST_MEDIA = { widthIn: 8.5, heightIn: 14 }

/** Label media in inches. */
export const mediaSchema = z.object({
  widthIn: z
    .number()
    .min(1, 'media width must be at least 1 in')
    .max(MOST_MEDIA.widthIn, `media width must be at most ${MOST_MEDIA.widthIn} in`),
  heightIn: z
    .number()
    .min(1, 'media height must be at least 1 in')
    .max(MOST_MEDIA.heightIn, `media height must be at most ${MOST_MEDIA.heightIn} in`),
})
export type Media = z.infer<typeof mediaSchema>

/** What CUPS or Windows take as a queue's name, there also with its print server, and no option of a command line. */
const QUEUE_NAME = /^(\\\\[^\p{Cc}\\]+\\)?[^\s\p{Cc}\\-][^\p{Cc}\\]*$/u

/** How the bytes get to the printer. */
export const printerConnectionSchema = z.discriminatedUnion('kind', [
  /** Shows its labels on screen; no hardware. */
  z.object({ kind: z.literal('virtual') }),
  /** Raw port, `tcp://host:port`; 9100 when no port is named. */
  z.object({ kind: z.literal('tcp'), uri: z.string().trim().min(1, 'printer address is required').max(300) }),
  /** A print queue of the operating system, taken raw. An accepted job is spooled, which is never "printed". */
  z.object({
    kind: z.literal('queue'),
    name: z
      .string()
      .trim()
      .max(200)
      .regex(QUEUE_NAME, 'queue name is required, without a backslash but those of its print server'),
  }),
  /** The character device of a USB or parallel port, `/dev/usb/lp0`. */
  z.object({
    kind: z.literal('device'),
    path: z
      .string()
      .trim()
      .max(300)
      .regex(/^(\/[^\p{Cc}]+|\\\\\.\\[^\p{Cc}]+)$/u, 'device path must be absolute, such as /dev/usb/lp0'),
  }),
])
export type PrinterConnection = z.infer<typeof printerConnectionSchema>

export const printerInputSchema = z.object({
  /** Absent for a new printer. */
  printerId: idSchema('printerId').optional(),
  name: nameSchema('printer name', 60),
  language: z.enum(PRINTER_LANGUAGES),
  dpi: z.literal(PRINTER_DPIS),
  media: mediaSchema,
  connection: printerConnectionSchema,
})
export type PrinterInput = z.input<typeof printerInputSchema>

/** A printer profile. */
export interface Printer {
  printerId: string
  name: string
  language: PrinterLanguage
  dpi: PrinterDpi
  media: Media
  connection: PrinterConnection
  isDefault: boolean
}

/**
 * The states of a print job.
 * QUEUED: no byte left. SENDING: bytes are leaving. SENT: sent completely; the printer has not confirmed.
 * PRINTED: the printer confirmed it, or an operator did (confirmedBy). UNKNOWN: some bytes left; a person is asked.
 * FAILED: no byte left; or an operator said that it did not come out, and error.details.reprintedAs names the job
 * printed instead. CANCELLED: canceled before the first byte.
 */
export const PRINT_JOB_STATES = ['QUEUED', 'SENDING', 'SENT', 'PRINTED', 'FAILED', 'UNKNOWN', 'CANCELLED'] as const
export type PrintJobState = (typeof PRINT_JOB_STATES)[number]

/** What proved that a job came out. `labels` are those of the whole run that the proof covers. */
export const printProofSchema = z.discriminatedUnion('kind', [
  /** A virtual printer answered with the hash of its content. */
  z.object({ kind: z.literal('receipt') }),
  /**
   * The printer's own count of labels moved by exactly the number sent, and it was idle without an error, seen twice.
   * `by`: who was asked for it, when not the printer in its own language.
   */
  z.object({ kind: z.literal('odometer'), from: z.int(), to: z.int(), by: z.enum(['snmp', 'ipp']).optional() }),
  /** The printer was idle without an error, seen twice. */
  z.object({ kind: z.literal('status-twice') }),
  z.object({ kind: z.literal('operator') }),
])
export type PrintProof = z.infer<typeof printProofSchema>

/**
 * Why a SENT job is no more than that. handed-over: the way to the printer reports nothing more. spooled: the operating
 * system has it. held: its queue is stopped or the job is held there. no-answer: the printer does not answer.
 * attention: it reports a problem. not-idle: it was still at work at the end of the wait. count-differs: its label
 * count moved by another number than was sent. uncounted: it is idle without an error and counts no labels, which is
 * no proof with SNMP and IPP alone.
 */
export const SENT_DETAILS = [
  'handed-over',
  'spooled',
  'held',
  'no-answer',
  'attention',
  'not-idle',
  'count-differs',
  'uncounted',
] as const
export type SentDetail = (typeof SENT_DETAILS)[number]

/** Under which numbers the operating system's spooler has a job: its queue, and one number a copy. */
export const spoolJobSchema = z.object({ queue: z.string(), jobIds: z.array(z.int()) })
export type SpoolJob = z.infer<typeof spoolJobSchema>

/**
 * A document that goes to its printer page by page, one copy behind the other. Sheets are counted over all copies: the third
 * page of the second copy of ten pages is sheet 13.
 */
export const jobPagesSchema = z.object({
  /** Pages, or labels, of one copy. */
  ofCopy: z.int().min(1),
  /** Sheets before this job's first: an earlier job has printed them. */
  begin: z.int().min(0),
  /** Sheets up to and with this job's last. */
  end: z.int(),
  /** Sheets up to and with the last that the printer took whole; `begin` before the first. */
  handedOver: z.int(),
  /** It ended between two sheets, so that none of them is in doubt. */
  isBetween: z.boolean(),
  /** Why it ends before its last sheet. asked: a person stopped it. page: that sheet must not be printed. Null: it does not. */
  stop: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('asked') }),
      z.object({ kind: z.literal('page'), sheet: z.int(), error: stationErrorSchema }),
    ])
    .nullable(),
})
export type JobPages = z.infer<typeof jobPagesSchema>

/** Why a job exists. */
export const PRINT_PURPOSES = [
  'label',
  'reprint',
  'test',
  'hold-tag',
  'file',
  'packing-slip',
  'print-list',
  'bol',
  'office',
  'command-sheet',
  'template',
] as const
export type PrintPurpose = (typeof PRINT_PURPOSES)[number]

/** Of these purposes a job is a shipment's label, in code and in SQL; papers of a shipment are none. */
export const LABEL_PURPOSES = ['label', 'reprint'] as const satisfies readonly PrintPurpose[]
export const isLabel = ({ purpose }: { purpose: PrintPurpose }): boolean => isOneOf(purpose, LABEL_PURPOSES)

export interface PrintJob {
  jobId: string
  state: PrintJobState
  purpose: PrintPurpose
  /** Given for a reprint. */
  reason: string | null
  printerId: string
  printerName: string
  shipmentId: string | null
  /** What people call it: the shipment's reference, or "Test label". */
  title: string
  copies: number
  /** Bytes of one copy as they go to the printer; of one with `pages`, of the document that they are made of. */
  bytes: number
  /** Bytes sent so far, over all copies. */
  bytesSent: number
  /** The source of the confirmation that it is printed. */
  confirmedBy: 'printer' | 'operator' | null
  proof: PrintProof | null
  detail: SentDetail | null
  /** `stale`: it waited so long that a person decides whether it is still to be printed (`jobs.answer`). */
  question: 'stale' | null
  /** Sends that were begun. */
  attempts: number
  /** When a FAILED job of which no byte left is tried again automatically. */
  nextTryAt: string | null
  /** The print list that it was asked for with. */
  listId: string | null
  /** The how-manieth reprint of this shipment's label it is; 0 for the first print. */
  reprintNumber: number
  /** Settings commands of a carrier's label that were left out, `^MMT` for instance; the stored bytes are without them. */
  stripped: string[]
  /** Null: it went to no queue of the operating system, or that named no number. */
  spool: SpoolJob | null
  /** Null: it goes to its printer as one. */
  pages: JobPages | null
  error: StationErrorData | null
  createdAt: string
  updatedAt: string
}

/** One label the virtual printer received, drawn. */
export interface VirtualLabel {
  labelId: string
  receivedAt: string
  /** Of the whole job that it came in. */
  bytes: number
  language: PrinterLanguage
  /** `data:image/png;base64,...`; null when the bytes could not be drawn (then `problem` has the reason). */
  image: string | null
  problem: string | null
}

/** A stored label, drawn for the screen. */
export interface LabelPreview {
  shipmentId: string
  format: LabelFormat
  bytes: number
  /** One data URL a page. */
  pages: string[]
}
