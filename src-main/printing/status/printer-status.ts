import type { StationErrorData } from '../../../src-shared/station/error.ts'
import type {
  PrinterCheck,
  PrinterOptions,
  PrinterStatus,
} from '../../../src-shared/station/printing/printer-settings.ts'
import type { Printer } from '../../../src-shared/station/printing/printing.ts'
import type { Clock } from '../../clock.ts'
import type { Route } from '../printers/route.ts'
import { findOut } from './check.ts'
import { probeEpl, probeZpl } from './probe.ts'
import { NOT_ASKED, seenBy } from './view.ts'
import { parsePrinterUri } from '../transports/uri.ts'

export interface StatusOptions {
  clock: Clock
  route: (printer: Printer, options: PrinterOptions) => Promise<Route>
  care: (printerId: string) => Promise<{ options: PrinterOptions; isQueuePaused: boolean }>
  setOptions: (printerId: string, patch: Partial<PrinterOptions>) => Promise<unknown>
  deadlineMs?: number
}

/** An answer is good for so long: several screens may ask at once, a printer's port takes one connection. */
const FRESH_MS = 2_000

/** Asks printers how they are, only when somebody wants to know. */
export function createPrinterStatus({ clock, route, care, setOptions, deadlineMs = 1_500 }: StatusOptions) {
  const known = new Map<string, { at: number; status: Promise<PrinterStatus> }>()

  async function look(printer: Printer): Promise<PrinterStatus> {
    const { options, isQueuePaused } = await care(printer.printerId)
    return {
      printerId: printer.printerId,
      isQueuePaused,
      at: clock.now().toISOString(),
      ...(await see(printer, options)),
    }
  }

  async function see(printer: Printer, options: PrinterOptions) {
    const { connection, language } = printer
    if (connection.kind === 'tcp') {
      const address = parsePrinterUri(connection.uri)
      if (language === 'ZPL' && options.statusPort !== null) {
        return seenBy(await probeZpl({ ...address, port: options.statusPort }, { deadlineMs }))
      }
      if (language === 'EPL' && options.answersEpl) {
        const probe = await probeEpl(address, { deadlineMs })
        if (probe.kind !== 'answered') return seenBy(probe)
        const paperOut = probe.trouble?.includes('paper') ?? false
        const headOpen = probe.trouble?.includes('head') ?? false
        return { ...NOT_ASKED, online: true, paperOut, headOpen, problem: probe.trouble }
      }
    }
    // Whether it can be reached is all that can be said of the others; the look sends nothing.
    const problem = await (await route(printer, options)).transport.check()
    return { ...NOT_ASKED, online: problem === null, problem: problem?.message ?? null }
  }

  return {
    status: (printer: Printer): Promise<PrinterStatus> => {
      const before = known.get(printer.printerId)
      const now = clock.now().getTime()
      if (before && now - before.at < FRESH_MS) return before.status
      const status = look(printer)
      known.set(printer.printerId, { at: now, status })
      return status
    },

    /** Asked before may be outdated: the profile, its options or its queue have changed. */
    forget: (printerId: string): void => void known.delete(printerId),

    /** Looks where and what a printer answers, keeps the port in its options, and tells what does not fit its profile. */
    check: async (printer: Printer): Promise<PrinterCheck> => {
      known.delete(printer.printerId)
      const none = { model: null, firmware: null, dotsPerMm: null, statusPort: null }
      const { printerId, connection } = printer
      if (connection.kind !== 'tcp') {
        const { options } = await care(printerId)
        const problem = await (await route(printer, options)).transport.check()
        return { printerId, ...none, status: await look(printer), problem }
      }
      const address = parsePrinterUri(connection.uri)
      if (printer.language === 'EPL') {
        const probe = await probeEpl(address, { deadlineMs })
        await setOptions(printerId, { answersEpl: probe.kind === 'answered', statusPort: null })
        const problem = probe.kind === 'unreachable' ? unreachable(probe.reason) : null
        return { printerId, ...none, status: await look(printer), problem }
      }
      const { identity, statusPort, probe, mismatch } = await findOut(address, printer, deadlineMs)
      // A printer that is off just now keeps the port that it was found to answer on.
      if (probe.kind !== 'unreachable') await setOptions(printerId, { statusPort })
      const { isQueuePaused } = await care(printerId)
      return {
        printerId,
        model: identity?.model ?? null,
        firmware: identity?.firmware ?? null,
        dotsPerMm: identity?.dotsPerMm ?? null,
        statusPort,
        status: { printerId, isQueuePaused, at: clock.now().toISOString(), ...seenBy(probe) },
        problem: probe.kind === 'unreachable' ? unreachable(probe.reason) : mismatch,
      }
    },
  }
}

function unreachable(reason: string): StationErrorData {
  return {
    code: 'PRINTER_UNREACHABLE',
    message: `The printer cannot be reached: ${reason}. Nothing was sent.`,
    retryable: true,
    details: { reason },
  }
}
