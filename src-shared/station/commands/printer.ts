import { z } from 'zod'
import { atStation, nothing, returns } from '../command.ts'
import { idSchema } from '../limits.ts'
import {
  printerOptionsPatchSchema,
  printRouteSchema,
  printRulesSchema,
  printerToolSchema,
  type FoundPrinter,
  type PrinterCheck,
  type PrinterCount,
  type PrinterOptions,
  type PrinterStatus,
  type PrintRules,
} from '../printing/printer-settings.ts'
import { labelStockInputSchema, type LabelStock } from '../printing/label-stock.ts'
import { printerInputSchema, type PrintJob, type Printer, type VirtualLabel } from '../printing/printing.ts'

const one = z.object({ printerId: idSchema('printerId') })

/** The rows of the command table about printers. */
export const printerCommands = {
  /** Lists the printers. */
  'printers.list': returns<Printer[]>()(nothing, atStation.packer),
  /** Adds a printer or changes one. */
  'printers.save': returns<Printer>()(printerInputSchema, atStation.supervisor),
  /** Removes a printer. */
  'printers.remove': returns<Printer[]>()(z.object({ printerId: idSchema('printerId') }), atStation.supervisor),
  /** Chooses the default printer. */
  'printers.setDefault': returns<Printer[]>()(z.object({ printerId: idSchema('printerId') }), atStation.supervisor),
  /** Returns the status of a printer now. Cheap enough to ask every few seconds while a job is open. */
  'printers.status': returns<PrinterStatus>()(one, atStation.packer),
  /**
   * Asks the printer for its identity, stores where it answers, and reports what does not fit its profile. Another printer than
   * before is a problem and is not stored, until `take` says that it is the printer now.
   */
  'printers.check': returns<PrinterCheck>()(one.extend({ take: z.boolean().default(false) }), atStation.packer),
  /**
   * Looks for a printer that no longer answers at its own place: other ports and printers of this station, the network;
   * some 3 s.
   */
  'printers.locate': returns<{ found: FoundPrinter | null }>()(one, atStation.packer),
  /** Pauses the queue of a printer; a job that is being sent is completed. */
  'printers.pause': returns<PrinterStatus>()(one, atStation.packer),
  /** Resumes the queue of a printer. */
  'printers.resume': returns<PrinterStatus>()(one, atStation.packer),
  /** Returns the options of a printer. */
  'printers.options': returns<PrinterOptions>()(one, atStation.packer),
  /** Changes options of a printer. */
  'printers.setOptions': returns<PrinterOptions>()(
    one.extend({ options: printerOptionsPatchSchema }),
    atStation.supervisor,
  ),
  /** Returns which printer each kind of document goes to, and the rules about waiting jobs. */
  'printers.routes': returns<PrintRules>()(nothing, atStation.packer),
  /** Chooses the printer of a kind of document. */
  'printers.setRoute': returns<PrintRules>()(printRouteSchema, atStation.supervisor),
  /** Changes the rules about waiting jobs. */
  'printers.setRules': returns<PrintRules>()(
    z.object({
      staleMinutes: printRulesSchema.shape.staleMinutes.unwrap().optional(),
      mostLabels: printRulesSchema.shape.mostLabels.unwrap().optional(),
      fallback: printRulesSchema.shape.fallback.unwrap().optional(),
    }),
    atStation.supervisor,
  ),
  /** Looks for printers on the network and in the operating system, and at an address when one is given; some 3 s. */
  'printers.discover': returns<FoundPrinter[]>()(z.object({ address: z.string().trim().max(300).optional() }), {
    ...atStation.packer,
    leastFor: ({ address }) => (address === undefined ? 'packer' : 'supervisor'),
  }),
  /** Prints a test label. */
  'printers.test': returns<PrintJob>()(z.object({ printerId: idSchema('printerId') }), atStation.packer),
  /** Calibrates, feeds, prints its configuration, sets darkness or speed; while no label is on its way to it. */
  'printers.tool': returns<{ printerId: string }>()(one.extend({ tool: printerToolSchema }), atStation.supervisor),
  /** Returns how many labels the printer has printed. */
  'printers.count': returns<PrinterCount>()(one, atStation.packer),
  /** Lists the kinds of labels that this station has, by name. */
  'stock.list': returns<LabelStock[]>()(nothing, atStation.packer),
  /** Adds a kind of label or changes one. */
  'stock.save': returns<LabelStock[]>()(labelStockInputSchema, atStation.supervisor),
  /** Removes a kind of label. */
  'stock.remove': returns<LabelStock[]>()(z.object({ stockId: idSchema('stockId') }), atStation.supervisor),
  /** Lists the labels that the virtual printer received, newest first. */
  'virtualPrinter.labels': returns<VirtualLabel[]>()(
    z.object({ limit: z.int().min(1).max(50).default(12) }),
    atStation.packer,
  ),
} as const
