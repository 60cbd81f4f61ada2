import { testLabel } from '../../../src-labels/test-label.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import type {
  FoundPrinter,
  PrintDocument,
  PrinterHandling,
  PrinterCheck,
  PrinterOptions,
  PrinterStatus,
  StoredPrinter,
} from '../../../src-shared/station/printing/printer-settings.ts'
import type { PrintJob, Printer, PrinterConnection } from '../../../src-shared/station/printing/printing.ts'
import { refuseLaidPrinter, refuseOtherDefault, type Policy } from '../../app/policy.ts'
import type { Ids } from '../../kernel/ids.ts'
import type { PrinterProfile, PrinterStore } from './printers.rows.ts'
import { composeTestReceipt } from '../escpos/test-receipt.ts'
import type { createPrinterStatus } from '../status/printer-status.ts'
import type { PrintQueue } from '../queue/queue.ts'
import type { Rules } from './rules.ts'
import { parsePrinterUri } from '../transports/uri.ts'
import type { VirtualPrinter } from '../simulator/virtual-printer.ts'

export interface PrintersOptions {
  store: PrinterStore
  queue: PrintQueue
  rules: Rules
  status: ReturnType<typeof createPrinterStatus>
  locate: (printer: StoredPrinter, stored: readonly StoredPrinter[]) => Promise<FoundPrinter | null>
  virtualPrinter: VirtualPrinter
  policy: Policy | null
  ids: Ids
  onChange: () => void
}

/** Where a document goes. */
export interface PrintTarget {
  printer: Printer
  options: PrinterOptions
  copies: number
  /** Of one job, copies included; more are asked about. */
  mostLabels: number
}

/** A profile as it is saved; without an id it is a new one. */
export type PrinterDraft = Omit<PrinterProfile, 'printerId'> & { printerId?: string | undefined }

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
export function createPrinters(options: PrintersOptions) {
  const { store, queue, rules, status, virtualPrinter, policy, ids, onChange } = options
  return {
    /** By name. */
    list: (): Promise<Printer[]> => store.list(),

    /** The printer named, or that of this kind of document, or the default. @throws StationError NOT_FOUND */
    choose: async (printerId?: string, document: PrintDocument = 'label'): Promise<Printer> =>
      (await store.kept(printerId ?? rules.routeOf(document).printerId)).printer,

    /**
     * All that a document needs to know of where it goes, in one read: the printer, how it is treated, how many copies this
     * station prints of it, and the most labels that it prints unasked.
     * @throws StationError NOT_FOUND
     */
    target: async (document: PrintDocument, printerId?: string): Promise<PrintTarget> => {
      const { route, mostLabels } = rules.about(document)
      const { printer, options } = await store.kept(printerId ?? route.printerId)
      return { printer, options, copies: route.copies, mostLabels }
    },

    /**
     * Adds or changes a printer.
     * @throws StationError INVALID_PRINTER_ADDRESS, NOT_FOUND, SET_BY_POLICY, INVALID_INPUT when another one has its name,
     * WRONG_STATE when it has printed in another language
     */
    save: async ({ printerId, ...profile }: PrinterDraft): Promise<Printer> => {
      refuseLaidPrinter(policy, printerId)
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

    /** Returns those that are left. @throws StationError NOT_FOUND, SET_BY_POLICY, WRONG_STATE while it has open jobs */
    remove: async (printerId: string): Promise<Printer[]> => {
      refuseLaidPrinter(policy, printerId)
      await store.remove(printerId)
      await rules.forget(printerId)
      status.forget(printerId)
      virtualPrinter.forget(printerId)
      onChange()
      return store.list()
    },

    /** @throws StationError NOT_FOUND, SET_BY_POLICY */
    setDefault: async (printerId: string): Promise<Printer[]> => {
      refuseOtherDefault(policy, printerId)
      await store.setDefault(printerId)
      onChange()
      return store.list()
    },

    /** How it is treated here. @throws StationError NOT_FOUND */
    handling: (printerId: string): Promise<PrinterHandling> => store.handling(printerId),

    /** @throws StationError NOT_FOUND */
    setOptions: async (printerId: string, patch: Partial<PrinterOptions>): Promise<PrinterHandling> => {
      const handling = await store.setOptions(printerId, patch, 'operator')
      status.forget(printerId)
      onChange()
      return handling
    },

    /** Pauses its queue, or resumes it. A job under way is still sent to its end. @throws StationError NOT_FOUND */
    setPaused: async (printerId: string, isPaused: boolean): Promise<PrinterStatus> => {
      await store.setPaused(printerId, isPaused)
      status.forget(printerId)
      onChange()
      if (!isPaused) queue.wake(printerId)
      return status.status(await store.get(printerId))
    },

    /** How it is now; asked at most every two seconds. @throws StationError NOT_FOUND */
    status: async (printerId: string): Promise<PrinterStatus> => status.status(await store.get(printerId)),

    /**
     * Checks the printer: where it answers, and whether it is the one known here and matches its profile.
     * @param isTaken a person says that this is the printer, whoever answered before
     * @throws StationError NOT_FOUND
     */
    check: async (printerId: string, isTaken = false): Promise<PrinterCheck> => {
      const found = await status.check(await store.get(printerId), isTaken)
      if (isTaken) await queue.tryAgain(printerId)
      onChange()
      return found
    },

    /**
     * Where a printer is now that no longer answers at its own place; null: it is not seen. Some 3 s.
     * @throws StationError NOT_FOUND
     */
    locate: async (printerId: string): Promise<FoundPrinter | null> =>
      options.locate(await store.kept(printerId), await store.all()),

    /**
     * Prints the test label: ruler, dot pattern and barcode at this printer's dots. A printer that is known to answer is
     * looked at first.
     * @throws StationError NOT_FOUND, PRINTER_MISMATCH, PRINTER_CHANGED
     */
    testPrint: async (printerId: string): Promise<PrintJob> => {
      const { printer, options } = await store.kept(printerId)
      const { language, dpi, media, name } = printer
      const { statusPort, paper } = options
      if (statusPort !== null && paper === 'label') {
        const { problem } = await status.check(printer, false)
        if (problem?.code === 'PRINTER_MISMATCH' || problem?.code === 'PRINTER_CHANGED')
          throw StationError.from(problem)
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
