import { z } from 'zod'
import type { StationErrorData } from '../error.ts'
import { idSchema, MOST_ID } from '../limits.ts'
import { DEVICE_PROFILES } from './devices/find-profile.ts'
import type { Media, Printer, PrintJob, PrinterConnection, PrinterLanguage } from './printing.ts'

const allowedCommandsSchema = z
  .array(
    z
      .string()
      .max(6)
      .regex(/^([\^~][A-Z][A-Z0-9@]?|[A-Za-z]{1,6})$/, 'a command must look like ^MM or ~TA, or Q in EPL'),
  )
  .max(50, 'at most 50 commands')

const portSchema = z
  .int('a port is a whole number')
  .min(1, 'a port is at least 1')
  .max(65535, 'a port is at most 65535')
const communitySchema = z
  .string()
  .trim()
  .min(1, 'community is required')
  .max(64, 'a community can have at most 64 characters')
const profileIdSchema = z.enum(DEVICE_PROFILES.map(({ id }) => id)).nullable()

/** Waybill's options for a printer, beside its hardware facts. */
export const printerOptionsSchema = z.object({
  /**
   * Settings commands in a carrier's label (`^MMT ~SD ^PR` ...): `strip` leaves them out, `allow` sends them,
   * `block` refuses a label that has any.
   */
  carrierSettings: z.enum(['strip', 'allow', 'block']).default('strip'),
  /** Commands (`^MM`, `~TA`; EPL: `Q`) that this printer gets although they are left out of labels otherwise. */
  allowedCommands: allowedCommandsSchema.default([]),
  /** The port that answers questions about the printer's state; null: it is not asked. Found by `printers.check`. */
  statusPort: portSchema.nullable().default(null),
  /** It answers over its own device, as USB printers do on Linux. Found by `printers.check`. */
  answersDevice: z.boolean().default(false),
  /** Its language cannot be asked, but it answers EPL's `^ee` on its own port. */
  answersEpl: z.boolean().default(false),
  /** `receipt`: a roll in ESC/POS, for packing slips; its profile's language then counts for nothing. */
  paper: z.enum(['label', 'receipt']).default('label'),
  /** The labels that are loaded, of the station's stock; null: not given. */
  stockId: idSchema('stockId').nullable().default(null),
  /** The kind of printer that a person chose; null: its answer counts. */
  profile: profileIdSchema.catch(null).default(null),
  /** The kind that its answers named, and its reported name; null: it named none. Found by `printers.check`. */
  foundProfile: profileIdSchema.catch(null).default(null),
  foundModel: z.string().max(200).nullable().default(null),
  /** Its serial number, where it has one: another one at its address is another printer. Found by `printers.check`. */
  foundSerial: z.string().max(100).nullable().default(null),
  /** Memory that it names, in kilobytes. */
  foundMemoryKb: z.int().min(0).nullable().default(null),
  /** SNMP of a printer on the network; the version is found by `printers.check`, null: it is not asked. */
  snmpVersion: z.enum(['1', '2c']).nullable().default(null),
  snmpPort: portSchema.default(161),
  snmpCommunity: communitySchema.default('public'),
  /** The printer's own IPP answers there; null: it is not asked. Found by `printers.check`. */
  ippPort: portSchema.nullable().default(null),
})
export type PrinterOptions = z.infer<typeof printerOptionsSchema>
export const printerOptionsPatchSchema = z.object({
  carrierSettings: z.enum(['strip', 'allow', 'block']).optional(),
  allowedCommands: allowedCommandsSchema.optional(),
  statusPort: portSchema.nullable().optional(),
  answersEpl: z.boolean().optional(),
  paper: z.enum(['label', 'receipt']).optional(),
  stockId: idSchema('stockId').nullable().optional(),
  profile: profileIdSchema.optional(),
  snmpVersion: z.enum(['1', '2c']).nullable().optional(),
  snmpPort: portSchema.optional(),
  snmpCommunity: communitySchema.optional(),
  ippPort: portSchema.nullable().optional(),
})

/** A printer's reported status, or why there is none. */
export interface PrinterStatus {
  printerId: string
  /** Its queue is held back here, in Waybill. */
  isQueuePaused: boolean
  /** Null: unknown; this printer is not asked. */
  online: boolean | null
  /** Paused at the printer. */
  paused: boolean
  paperOut: boolean
  headOpen: boolean
  ribbonOut: boolean
  /** Labels of its buffer that it has not printed yet; null when it does not report it. */
  labelsRemaining: number | null
  /** When it was asked. */
  at: string
  /** One sentence for people; null when nothing is wrong. */
  problem: string | null
}

/** Input of `printers.tool`: a maintenance action of a printer. Values beyond what its language takes are refused. */
export const printerToolSchema = z.discriminatedUnion('tool', [
  z.object({ tool: z.enum(['calibrate', 'feed', 'configuration']) }),
  z.object({
    tool: z.enum(['darkness', 'speed']),
    value: z.int('a whole number').min(0, 'at least 0').max(30, 'at most 30'),
  }),
])
export type PrinterToolInput = z.output<typeof printerToolSchema>

