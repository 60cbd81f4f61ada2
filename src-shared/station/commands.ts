import { z } from 'zod'
import { bookingAnswerSchema, bookingInputSchema, type Booking } from './booking.ts'
import { printerInputSchema, type LabelPreview, type PrintJob, type Printer, type VirtualLabel } from './printing.ts'
import { quoteInputSchema, type Quote } from './quote.ts'
import { scanSchema, type ScanResult } from './scan.ts'
import { shipmentSearchSchema, type ShipmentDetail, type ShipmentPage } from './shipment.ts'
import { environmentInputSchema, settingsPatchSchema, type Settings, type StationState } from './state.ts'

/** A row of the command table: the input's schema, and the output's type (which has no value at run time). */
interface Command<I extends z.ZodType, O> {
  input: I
  readonly output?: O
}

/** `returns<Output>()(inputSchema)`: two calls, so that the output is named and the input inferred. */
const returns =
  <O>() =>
  <I extends z.ZodType>(input: I): Command<I, O> => ({ input })

const nothing = z.object({}).strict()
const limit = z.int().min(1).max(500).default(100)

/**
 * The one command table: every host (Electron IPC, loopback HTTP, the fake in tests) takes its routes from here, and
 * the station's handlers are checked against it, so a missing handler is a type error.
 */
export const commands = {
  'station.state': returns<StationState>()(nothing),
  'station.dismissNotice': returns<StationState>()(z.object({ code: z.string() })),
  'settings.update': returns<Settings>()(settingsPatchSchema),
  /** Switches the environment after a real authenticated call succeeded with it; nothing changes when it fails. */
  'environment.use': returns<StationState>()(environmentInputSchema),
  /** One real authenticated call with the environment in use. */
  'environment.test': returns<StationState>()(nothing),

  'quotes.request': returns<Quote>()(quoteInputSchema),
  'quotes.get': returns<Quote>()(z.object({ id: z.string() })),

  'bookings.submit': returns<Booking>()(bookingInputSchema),
  'bookings.list': returns<Booking[]>()(z.object({ limit })),
  'bookings.get': returns<Booking>()(z.object({ bookingId: z.string() })),
  /** Is this reference used already? The one it would get if submitted. */
  'bookings.referenceFor': returns<{ reference: string; isTaken: boolean }>()(
    z.object({ reference: z.string().max(48) }),
  ),
  'bookings.answer': returns<Booking>()(z.object({ bookingId: z.string(), answer: bookingAnswerSchema })),
  /** Looks for an UNKNOWN booking at the service now. */
  'bookings.check': returns<Booking>()(z.object({ bookingId: z.string() })),
  /** Gives up a booking that is still QUEUED. */
  'bookings.cancel': returns<Booking>()(z.object({ bookingId: z.string() })),

  'shipments.search': returns<ShipmentPage>()(shipmentSearchSchema),
  'shipments.get': returns<ShipmentDetail>()(z.object({ shipmentId: z.string() })),
  /** Asks the service for this shipment and its events now. */
  'shipments.refresh': returns<ShipmentDetail>()(z.object({ shipmentId: z.string() })),
  /** Fetches what changed at the service now. */
  'tracking.sync': returns<{ shipments: number; events: number }>()(nothing),

  'pack.scan': returns<ScanResult>()(scanSchema),
  'labels.preview': returns<LabelPreview>()(z.object({ shipmentId: z.string() })),

  'jobs.list': returns<PrintJob[]>()(z.object({ limit })),
  'jobs.get': returns<PrintJob>()(z.object({ jobId: z.string() })),
  /** The operator's word on a job that is UNKNOWN or SENT: it came out, or print it again (a new job). */
  'jobs.answer': returns<PrintJob>()(z.object({ jobId: z.string(), answer: z.enum(['printed', 'print-again']) })),
  /** Sends a FAILED job once more. */
  'jobs.retry': returns<PrintJob>()(z.object({ jobId: z.string() })),
  'jobs.cancel': returns<PrintJob>()(z.object({ jobId: z.string() })),

  'printers.list': returns<Printer[]>()(nothing),
  'printers.save': returns<Printer>()(printerInputSchema),
  'printers.remove': returns<Printer[]>()(z.object({ printerId: z.string() })),
  'printers.setDefault': returns<Printer[]>()(z.object({ printerId: z.string() })),
  'printers.test': returns<PrintJob>()(z.object({ printerId: z.string() })),
  /** What the virtual printer received, newest first. */
  'virtualPrinter.labels': returns<VirtualLabel[]>()(z.object({ limit: z.int().min(1).max(50).default(12) })),
} as const

export type CommandTable = typeof commands
export type CommandName = keyof CommandTable
/** What a caller may send (before defaults). */
export type CommandInput<N extends CommandName> = z.input<CommandTable[N]['input']>
/** What a handler receives (after parsing). */
export type ParsedInput<N extends CommandName> = z.output<CommandTable[N]['input']>
export type CommandOutput<N extends CommandName> = NonNullable<CommandTable[N]['output']>

/** One handler for each row of the table. */
export type CommandHandlers = { [N in CommandName]: (input: ParsedInput<N>) => Promise<CommandOutput<N>> }

export const COMMAND_NAMES = Object.keys(commands) as CommandName[]

export function isCommandName(name: string): name is CommandName {
  return Object.hasOwn(commands, name)
}
