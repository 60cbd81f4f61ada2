import type { PrinterOptions } from '../../src-shared/station/printer-care.ts'
import type { Printer } from '../../src-shared/station/printing.ts'
import { deviceTransport } from './device.ts'
import { isReceiptFor, type Receipt } from './receipt.ts'
import { cupsTransport } from './spooler/cups-transport.ts'
import type { IppServer } from './spooler/ipp-client.ts'
import { winspoolTransport } from './spooler/winspool-transport.ts'
import { watchZpl, type Watch, type WatchTimes } from './status/watch.ts'
import { tcpTransport, type TcpDeadlines } from './tcp.ts'
import { throughThermalPrinter } from './thermal.ts'
import type { Transport } from './transport.ts'
import { parsePrinterUri } from './uri.ts'
import type { VirtualPrinter } from './virtual-printer.ts'

/** The way to a printer, and what proves that a copy was printed. */
export interface Route {
  transport: Transport
  /** Whether its answer, given over the same connection, proves this copy. */
  proves(answer: Uint8Array, copy: Receipt): boolean
  /** Asks the printer itself before and after a run of labels; null: it is not asked. */
  watch: Watch | null
}

/** What every route needs beside the printer. */
export interface RouteTools {
  virtualPrinter: VirtualPrinter
  /** The spooler of this machine; null: Windows. */
  spooler: () => IppServer | null
  watchTimes?: WatchTimes | undefined
  tcpDeadlines?: TcpDeadlines | undefined
  stallMs?: number | undefined
  /** How long a job is watched in the spooler. Milliseconds. */
  spoolMs?: number | undefined
}

/** @throws StationError INVALID_PRINTER_ADDRESS */
export async function routeTo(printer: Printer, options: PrinterOptions, tools: RouteTools): Promise<Route> {
  const { connection } = printer
  // A closed connection or a full spool says that somebody took it all; it never says that paper came out.
  const nothing = { proves: () => false, watch: null }
  switch (connection.kind) {
    case 'virtual': {
      const address = await tools.virtualPrinter.addressOf(printer)
      return { transport: throughThermalPrinter(tcpTransport(address)), proves: isReceiptFor, watch: null }
    }
    case 'tcp': {
      const address = parsePrinterUri(connection.uri)
      const transport = throughThermalPrinter(tcpTransport(address, tools.tcpDeadlines))
      const { statusPort } = options
      if (printer.language !== 'ZPL' || statusPort === null) return { transport, ...nothing }
      return { transport, proves: () => false, watch: watchZpl({ ...address, port: statusPort }, tools.watchTimes) }
    }
    case 'queue': {
      const server = tools.spooler()
      const queue = connection.name
      const transport =
        server === null
          ? winspoolTransport(queue)
          : cupsTransport(server, queue, tools.spoolMs === undefined ? undefined : { watchMs: tools.spoolMs })
      return { transport: throughThermalPrinter(transport), ...nothing }
    }
    case 'device':
      return {
        transport: throughThermalPrinter(
          deviceTransport(connection.path, tools.stallMs === undefined ? undefined : { stallMs: tools.stallMs }),
        ),
        ...nothing,
      }
  }
}