/** The most that a language takes; a printer that goes less far takes its own most. */
export const TOOL_MOST = {
  darkness: { ZPL: 30, EPL: 15 },
  speed: { ZPL: 14, EPL: 6 },
} as const

/** Labels that a printer has printed in its life, and the source of the number; null: none. */
export interface PrinterCount {
  labels: number | null
  by: 'zpl' | 'snmp' | 'ipp' | null
}

/** SNMP or the printer's own IPP. Only a count of labels proves; `counts` false: it has none. */
export interface PrintStatusSource {
  by: 'snmp' | 'ipp'
  counts: boolean
  /** Its configured media; null when it does not report them. */
  media: Media | null
}

/** The findings of a look at a printer: written into its options, or reported as a mismatch. */
export interface PrinterCheck {
  printerId: string
  /** What `~HI` names; null when it does not answer. */
  model: string | null
  firmware: string | null
  /** The kind of printer that its answer names; null for none that is known. See `devices/find-profile.ts`. */
  profile: string | null
  /** Dots a millimetre. */
  dotsPerMm: number | null
  statusPort: number | null
  /** It answers over its own device. */
  answersDevice: boolean
  /** The other source that can prove what it prints, where its own language cannot; null: none. */
  statusSource: PrintStatusSource | null
  status: PrinterStatus
  /** The reason it cannot print correctly: unreachable, or a mismatch with its profile. */
  problem: StationErrorData | null
}

/** What can be printed here, each with a printer of its own. */
export const PRINT_DOCUMENTS = ['label', 'bol', 'packing-slip', 'office'] as const
export type PrintDocument = (typeof PRINT_DOCUMENTS)[number]

/** Which printer of this station a kind of document goes to. */
export const printRouteSchema = z.object({
  document: z.enum(PRINT_DOCUMENTS),
  /** Null: the default printer. */
  printerId: z.string().max(MOST_ID).nullable(),
  copies: z.int('copies is a whole number').min(1, 'copies is at least 1').max(20, 'copies is at most 20').default(1),
  /** Takes over when no byte has left for the first one. */
  fallbackPrinterId: z.string().max(MOST_ID).nullable().default(null),
})
export type PrintRoute = z.infer<typeof printRouteSchema>

/** Why a printer cannot take over for the first of a route, by id or name; null: it can. Kept routes may still say so. */
export function fallbackProblem(first: string | null, fallback: string | null): string | null {
  return first !== null && first === fallback ? 'a printer cannot be its own fallback' : null
}

/** The number of labels that a person confirmed, after MANY_LABELS asked; another number is asked again. */
export const agreedLabelsSchema = z.int('labels are a whole number').min(1, 'at least 1 label')

/** This station's rules about print jobs. */
export const printRulesSchema = z.object({
  routes: z.array(printRouteSchema).default([]),
  /** A job that waited longer asks before it is printed. Minutes. */
  staleMinutes: z
    .number('minutes must be a number')
    .min(1, 'at least 1 minute')
    .max(24 * 60, 'at most 1440 minutes')
    .default(30),
  /** A job that prints more labels, copies included, asks before it is made. */
  mostLabels: z
    .int('labels are a whole number')
    .min(1, 'at least 1 label')
    .max(9999, 'at most 9999 labels')
    .default(200),
  /** `ask`: a person moves the job; `use`: it moves automatically when the first printer refused it before the first byte. */
  fallback: z.enum(['ask', 'use']).default('ask'),
})
export type PrintRules = z.infer<typeof printRulesSchema>

/** How a printer is treated here. */
export interface PrinterHandling {
  options: PrinterOptions
  /** Nothing is sent to it until a person resumes it. */
  isQueuePaused: boolean
}

/** All that the station knows of a printer: its profile, its options, and whether its queue is held back. */
export interface StoredPrinter extends PrinterHandling {
  printer: Printer
}

/** The most labels of one print list. */
export const MOST_PRINT_LIST = 500

/** Labels that were asked for together, in the order of the pallet. */
export interface PrintList {
  listId: string
  createdAt: string
  items: PrintListItem[]
  /** Items whose label is out (SENT or PRINTED), of all. */
  out: number
}

export interface PrintListItem {
  /** The request: the code of a shipment. */
  code: string
  /** Null: it never became a job; then `problem` has the reason, or it has not been reached yet. */
  job: PrintJob | null
  problem: StationErrorData | null
}

/** A printer that was found, ready to be saved once a person agreed. */
export interface FoundPrinter {
  source: 'network' | 'queue' | 'address'
  name: string
  connection: PrinterConnection
  model: string | null
  /** A guess from its reported status; null when that reveals nothing. */
  language: PrinterLanguage | null
}
