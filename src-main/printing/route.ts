import type { Printer } from '../../src-shared/station/printing.ts'
import { isReceiptFor, type Receipt } from './receipt.ts'
import { tcpTransport } from './tcp.ts'
import { throughThermalPrinter } from './thermal.ts'
import type { Transport } from './transport.ts'
import { parsePrinterUri } from './uri.ts'
import type { VirtualPrinter } from './virtual-printer.ts'

/** The way to a printer, and what in its answer proves that a copy was printed. */
export interface Route {
  transport: Transport
  proves(answer: Uint8Array, copy: Receipt): boolean
}

/** @throws StationError INVALID_PRINTER_ADDRESS */
export async function routeTo(printer: Printer, virtualPrinter: VirtualPrinter): Promise<Route> {
  switch (printer.connection.kind) {
    case 'virtual': {
      const address = await virtualPrinter.addressOf(printer)
      return { transport: throughThermalPrinter(tcpTransport(address)), proves: isReceiptFor }
    }
    case 'tcp': {
      const address = parsePrinterUri(printer.connection.uri)
      // A closed connection says that the printer's network side took it all; it never says that paper came out.
      return { transport: throughThermalPrinter(tcpTransport(address)), proves: () => false }
    }
  }
}
