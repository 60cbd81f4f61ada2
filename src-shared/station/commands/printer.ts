import { z } from 'zod'
import { nothing, returns } from '../command.ts'
import { printerInputSchema, type PrintJob, type Printer, type VirtualLabel } from '../printing.ts'

/** The rows of the command table about printers. */
export const printerCommands = {
  'printers.list': returns<Printer[]>()(nothing),
  'printers.save': returns<Printer>()(printerInputSchema),
  'printers.remove': returns<Printer[]>()(z.object({ printerId: z.string() })),
  'printers.setDefault': returns<Printer[]>()(z.object({ printerId: z.string() })),
  'printers.test': returns<PrintJob>()(z.object({ printerId: z.string() })),
  /** What the virtual printer received, newest first. */
  'virtualPrinter.labels': returns<VirtualLabel[]>()(z.object({ limit: z.int().min(1).max(50).default(12) })),
} as const
