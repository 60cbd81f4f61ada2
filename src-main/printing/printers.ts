import { testLabel } from '../../src-labels/test-label.ts'
import type { PrintJob, Printer, PrinterConnection } from '../../src-shared/station/printing.ts'
import type { Ids } from '../ids.ts'
import type { PrinterProfile, PrinterStore } from '../store/ledger/printers.ts'
import type { PrintQueue } from './queue.ts'
import { parsePrinterUri } from './uri.ts'
import type { VirtualPrinter } from './virtual-printer.ts'

export interface PrintersOptions {
  store: PrinterStore
  queue: PrintQueue
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
export function createPrinters({ store, queue, virtualPrinter, ids, onChange }: PrintersOptions) {
  return {
    /** By name. */
    list: (): Promise<Printer[]> => store.list(),

    /** The printer named, or the default. @throws StationError NOT_FOUND */
    choose: (printerId?: string): Promise<Printer> =>
      printerId === undefined ? store.default() : store.get(printerId),

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
      onChange()
      return saved
    },

    /** Returns those that are left. @throws StationError NOT_FOUND, WRONG_STATE while it has open jobs */
    remove: async (printerId: string): Promise<Printer[]> => {
      await store.remove(printerId)
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

    /** Prints the test label: ruler, dot pattern and barcode at this printer's dots. @throws StationError NOT_FOUND */
    testPrint: async (printerId: string): Promise<PrintJob> => {
      const { language, dpi, media, name } = await store.get(printerId)
      return queue.add({
        printerId,
        title: 'Test label',
        purpose: 'test',
        reason: null,
        shipmentId: null,
        copies: 1,
        document: testLabel({ language, dpi, media, printerName: name }),
        labels: 1,
      })
    },
  }
}

function assertUsable(connection: PrinterConnection): void {
  if (connection.kind === 'tcp') parsePrinterUri(connection.uri)
}
