import { inRuntime, runtime } from '../../src-node/runtime/runtime.ts'
import { createPrinting, type Printing, type PrintingOptions } from '../../src-main/printing/printing.ts'
import { openLedger, type Ledger } from '../../src-main/data/ledger/ledger.ts'
import type { PrinterDraft } from '../../src-main/printing/printers/printers.ts'
import type { PrintRequest } from '../../src-main/printing/queue/queue.ts'
import type { StationEvent } from '../../src-shared/station/app/events.ts'
import type { PrintJob, PrintJobState } from '../../src-shared/station/printing/printing.ts'
import { countingIds, FakeClock } from './fake-clock.ts'
import { newStores } from './new-stores.ts'

/** Far longer than any machine needs, and shorter than a test may take. */
const GIVE_UP_MS = 100_000

/** Printing on a real ledger in a folder of its own, with a fake clock and counted ids. */
export interface TemporaryPrinting {
  ledger: Ledger
  printing: Printing
  clock: FakeClock
  events: StationEvent[]
  faults: unknown[]
  /** Saves a profile of a raw TCP port. */
  addPrinter(uri: string, name?: string, language?: 'ZPL' | 'EPL'): Promise<string>
  /** Resolves with the job when it is in one of these states; fails with the state it is in when it does not get there. */
  until(jobId: string, ...states: PrintJobState[]): Promise<PrintJob>
  /** Closes printing and ledger, and opens both again on the same files, as a restart does. */
  restart(): Promise<void>
  close(): Promise<void>
}

export async function openTemporaryPrinting(
  draw: PrintingOptions['draw'] = async () => [],
  more: Partial<PrintingOptions> = {},
): Promise<TemporaryPrinting> {
  const dataDir = newStores()
  const clock = new FakeClock()
  const ids = countingIds()
  const events: StationEvent[] = []
  const faults: unknown[] = []
  const watchers = new Set<() => void>()

  async function open() {
    const ledger = await openLedger(dataDir, clock)
    const printing = await createPrinting({
      ledger: ledger.db,
      clock,
      ids,
      draw,
      emit: (name, payload) => {
        events.push({ name, payload } as StationEvent)
        for (const watcher of watchers) watcher()
      },
      onFault: (error) => faults.push(error),
      ...more,
    })
    return { ledger, printing }
  }

  let { ledger, printing } = await open()

  const close = async () => {
    await printing.close()
    ledger.close()
  }

  return {
    get ledger() {
      return ledger
    },
    get printing() {
      return printing
    },
    clock,
    events,
    faults,
    addPrinter: async (uri, name = 'Dock 1', language = 'ZPL') => {
      const { printerId } = await printing.printers.save(printerDraft({ kind: 'tcp', uri }, { name, language }))
      return printerId
    },
    until: (jobId, ...states) =>
      new Promise((resolve, reject) => {
        let last = 'not there'
        const giveUp = setTimeout(() => {
          watchers.delete(look)
          reject(new Error(`waited for job ${jobId} to be ${states.join(' or ')} in vain: it is ${last}`))
        }, GIVE_UP_MS)
        const look = () => {
          printing.queue.get(jobId).then((job) => {
            last = `${job.state} (${job.detail ?? job.error?.code ?? 'no detail'})`
            if (!states.includes(job.state)) return
            watchers.delete(look)
            clearTimeout(giveUp)
            resolve(job)
          }, reject)
        }
        watchers.add(look)
        look()
      }),
    restart: async () => {
      await close()
      ;({ ledger, printing } = await open())
    },
    close,
  }
}

/** Does this where no printer speaks SNMP or IPP: on a port where nobody does, each is waited for seconds. */
export const withoutAgents = <T>(work: () => Promise<T>): Promise<T> =>
  inRuntime({ ...runtime(), network: { ...runtime().network, reachesDevices: false } }, work)

/** What a printer of 4 by 6 inch labels at this connection is saved by. */
export const printerDraft = (
  connection: PrinterDraft['connection'],
  more: Partial<PrinterDraft> = {},
): PrinterDraft => ({
  ...{ name: 'Dock 1', language: 'ZPL', dpi: 203, media: { widthIn: 4, heightIn: 6 } },
  connection,
  ...more,
})

/** One label of a shipment, for this printer. */
export function labelRequest(printerId: string, document: Uint8Array, more: Partial<PrintRequest> = {}): PrintRequest {
  return {
    printerId,
    title: 'PO-4711',
    purpose: 'label',
    reason: null,
    shipmentId: 'shp_1',
    copies: 1,
    document,
    labels: 1,
    ...more,
  }
}
