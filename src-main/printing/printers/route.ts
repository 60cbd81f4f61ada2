import { isDeepStrictEqual } from 'node:util'
import type { StoredPrinter } from '../../../src-shared/station/printing/printer-settings.ts'
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
import { askerAt, type AskOptions } from '../status/ask.ts'
import { knownPrinter } from '../status/identity.ts'
import { identifyEpl } from '../status/probe.ts'
import { knowsErrorsOf, printsQuestions } from '../status/quirks.ts'
import { statusSourceOf } from '../status/source/find-status-source.ts'
import { watchSpooled } from '../status/source/spooled-watch.ts'
import {
  watchBy,
  watchIdentity,
  WATCH_TIMES,
  watchZpl,
  type Expected,
  type Watch,
  type WatchTimes,
} from '../status/watch.ts'
import { tcpTransport, type TcpDeadlines } from '../transports/tcp.ts'
import type { Transport } from '../transports/transport.ts'
import { parsePrinterUri } from '../transports/uri.ts'
import { usbIdentityOf } from '../transports/usb-identity.ts'
import type { VirtualPrinter } from '../simulator/virtual-printer.ts'

/** The way to a printer, and what proves that a copy was printed. */
export interface Route {
  transport: Transport
  /** Whether its answer, given over the same connection, proves this copy. */
  proves(answer: Uint8Array, copy: Acknowledgement): boolean
  /** Asks the printer before and after a run of labels; null: it is not asked. */
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
  /** Where Linux shows its USB printers; absent: where it does. */
  usbRoot?: string | undefined
}

/** The way over a raw port; each run of labels gets a watch of its own. */
interface TcpWay {
  transport: Transport
  watch: () => Watch | null
}

/**
 * The way of a job: to the printer that it was taken with, or to the one that it only names by its address. That over a raw
 * port is kept for as long as the printer's profile says the same; the others are looked for at each job.
 */
export function routesWith(tools: RouteTools, known: (printerId: string) => Promise<StoredPrinter>) {
  const ways = new Map<string, { of: StoredPrinter; way: TcpWay }>()
  return async ({
    job,
    printer: kept,
  }: {
    job: { printerId: string }
    printer: StoredPrinter | null
  }): Promise<Route> => {
    const { printer, options } = kept ?? (await known(job.printerId))
    if (kept === null || printer.connection.kind !== 'tcp') return routeTo(printer, options, tools)
    const before = ways.get(printer.printerId)
    if (before && isDeepStrictEqual(before.of, kept)) return overTcp(before.way)
    const way = tcpWay(printer.connection.uri, printer, options, tools)
    ways.set(printer.printerId, { of: kept, way })
    return overTcp(way)
  }
}

/** @throws StationError INVALID_PRINTER_ADDRESS */
export async function routeTo(printer: Printer, options: PrinterOptions, tools: RouteTools): Promise<Route> {
  const { connection } = printer
  switch (connection.kind) {
    case 'virtual': {
      const address = await tools.virtualPrinter.addressOf(printer)
      return { transport: tcpTransport(address), proves: isAcknowledgementFor, watch: null }
    }
    case 'tcp':
      return overTcp(tcpWay(connection.uri, printer, options, tools))
    case 'queue': {
      const server = tools.spooler()
      const queue = connection.name
      if (server === null) return { transport: winspoolTransport(queue, tools.winspool), ...NOTHING }
      const times = tools.spoolMs === undefined ? undefined : { watchMs: tools.spoolMs }
      return {
        transport: cupsTransport(server, queue, times, tools.lp ?? null),
        ...NOTHING,
        watch: watchSpooled(server, tools.watchTimes ?? WATCH_TIMES),
      }
    }
    case 'device': {
      const times = tools.stallMs === undefined ? undefined : { stallMs: tools.stallMs }
      const transport = deviceTransport(connection.path, times)
      const isAsked = options.answersDevice && printer.language === 'ZPL' && !printsQuestions(options)
      const how = { knowsErrors: knowsErrorsOf(options) }
      const plugged = () => usbIdentityOf(connection.path, tools.usbRoot)
      const serialAtPort = async () => (await plugged())?.serial ?? null
      const expected = expectedAt(transport, printer, options)
      const watch = isAsked
        ? watchZpl(askerOf(connection.path), tools.watchTimes, how, expected && { ...expected, serialAtPort })
        : expected && watchIdentity(expected, plugged, null)
      return { transport, ...NOTHING, watch }
    }
  }
}

/** A closed connection or a full spool shows that all bytes were accepted, never that paper came out. */
const NOTHING = { proves: () => false, watch: null }

const overTcp = ({ transport, watch }: TcpWay): Route => ({ ...NOTHING, transport, watch: watch() })

/** @throws StationError INVALID_PRINTER_ADDRESS */
function tcpWay(uri: string, printer: Printer, options: PrinterOptions, tools: RouteTools): TcpWay {
  const { language } = printer
  const address = parsePrinterUri(uri)
  const transport = tcpTransport(address, tools.tcpDeadlines)
  const { statusPort } = options
  const expected = expectedAt(transport, printer, options)
  if (language === 'ZPL' && statusPort !== null && !printsQuestions(options)) {
    const ask = askerAt({ ...address, port: statusPort })
    const how = { knowsErrors: knowsErrorsOf(options) }
    return { transport, watch: () => watchZpl(ask, tools.watchTimes, how, expected) }
  }
  const isAsked = language === 'EPL' && options.answersEpl && !printsQuestions(options)
  const statusSource = statusSourceOf(address, options, isAsked ? null : expected?.known)
  const bySource = () => statusSource && watchBy(statusSource, tools.watchTimes)
  if (expected === null || !isAsked) return { transport, watch: bySource }
  const who = (asking: AskOptions) =>
    identifyEpl(askerAt(address), { ...asking, asksSerial: expected.known.serial !== null })
  return { transport, watch: () => watchIdentity(expected, who, bySource(), tools.watchTimes) }
}

/** The printer that has to answer on this way before each run; null: it has never said who it is. */
function expectedAt(transport: Transport, printer: Printer, options: PrinterOptions): Expected | null {
  const known = knownPrinter(printer, options)
  return known && { known, reach: transport.check }
}
