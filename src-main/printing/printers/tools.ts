import { toolBytes, type PrinterTool } from '../../../src-labels/printer-tools.ts'
import { StationError } from '../../../src-shared/station/error.ts'
import {
  TOOL_MOST,
  type StoredPrinter,
  type PrinterCount,
  type PrinterOptions,
} from '../../../src-shared/station/printing/printer-settings.ts'
import type { Printer } from '../../../src-shared/station/printing/printing.ts'
import type { PrinterStore } from './printers.rows.ts'
import type { PrintQueue } from '../queue/queue.ts'
import { askerOf } from '../status/ask-device.ts'
import { askerAt } from '../status/ask.ts'
import { readOdometer } from '../status/probe.ts'
import { printsQuestions } from '../status/quirks.ts'
import { statusSourceOf } from '../status/source/find-status-source.ts'
import { parsePrinterUri } from '../transports/uri.ts'
import type { Route } from './route.ts'

export interface ToolOptions {
  store: Pick<PrinterStore, 'kept' | 'noteTool'>
  queue: Pick<PrintQueue, 'exclusively'>
  route: (printer: Printer, options: PrinterOptions) => Promise<Route>
  deadlineMs?: number
}

/** What a person has a printer do from Settings; each is in the audit log, done or not. */
export function createPrinterTools({ store, queue, route, deadlineMs = 1_500 }: ToolOptions) {
  return {
    /**
     * Has a printer do one thing, while no label is on its way to it.
     * @throws StationError NOT_FOUND, WRONG_STATE while it is at work or takes no labels, INVALID_INPUT for more than its
     * language takes, PRINTER_UNREACHABLE, PRINTER_INTERRUPTED when it may have done it
     */
    use: async (printerId: string, tool: PrinterTool): Promise<void> => {
      const kept = await store.kept(printerId)
      assertPossible(kept, tool)
      const { printer, options } = kept
      await queue.exclusively(printerId, async (signal) => {
        const { transport } = await route(printer, options)
        const outcome = await transport.send(toolBytes(tool, printer.language), { signal })
        await store.noteTool(printerId, { ...tool, outcome: outcome.kind })
        if (outcome.kind !== 'accepted') throw StationError.from(outcome.error)
      })
    },

    /** Labels that it has printed in its life, by its own word, SNMP or IPP. @throws StationError NOT_FOUND */
    count: async (printerId: string): Promise<PrinterCount> => {
      const { printer, options } = await store.kept(printerId)
      const { connection, language } = printer
      if (connection.kind === 'device' && options.answersDevice && language === 'ZPL') {
        const labels = await readOdometer(askerOf(connection.path), { deadlineMs })
        return { labels, by: labels === null ? null : 'zpl' }
      }
      if (connection.kind !== 'tcp') return { labels: null, by: null }
      const address = parsePrinterUri(connection.uri)
      if (language === 'ZPL' && options.statusPort !== null && !printsQuestions(options)) {
        const labels = await readOdometer(askerAt({ ...address, port: options.statusPort }), { deadlineMs })
        if (labels !== null) return { labels, by: 'zpl' }
      }
      const statusSource = statusSourceOf(address, options)
      const labels = (await statusSource?.count({ deadlineMs })) ?? null
      return { labels, by: labels === null ? null : (statusSource?.by ?? null) }
    },
  }
}

function assertPossible({ printer, options }: StoredPrinter, tool: PrinterTool): void {
  const { name, language } = printer
  if (printsQuestions(options)) {
    const message = `${name} is a receipt printer: it would print this command as text.`
    throw new StationError({ code: 'WRONG_STATE', message, details: { printerId: printer.printerId } })
  }
  if (!('value' in tool)) return
  const most = TOOL_MOST[tool.tool][language]
  if (tool.value <= most) return
  const message = `value: the ${tool.tool} of ${language} is at most ${most}.`
  throw new StationError({ code: 'INVALID_INPUT', message, details: { most } })
}
