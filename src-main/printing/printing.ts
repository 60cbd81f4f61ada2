import { printRulesSchema, type StoredPrinter } from '../../src-shared/station/printing/printer-settings.ts'
import type { StationError } from '../../src-shared/station/error.ts'
import type { StationEventName, StationEvents } from '../../src-shared/station/app/events.ts'
import type { PrintJob } from '../../src-shared/station/printing/printing.ts'
import type { Policy } from '../app/policy.ts'
import type { ChildLauncher } from '../kernel/child-program.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { printListStore } from './queue/print-lists.rows.ts'
import { printJobStore } from './queue/print-jobs.rows.ts'
import type { StoredPages } from '../../src-shared/station/printing/stored-pages.ts'
import { printerStore } from './printers/printers.rows.ts'
import { changed } from '../settings/differences.ts'
import { settingStore } from '../settings/settings.rows.ts'
import { adHocPrinterOf, UNKEPT_OPTIONS } from './queue/ad-hoc.ts'
import { applyPolicy, keptOutByPolicy } from './printers/carrier-policy.ts'
import { keepsFrom } from './printers/keeps-from.ts'
import { printersBySite, type PrintingBySite } from './printers/by-site.ts'
import { announcedPrinters } from './discovery/discover.ts'
import { locate } from './discovery/locate.ts'
import { layPrinters } from './printers/lay-printers.ts'
import { createPrinterStatus } from './status/printer-status.ts'
import { createPrinters, virtualProfile } from './printers/printers.ts'
import { createQueue, type PrintRequest } from './queue/queue.ts'
import type { SheetMaker } from './queue/send-sheets.ts'
import { routesWith, routeTo, type RouteTools } from './printers/route.ts'
import { createPrinterTools } from './printers/tools.ts'
import { openStock } from './printers/stock.ts'
import { openRules } from './printers/rules.ts'
import { localIppServer, type IppServer } from './transports/ipp-client.ts'
import type { WinspoolOptions } from './transports/winspool/spooler-process.ts'
import { lpProgram } from './transports/lp-program.ts'
import type { WatchTimes } from './status/watch.ts'
import type { TcpDeadlines } from './transports/tcp.ts'
import { createVirtualPrinter, type Drawer } from './simulator/virtual-printer.ts'

export interface PrintingOptions {
  ledger: SqliteDatabase
  clock: Clock
  ids: Ids
  emit: <N extends StationEventName>(name: N, payload: StationEvents[N]) => void
  draw: Drawer
  onFault: (error: unknown) => void
  /** Whose printers are present regardless of setup. */
  policy?: Policy | null
  /** What the site that this station is of decides. */
  bySite?: PrintingBySite | null
  /** Makes the pages of a job that goes page by page, for the printer that it goes to. */
  sheets?: (job: PagedJob) => Promise<SheetMaker>
  /** Another spooler than this machine's. */
  spooler?: () => IppServer | null
  /** Starts one of our programs: Electron's program cannot run as plain Node.js. */
  launcher?: ChildLauncher | undefined
  /** Replaces Windows' spooler. */
  winspool?: WinspoolOptions
  retryDelaysMs?: readonly number[]
  watchTimes?: WatchTimes
  tcpDeadlines?: TcpDeadlines
  /** How long a device may take nothing. Milliseconds. */
  stallMs?: number
  /** How long a job is watched in the spooler. Milliseconds. */
  spoolMs?: number
  /** Another place than Linux's where USB printers are shown. */
  usbRoot?: string
}

/** A job that goes page by page, with all that its pages are made with. */
export interface PagedJob {
  title: string
  document: Uint8Array
  pages: StoredPages
  printer: StoredPrinter
}

export type Printing = Awaited<ReturnType<typeof createPrinting>>

const RULES = 'printing'

