import type { PrinterStatus } from '../../src-shared/station/printing/printer-settings.ts'
import type { Printer } from '../../src-shared/station/printing/printing.ts'
import type { Clock } from '../kernel/clock.ts'

export interface PrinterTrouble {
  printerId: string
  name: string
  problem: string
  since: Date
}

export interface PrinterTroublePorts {
  printers: () => Promise<Printer[]>
  status: (printerId: string) => Promise<PrinterStatus>
  /** Printers with work: their connection is taken, and their jobs show how they are. */
  busy: () => Promise<ReadonlySet<string>>
  clock: Clock
}

/** Remembers since when each printer cannot print. It is asked seldom: a printer's port takes one connection. */
export function watchPrinters({ printers, status, busy, clock }: PrinterTroublePorts) {
  const troubled = new Map<string, PrinterTrouble>()

  async function ask({ printerId, name }: Printer): Promise<void> {
    const { online, problem } = await status(printerId)
    if (online !== false && problem === null) return void troubled.delete(printerId)
    const since = troubled.get(printerId)?.since ?? clock.now()
    troubled.set(printerId, { printerId, name, problem: problem ?? '', since })
  }

  return {
    /** Asks every printer that is at rest; one that is gone is forgotten. */
    look: async (): Promise<void> => {
      const all = await printers()
      const taken = await busy()
      for (const printerId of troubled.keys()) {
        if (!all.some((printer) => printer.printerId === printerId)) troubled.delete(printerId)
      }
      const asked = all.filter(({ printerId, connection }) => connection.kind !== 'virtual' && !taken.has(printerId))
      await Promise.all(asked.map(ask))
    },

    /** Those in trouble for at least this many minutes. */
    troubledFor: (minutes: number): PrinterTrouble[] => {
      const before = clock.now().getTime() - minutes * 60_000
      return [...troubled.values()].filter(({ since }) => since.getTime() <= before)
    },
  }
}
