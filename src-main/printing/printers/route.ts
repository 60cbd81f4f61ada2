import type { KeptPrinter } from '../../../src-shared/station/printing/printer-settings.ts'
import type { PrinterOptions } from '../../../src-shared/station/printing/printer-settings.ts'
import type { Printer } from '../../../src-shared/station/printing/printing.ts'
import { deviceTransport } from '../transports/device.ts'
import { isAcknowledgementFor, type Acknowledgement } from '../queue/acknowledgement.ts'
import { cupsTransport } from '../transports/cups-transport.ts'
import type { Lp } from '../transports/lp-program.ts'
import type { IppServer } from '../transports/ipp-client.ts'
import { winspoolTransport } from '../transports/winspool/winspool-transport.ts'
import type { WinspoolOptions } from '../transports/winspool/spooler-process.ts'
import { askerOf } from '../status/ask-device.ts'
import { askerAt } from '../status/ask.ts'
import { knowsErrorsOf, printsQuestions } from '../status/quirks.ts'
import { witnessOf } from '../status/witness/find-witness.ts'
import { watchSpooled } from '../status/witness/spooled-watch.ts'
import { watchBy, WATCH_TIMES, watchZpl, type Watch, type WatchTimes } from '../status/watch.ts'
import { tcpTransport, type TcpDeadlines } from '../transports/tcp.ts'
import type { Transport } from '../transports/transport.ts'
import { parsePrinterUri } from '../transports/uri.ts'
import type { VirtualPrinter } from '../simulator/virtual-printer.ts'

/** The way to a printer, and what proves that a copy was printed. */
export interface Route {
  transport: Transport
  /** Whether its answer, given over the same connection, proves this copy. */
  proves(answer: Uint8Array, copy: Acknowledgement): boolean
  /** Asks the printer itself before and after a run of labels; null: it is not asked. */
  watch: Watch | null
}

/** What every route needs beside the printer. */
export interface RouteTools {
  virtualPrinter: VirtualPrinter
  /** The spooler of this machine; null: Windows. */
  spooler: () => IppServer | null
  /** How Windows' spooler is reached. */
  winspool?: WinspoolOptions | undefined
  /** Takes over where the spooler takes no IPP; absent: nothing does. */
  lp?: Lp | undefined
  watchTimes?: WatchTimes | undefined
  tcpDeadlines?: TcpDeadlines | undefined
  stallMs?: number | undefined
  /** How long a job is watched in the spooler. Milliseconds. */
  spoolMs?: number | undefined
}

/** The way of a job: to the printer that it was taken with, or to the one that it only names by its address. */
export function routesWith(tools: RouteTools, known: (printerId: string) => Promise<KeptPrinter>) {
  return async ({ job, printer }: { job: { printerId: string }; printer: KeptPrinter | null }): Promise<Route> => {
    const kept = printer ?? (await known(job.printerId))
    return routeTo(kept.printer, kept.options, tools)
  }
}

/** @throws StationError INVALID_PRINTER_ADDRESS */
export async function routeTo(printer: Printer, options: PrinterOptions, tools: RouteTools): Promise<Route> {
  const { connection } = printer
  // A closed connection or a full spool says that somebody took it all; it never says that paper came out.
  const nothing = { proves: () => false, watch: null }
  switch (connection.kind) {
    case 'virtual': {
      const address = await tools.virtualPrinter.addressOf(printer)
      return { transport: tcpTransport(address), proves: isAcknowledgementFor, watch: null }
    }
    case 'tcp': {
      const address = parsePrinterUri(connection.uri)
      const transport = tcpTransport(address, tools.tcpDeadlines)
      const { statusPort } = options
      if (printer.language !== 'ZPL' || statusPort === null || printsQuestions(options)) {
        const witness = witnessOf(address, options)
        return { transport, ...nothing, watch: witness && watchBy(witness, tools.watchTimes) }
      }
      const ask = askerAt({ ...address, port: statusPort })
      const watch = watchZpl(ask, tools.watchTimes, { knowsErrors: knowsErrorsOf(options) })
      return { transport, ...nothing, watch }
    }
    case 'queue': {
      const server = tools.spooler()
      const queue = connection.name
      if (server === null) return { transport: winspoolTransport(queue, tools.winspool), ...nothing }
      const times = tools.spoolMs === undefined ? undefined : { watchMs: tools.spoolMs }
      return {
        transport: cupsTransport(server, queue, times, tools.lp ?? null),
        ...nothing,
        watch: watchSpooled(server, tools.watchTimes ?? WATCH_TIMES),
      }
    }
    case 'device': {
      const times = tools.stallMs === undefined ? undefined : { stallMs: tools.stallMs }
      const transport = deviceTransport(connection.path, times)
      const isAsked = options.answersDevice && printer.language === 'ZPL' && !printsQuestions(options)
      const how = { knowsErrors: knowsErrorsOf(options) }
      return {
        transport,
        ...nothing,
        watch: isAsked ? watchZpl(askerOf(connection.path), tools.watchTimes, how) : null,
      }
    }
  }
}
