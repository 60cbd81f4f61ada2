import type {
  PrinterCheck,
  PrinterOptions,
  PrinterStatus,
} from '../../../src-shared/station/printing/printer-settings.ts'
import type { Printer } from '../../../src-shared/station/printing/printing.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Route } from '../printers/route.ts'
import { knowsErrorsOf, printsQuestions } from './quirks.ts'
import { askerOf } from './ask-device.ts'
import { askerAt } from './ask.ts'
import { checkPrinter } from './check-printer.ts'
import { probeEpl, probeZpl } from './probe.ts'
import { NOT_ASKED, seenBy, seenByStatusSource } from './view.ts'
import { statusSourceOf } from './source/find-status-source.ts'
import { parsePrinterUri } from '../transports/uri.ts'

export interface StatusOptions {
  clock: Clock
  route: (printer: Printer, options: PrinterOptions) => Promise<Route>
  handling: (printerId: string) => Promise<{ options: PrinterOptions; isQueuePaused: boolean }>
  setOptions: (printerId: string, patch: Partial<PrinterOptions>) => Promise<unknown>
  deadlineMs?: number
  /** Where Linux shows its USB printers; absent: where it does. */
  usbRoot?: string | undefined
}

/** An answer is good for so long: several screens may ask at once, a printer's port takes one connection. */
const FRESH_MS = 2_000

/** Asks printers for their status, only on request. */
export function createPrinterStatus({
  clock,
  route,
  handling,
  setOptions,
  deadlineMs = 1_500,
  usbRoot,
}: StatusOptions) {
  const known = new Map<string, { at: number; status: Promise<PrinterStatus> }>()

  async function look(printer: Printer): Promise<PrinterStatus> {
    const { options, isQueuePaused } = await handling(printer.printerId)
    return {
      printerId: printer.printerId,
      isQueuePaused,
      at: clock.now().toISOString(),
      ...(await see(printer, options)),
    }
  }

  async function see(printer: Printer, options: PrinterOptions) {
    const { connection, language } = printer
    if (connection.kind === 'tcp' && !printsQuestions(options)) {
      const address = parsePrinterUri(connection.uri)
      if (language === 'ZPL' && options.statusPort !== null) {
        const knowsErrors = knowsErrorsOf(options)
        return seenBy(await probeZpl(askerAt({ ...address, port: options.statusPort }), { deadlineMs, knowsErrors }))
      }
      if (language === 'EPL' && options.answersEpl) {
        const probe = await probeEpl(askerAt(address), { deadlineMs })
        if (probe.kind !== 'answered') return seenBy(probe)
        const paperOut = probe.trouble?.includes('paper') ?? false
        const headOpen = probe.trouble?.includes('head') ?? false
        return { ...NOT_ASKED, online: true, paperOut, headOpen, problem: probe.trouble }
      }
    }
    if (connection.kind === 'device' && options.answersDevice && language === 'ZPL' && !printsQuestions(options)) {
      return seenBy(await probeZpl(askerOf(connection.path), { deadlineMs, knowsErrors: knowsErrorsOf(options) }))
    }
    const statusSource = connection.kind === 'tcp' ? statusSourceOf(parsePrinterUri(connection.uri), options) : null
    if (statusSource) {
      const sight = await statusSource.look({ deadlineMs })
      if (sight.kind === 'answered') return seenByStatusSource(sight.trouble)
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

    /**
     * Finds where and what a printer answers, stores it in its options, and reports what does not fit its profile.
     * @param isTaken a person says that this is the printer, whoever answered before
     */
    check: async (printer: Printer, isTaken: boolean): Promise<PrinterCheck> => {
      known.delete(printer.printerId)
      const { options, isQueuePaused } = await handling(printer.printerId)
      const { learned, ...found } = await checkPrinter(printer, options, {
        deadlineMs,
        reach: async () => (await route(printer, options)).transport.check(),
        isTaken,
        usbRoot,
      })
      await setOptions(printer.printerId, learned)
      const { printerId } = printer
      const seen = found.seen ?? (await see(printer, { ...options, ...learned }))
      return {
        printerId,
        model: found.model,
        firmware: found.firmware,
        dotsPerMm: found.dotsPerMm,
        profile: found.profile,
        statusPort: found.statusPort,
        answersDevice: found.answersDevice,
        statusSource: found.statusSource,
        status: { printerId, isQueuePaused, at: clock.now().toISOString(), ...seen },
        problem: found.problem,
      }
    },
  }
}