/** Everything about printers, wired. Jobs that an earlier run left QUEUED start going out. */
export async function createPrinting(options: PrintingOptions) {
  const { ledger, clock, ids, emit, draw, onFault, policy = null, bySite = null, sheets } = options
  const kept = printerStore(ledger, clock, () => virtualProfile(ids.next('prn')))
  const store = bySite === null ? kept : printersBySite(kept, bySite)
  const settings = settingStore(ledger, clock)
  const rules = await openRules(
    {
      read: () => settings.read(RULES, printRulesSchema),
      write: (next, before) => settings.write(RULES, next, changed(before, next)),
    },
    store.get,
    bySite,
  )
  await layPrinters(store, rules, policy?.printers ?? [])
  await rules.forgetOthers((await store.list()).map(({ printerId }) => printerId))
  await store.ensure()
  const stock = await openStock(settings, {
    nextId: () => ids.next('stk'),
    onChange: () => emit('printers.changed', {}),
  })
  const spooler = options.spooler ?? (() => (process.platform === 'win32' ? null : localIppServer()))
  const virtualPrinter = createVirtualPrinter({
    clock,
    ids,
    draw,
    onReceived: (labelId) => emit('virtualPrinter.received', { labelId }),
  })
  /** What is known of the printer that a job names. */
  const known = async (printerId: string): Promise<StoredPrinter> => {
    const unkept = adHocPrinterOf(printerId)
    return unkept ? { printer: unkept, options: UNKEPT_OPTIONS, isQueuePaused: false } : store.kept(printerId)
  }
  const keepsJob = async (job: PrintJob, printerId: string): Promise<StationError | null> => {
    const to = await known(printerId)
    const differs = keepsFrom(job, await known(job.printerId), to, stock.loaded)
    return differs ?? keptOutByPolicy({ document: await queue.document(job.jobId), purpose: job.purpose }, to)
  }
  const tools: RouteTools = {
    virtualPrinter,
    spooler,
    winspool: { launcher: options.launcher, ...options.winspool },
    // A spooler that was named is the only one that is meant.
    lp: options.spooler ? undefined : lpProgram,
    watchTimes: options.watchTimes,
    tcpDeadlines: options.tcpDeadlines,
    stallMs: options.stallMs,
    spoolMs: options.spoolMs,
    usbRoot: options.usbRoot,
  }
  const queue = createQueue({
    jobs: printJobStore(ledger, clock, {
      staleMs: rules.staleMs,
      nameOfUnkept: (printerId) => adHocPrinterOf(printerId)?.name ?? null,
    }),
    keepsFrom: keepsJob,
    route: routesWith(tools, known),
    ...(sheets && {
      sheets: async ({ job, document, pages, printer }) =>
        sheets({ title: job.title, document, pages, printer: printer ?? (await known(job.printerId)) }),
    }),
    clock,
    ids,
    applyPolicy: async (request: PrintRequest) => {
      const { printer, options } = await known(request.printerId)
      // A roll takes another language than the profile's.
      return options.paper === 'receipt' ? request : { ...request, ...applyPolicy(request, printer, options) }
    },
    fallback: async (job: PrintJob) => {
      const found = job.error?.retryable === true ? rules.fallbackOf(job) : null
      if (found === null) return null
      return (await keepsJob(job, found)) === null ? found : null
    },
    ...(options.retryDelaysMs ? { retryDelaysMs: options.retryDelaysMs } : {}),
    onChange: (jobId) => emit('jobs.changed', { jobId }),
    onFault,
  })
  const status = createPrinterStatus({
    clock,
    route: (printer, options) => routeTo(printer, options, tools),
    handling: store.handling,
    setOptions: (printerId, patch) => store.setOptions(printerId, patch, 'station'),
    usbRoot: options.usbRoot,
  })
  const printers = createPrinters({
    store,
    queue,
    rules,
    status,
    locate: (printer, stored) =>
      locate(printer, { announced: () => announcedPrinters(), stored, usbRoot: options.usbRoot }),
    virtualPrinter,
    policy,
    ids,
    onChange: () => emit('printers.changed', {}),
  })
  const printerTools = createPrinterTools({
    store,
    queue,
    route: (printer, options) => routeTo(printer, options, tools),
  })
  await queue.start()

  return {
    printers,
    queue,
    rules,
    stock,
    tools: printerTools,
    lists: printListStore(ledger, clock),
    virtualPrinter,
    /** How printers of this machine and its network are found. */
    discovery: { spooler, winspool: tools.winspool },
    /** Waits for sends under way, up to a bound. */
    close: async (): Promise<void> => {
      await queue.close()
      await virtualPrinter.close()
    },
  }
}
