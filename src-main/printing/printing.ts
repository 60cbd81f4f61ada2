import type { StationEventName, StationEvents } from '../../src-shared/station/events.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import type { SqliteDatabase } from '../store/database.ts'
import { printJobStore } from '../store/ledger/print-jobs.ts'
import { printerStore } from '../store/ledger/printers.ts'
import { createPrinters, virtualProfile } from './printers.ts'
import { createQueue } from './queue.ts'
import { routeTo } from './route.ts'
import { createVirtualPrinter, type Drawer } from './virtual-printer.ts'

export interface PrintingOptions {
  ledger: SqliteDatabase
  clock: Clock
  ids: Ids
  emit: <N extends StationEventName>(name: N, payload: StationEvents[N]) => void
  draw: Drawer
  onFault: (error: unknown) => void
}

export type Printing = Awaited<ReturnType<typeof createPrinting>>

/** Everything about printers, wired. Jobs that an earlier run left QUEUED start going out. */
export async function createPrinting({ ledger, clock, ids, emit, draw, onFault }: PrintingOptions) {
  const store = printerStore(ledger, clock, () => virtualProfile(ids.next('prn')))
  await store.ensure()
  const virtualPrinter = createVirtualPrinter({
    clock,
    ids,
    draw,
    onReceived: (labelId) => emit('virtualPrinter.received', { labelId }),
  })
  const queue = createQueue({
    jobs: printJobStore(ledger, clock),
    printer: store.get,
    route: (printer) => routeTo(printer, virtualPrinter),
    ids,
    onChange: (jobId) => emit('jobs.changed', { jobId }),
    onFault,
  })
  const printers = createPrinters({ store, queue, virtualPrinter, ids, onChange: () => emit('printers.changed', {}) })
  await queue.start()

  return {
    printers,
    queue,
    virtualPrinter,
    /** Waits for sends under way, up to a bound. */
    close: async (): Promise<void> => {
      await queue.close()
      await virtualPrinter.close()
    },
  }
}
