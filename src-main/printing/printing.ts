import { printerOptionsSchema, printRulesSchema } from '../../src-shared/station/printer-care.ts'
import type { StationEventName, StationEvents } from '../../src-shared/station/events.ts'
import type { PrintJob, Printer } from '../../src-shared/station/printing.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import type { SqliteDatabase } from '../store/database.ts'
import { printBatchStore } from '../store/ledger/print-job-batches.ts'
import { printJobStore } from '../store/ledger/print-jobs.ts'
import { printerStore } from '../store/ledger/printers.ts'
import { settingStore } from '../store/ledger/settings.ts'
import { adHocPrinterOf } from './ad-hoc.ts'
import { policed } from './carrier-policy.ts'
import { createPrinterStatus } from './printer-status.ts'
import { createPrinters, virtualProfile } from './printers.ts'
import { createQueue, type PrintRequest } from './queue.ts'
import { routeTo } from './route.ts'
import { openRules } from './rules.ts'
import { localIppServer, type IppServer } from './spooler/ipp-client.ts'
import type { WatchTimes } from './status/watch.ts'
import type { TcpDeadlines } from './tcp.ts'
import { createVirtualPrinter, type Drawer } from './virtual-printer.ts'

export interface PrintingOptions {
  ledger: SqliteDatabase
  clock: Clock
  ids: Ids
  emit: <N extends StationEventName>(name: N, payload: StationEvents[N]) => void
  draw: Drawer
  onFault: (error: unknown) => void
  /** Another spooler than this machine's. */
  spooler?: () => IppServer | null
  retryDelaysMs?: readonly number[]
  watchTimes?: WatchTimes
  tcpDeadlines?: TcpDeadlines
  /** How long a device may take nothing. Milliseconds. */
  stallMs?: number
  /** How long a job is watched in the spooler. Milliseconds. */
  spoolMs?: number
}

export type Printing = Awaited<ReturnType<typeof createPrinting>>

const RULES = 'printing'
/** How a printer is treated that a job only names by its address. */
const UNKEPT = printerOptionsSchema.parse({})

/** Everything about printers, wired. Jobs that an earlier run left QUEUED start going out. */
export async function createPrinting(options: PrintingOptions) {
  const { ledger, clock, ids, emit, draw, onFault } = options
  const store = printerStore(ledger, clock, () => virtualProfile(ids.next('prn')))
  await store.ensure()
  const settings = settingStore(ledger, clock)
  const rules = await openRules(
    { read: () => settings.read(RULES, printRulesSchema), write: (next) => settings.write(RULES, next) },
    store.get,
  )
  const spooler = options.spooler ?? (() => (process.platform === 'win32' ? null : localIppServer()))
  const virtualPrinter = createVirtualPrinter({
    clock,
    ids,
    draw,
    onReceived: (labelId) => emit('virtualPrinter.received', { labelId }),
  })
  const isKept = (printerId: string) => adHocPrinterOf(printerId) === null
  const printerOf = async (printerId: string): Promise<Printer> => adHocPrinterOf(printerId) ?? store.get(printerId)
  const route = async (printer: Printer) => {
    const care = isKept(printer.printerId) ? (await store.care(printer.printerId)).options : UNKEPT
    return routeTo(printer, care, {
      virtualPrinter,
      spooler,
      watchTimes: options.watchTimes,
      tcpDeadlines: options.tcpDeadlines,
      stallMs: options.stallMs,
      spoolMs: options.spoolMs,
    })
  }
  const queue = createQueue({
    jobs: printJobStore(ledger, clock, {
      staleMs: () => rules.get().staleMinutes * 60_000,
      nameOfUnkept: (printerId) => adHocPrinterOf(printerId)?.name ?? null,
    }),
    printer: printerOf,
    route,
    clock,
    ids,
    police: async (request: PrintRequest) => {
      if (request.purpose !== 'label' && request.purpose !== 'reprint') return request
      const { language } = await printerOf(request.printerId)
      if (!isKept(request.printerId))
        return { ...request, ...policed(request.document, language, UNKEPT.carrierSettings) }
      const { options: care } = await store.care(request.printerId)
      return { ...request, ...policed(request.document, language, care.carrierSettings) }
    },
    fallback: async ({ printerId, error }: PrintJob) => {
      if (rules.get().fallback !== 'use' || error?.retryable !== true) return null
      const found = rules.get().routes.find((one) => one.printerId === printerId)?.fallbackPrinterId ?? null
      if (found === null) return null
      const [first, second] = await Promise.all([store.get(printerId), store.get(found)])
      return first.language === second.language && first.dpi === second.dpi ? found : null
    },
    ...(options.retryDelaysMs ? { retryDelaysMs: options.retryDelaysMs } : {}),
    onChange: (jobId) => emit('jobs.changed', { jobId }),
    onFault,
  })
  const status = createPrinterStatus({
    clock,
    route,
    care: store.care,
    setOptions: (printerId, patch) => store.setOptions(printerId, patch, 'station'),
  })
  const printers = createPrinters({
    store,
    queue,
    rules,
    status,
    virtualPrinter,
    ids,
    onChange: () => emit('printers.changed', {}),
  })
  await queue.start()

  return {
    printers,
    queue,
    rules,
    batches: printBatchStore(ledger, clock),
    virtualPrinter,
    spooler,
    /** Waits for sends under way, up to a bound. */
    close: async (): Promise<void> => {
      await queue.close()
      await virtualPrinter.close()
    },
  }
}
