import { testLabel } from '../../src-labels/test-label.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type {
  PrintDocument,
  PrinterCheck,
  PrinterOptions,
  PrinterStatus,
} from '../../src-shared/station/printer-care.ts'
import type { PrintJob, Printer, PrinterConnection } from '../../src-shared/station/printing.ts'
import type { Ids } from '../ids.ts'
import type { PrinterCare, PrinterProfile, PrinterStore } from '../store/ledger/printers.ts'
import { composeTestReceipt } from './escpos/test-receipt.ts'
import type { createPrinterStatus } from './printer-status.ts'
import type { PrintQueue } from './queue.ts'
import type { Rules } from './rules.ts'
import { parsePrinterUri } from './uri.ts'
import type { VirtualPrinter } from './virtual-printer.ts'

export interface PrintersOptions {
  store: PrinterStore
  queue: PrintQueue
  rules: Rules
  status: ReturnType<typeof createPrinterStatus>
  virtualPrinter: VirtualPrinter
  ids: Ids
  onChange: () => void
}

/** A profile as it is saved; without an id it is a new one. */
export type PrinterDraft = Omit<PrinterProfile, 'printerId'> & { printerId?: string | undefined }

export type Printers = ReturnType<typeof createPrinters>

/** The printer that is there when none is set up, so that a first run prints without hardware. */
export function virtualProfile(printerId: string): PrinterProfile {
  return {
    printerId,
    name: 'Virtual printer',
    language: 'ZPL',
    dpi: 203,
    media: { widthIn: 4, heightIn: 6 },
    connection: { kind: 'virtual' },
  }
}

/** Printer profiles: there is always at least one, and exactly one of them is the default. */
export function createPrinters({ store, queue, rules, status, virtualPrinter, ids, onChange }: PrintersOptions) {
  return {
    /** By name. */
    list: (): Promise<Printer[]> => store.list(),

    /** The printer named, or that of this kind of document, or the default. @throws StationError NOT_FOUND */
    choose: (printerId?: string, document: PrintDocument = 'label'): Promise<Printer> => {
      const chosen = printerId ?? rules.routeOf(document).printerId
      return chosen === null ? store.default() : store.get(chosen)
    },

    /**
     * Adds or changes a printer.
     * @throws StationError INVALID_PRINTER_ADDRESS, NOT_FOUND, WRONG_STATE when it has printed in another language
     */
    save: async ({ printerId, ...profile }: PrinterDraft): Promise<Printer> => {
      assertUsable(profile.connection)
      const saved =
        printerId === undefined
          ? await store.add({ ...profile, printerId: ids.next('prn') })
          : await store.change({ ...profile, printerId })
      if (saved.connection.kind !== 'virtual') virtualPrinter.forget(saved.printerId)
      status.forget(saved.printerId)
      onChange()
      return saved
    },

    /** Returns those that are left. @throws StationError NOT_FOUND, WRONG_STATE while it has open jobs */
    remove: async (printerId: string): Promise<Printer[]> => {
      await store.remove(printerId)
      await rules.forget(printerId)
      status.forget(printerId)
      virtualPrinter.forget(printerId)
      onChange()
      return store.list()
    },

    /** @throws StationError NOT_FOUND */
    setDefault: async (printerId: string): Promise<Printer[]> => {
      await store.setDefault(printerId)
      onChange()
      return store.list()
    },

    /** How it is treated here. @throws StationError NOT_FOUND */
    care: (printerId: string): Promise<PrinterCare> => store.care(printerId),

    /** @throws StationError NOT_FOUND */
    setOptions: async (printerId: string, patch: Partial<PrinterOptions>): Promise<PrinterCare> => {
      const care = await store.setOptions(printerId, patch, 'operator')
      status.forget(printerId)
      onChange()
      return care
    },

    /** Holds its queue back, or lets it go on. What is being sent is sent to its end. @throws StationError NOT_FOUND */
    setPaused: async (printerId: string, isPaused: boolean): Promise<PrinterStatus> => {
      await store.setPaused(printerId, isPaused)
      status.forget(printerId)
      onChange()
      if (!isPaused) queue.wake(printerId)
      return status.status(await store.get(printerId))
    },

    /** How it is now; asked at most every two seconds. @throws StationError NOT_FOUND */
    status: async (printerId: string): Promise<PrinterStatus> => status.status(await store.get(printerId)),

    /** Looks at the printer itself: where it answers, and whether it is what its profile says. @throws StationError NOT_FOUND */
    check: async (printerId: string): Promise<PrinterCheck> => {
      const found = await status.check(await store.get(printerId))
      onChange()
      return found
    },

    /**
     * Prints the test label: ruler, dot pattern and barcode at this printer's dots. A printer that is known to answer is
     * looked at first.
     * @throws StationError NOT_FOUND, PRINTER_MISMATCH
     */
    testPrint: async (printerId: string): Promise<PrintJob> => {
      const printer = await store.get(printerId)
      const { language, dpi, media, name } = printer
      const { statusPort, paper } = (await store.care(printerId)).options
      if (statusPort !== null && paper === 'label') {
        const { problem } = await status.check(printer)
        if (problem?.code === 'PRINTER_MISMATCH') throw new StationError(problem)
      }
      return queue.add({
        printerId,
        title: 'Test label',
        purpose: 'test',
        reason: null,
        shipmentId: null,
        copies: 1,
        document:
          paper === 'receipt' ? composeTestReceipt(name) : testLabel({ language, dpi, media, printerName: name }),
        labels: 1,
      })
    },
  }
}

function assertUsable(connection: PrinterConnection): void {
  if (connection.kind === 'tcp') parsePrinterUri(connection.uri)
}
