import { monotonic, sleep } from '../../src-node/runtime/wait.ts'
import { z } from 'zod'
import { StationError } from '../../src-shared/station/error.ts'
import type { PrinterScene, RehearsalPrinter } from '../../src-shared/station/app/rehearsal.ts'
import { isUnderWay, isUnproved, isUnsent, mayHaveComeOut, maySendAgain } from '../../src-shared/machine/print-job.ts'
import type { PrintJob } from '../../src-shared/station/printing/printing.ts'
import type { Printing } from '../printing/printing.ts'
import type { PrinterFault } from '../printing/simulator/faults.ts'
import { startLabelPrinter, type LabelPrinter } from '../printing/simulator/label-printer.ts'
import type { SettingStore } from '../settings/settings.rows.ts'

const SETTING = 'rehearsalPrinter'
const storedSchema = z.object({ printerId: z.string(), defaultBefore: z.string().nullable() }).nullable()
const NAME = 'Rehearsal printer'
/** Enough that a label has begun, too little for a whole one. */
const CUT_OFF_BYTES = 300
const DRAIN_MS = 3_000
const LOOK_MS = 50
const JOBS_LOOKED_AT = 100

const FAULTS: Record<PrinterScene, PrinterFault> = {
  'paper-out': { kind: 'paper-out', at: 0 },
  'head-open': { kind: 'head-open', at: 0 },
  'cut-off': { kind: 'rst', at: CUT_OFF_BYTES },
}

export interface StagePrinterOptions {
  printing: Pick<Printing, 'printers' | 'queue'>
  settings: SettingStore
}

/**
 * A label printer on a port of this machine that gets into trouble as real ones do. It is the default printer as long as
 * the rehearsal lasts; which one was before is kept in the ledger, so that a crash does not leave it in place.
 */
export function createStagePrinter({ printing: { printers, queue }, settings }: StagePrinterOptions) {
  let machine: LabelPrinter | undefined
  let port = 0

  const kept = async () => (await settings.read(SETTING, storedSchema)) ?? null
  const known = async (printerId: string) => (await printers.list()).find((one) => one.printerId === printerId) ?? null

  /** The same printer at the same address, with these troubles or none. */
  async function run(faults: PrinterFault[]): Promise<void> {
    const before = machine
    machine = undefined
    await before?.close()
    machine = await startLabelPrinter({ language: 'ZPL', port, faults })
    port = machine.port
  }

  async function setUp(uri: string): Promise<string> {
    const all = await printers.list()
    const before = await kept()
    const profile = {
      name: NAME,
      language: 'ZPL' as const,
      dpi: 203 as const,
      media: { widthIn: 4, heightIn: 6 },
      connection: { kind: 'tcp' as const, uri },
    }
    const leftOver = before !== null && all.some(({ printerId }) => printerId === before.printerId)
    const { printerId } = await printers.save(leftOver ? { ...profile, printerId: before.printerId } : profile)
    const usual = all.find(({ isDefault }) => isDefault)?.printerId ?? null
    const defaultBefore = usual === printerId ? (before?.defaultBefore ?? null) : usual
    await settings.write(SETTING, { printerId, defaultBefore })
    await printers.setDefault(printerId)
    return printerId
  }

  /** Jobs that have not come to an end: they wait, are being sent, or failed and will be tried again automatically. */
  async function openJobs(printerId: string): Promise<PrintJob[]> {
    return (await queue.list(JOBS_LOOKED_AT)).filter((job) => job.printerId === printerId && isUnderWay(job))
  }

  /** Resumes the printer's queue. */
  async function goOn(printerId: string): Promise<void> {
    for (const job of await openJobs(printerId)) if (maySendAgain(job)) await moved(queue.retry(job.jobId))
    queue.wake(printerId)
  }

  /** Sent, and the printer may still confirm that it came out. */
  const isUnproven = async (printerId: string): Promise<boolean> =>
    (await queue.list(JOBS_LOOKED_AT)).some((job) => job.printerId === printerId && isUnproved(job))

  /** Gives waiting labels a moment to come out; those that do not are canceled. */
  async function drain(printerId: string): Promise<void> {
    const giveUpAt = monotonic() + DRAIN_MS
    while (monotonic() < giveUpAt && ((await openJobs(printerId)).length > 0 || (await isUnproven(printerId)))) {
      await sleep(LOOK_MS)
    }
    for (const { jobId } of await openJobs(printerId)) await moved(queue.cancel(jobId))
  }

  /** Questions about labels of a removed printer are dropped. */
  async function forgetQuestions(printerId: string): Promise<void> {
    for (const job of await queue.list(JOBS_LOOKED_AT)) {
      if (job.printerId === printerId && mayHaveComeOut(job)) await moved(queue.forget(job.jobId))
      else if (job.printerId === printerId && isUnsent(job)) await moved(queue.cancel(job.jobId))
    }
  }

  /** Removes the profile, and with it the rest of its jobs. */
  async function takeAway(): Promise<void> {
    const record = await kept()
    if (!record) return
    const { printerId, defaultBefore } = record
    const printer = await known(printerId)
    if (printer) {
      if (printer.isDefault && defaultBefore !== null && (await known(defaultBefore)))
        await printers.setDefault(defaultBefore)
      await forgetQuestions(printerId)
      try {
        await printers.remove(printerId)
      } catch {
        // A label is being sent to it at this moment: it stays, no longer the default, until the next start.
        return
      }
    }
    await settings.write(SETTING, null)
  }

  return {
    /** The remains of an earlier run. */
    start: takeAway,

    view: async (isOn: boolean): Promise<RehearsalPrinter | null> => {
      const record = await kept()
      const printer = record && (await known(record.printerId))
      return printer
        ? { printerId: printer.printerId, name: printer.name, isLeftOver: !isOn || !printer.isDefault }
        : null
    },

    stage: async (scene: PrinterScene): Promise<void> => {
      await run([FAULTS[scene]])
      if (!machine) return
      const printerId = await setUp(machine.uri)
      // So that it is asked how it is before a label is sent.
      await printers.check(printerId, true)
    },

    /** The operator loaded paper, closed the head or switched it on again. */
    mend: async (): Promise<void> => {
      if (!machine) return
      await run([])
      const record = await kept()
      if (record) await goOn(record.printerId)
    },

    end: async (): Promise<void> => {
      const record = await kept()
      if (machine) {
        await run([])
        if (record) {
          await goOn(record.printerId)
          await drain(record.printerId)
        }
      }
      await machine?.close()
      machine = undefined
      await takeAway()
    },

    close: async (): Promise<void> => {
      await machine?.close()
    },
  }
}

/** A job that resumed automatically meanwhile needs nothing of us. */
async function moved(change: Promise<PrintJob>): Promise<void> {
  try {
    await change
  } catch (error) {
    if (!(error instanceof StationError) || error.code !== 'WRONG_STATE') throw error
  }
}
