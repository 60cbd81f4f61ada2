import { countLabels } from '../../../src-labels/count.ts'
import type {
  Media,
  Printer,
  PrinterDpi,
  PrinterLanguage,
  VirtualLabel,
} from '../../../src-shared/station/printing/printing.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Ids } from '../../kernel/ids.ts'
import { pngDataUrl } from '../png-data-url.ts'
import { encodeAcknowledgement, acknowledgementOf } from '../queue/acknowledgement.ts'
import type { TcpAddress } from '../transports/uri.ts'
import { startLabelPrinter, type LabelPrinter } from './label-printer.ts'

/** Draws a document as a printer of this resolution and media would print it: PNG files, one a label. */
export type Drawer = (
  document: { format: PrinterLanguage; bytes: Uint8Array },
  target: { dpi: PrinterDpi; media: Media },
) => Promise<Uint8Array[]>

export interface VirtualPrinterOptions {
  clock: Clock
  ids: Ids
  draw: Drawer
  onReceived: (labelId: string) => void
  /** What all jobs together may hold; the last one is kept whatever its size. */
  retainedBytes?: number
}

/** A job that was received to its end. */
interface ReceivedJob {
  bytes: Uint8Array
  receivedAt: string
  /** As it was when the job came in. */
  printer: Printer
  /** One for each of its last labels; one when no label was recognized, so that the job is still shown. */
  labelIds: string[]
  labels: number
  /** Labels that came out, copies included. */
  copies: number
}

const JOBS_RETAINED = 50
/** Of one job: as many as can be asked for at once. */
const LABELS_RETAINED = 50
const RETAINED_BYTES = 48 * 1024 * 1024
/** More than any label needs; a peer that never ends is cut off. */
const MAX_JOB_BYTES = 64 * 1024 * 1024
const IDLE_MS = 60_000

export type VirtualPrinter = ReturnType<typeof createVirtualPrinter>

/**
 * A printer without hardware: a raw TCP port on this machine for each profile, reached like any other printer. It takes a
 * job until the sender's end of stream, answers with an acknowledgement of what it holds, and shows the labels when asked.
 */
export function createVirtualPrinter({
  clock,
  ids,
  draw,
  onReceived,
  retainedBytes = RETAINED_BYTES,
}: VirtualPrinterOptions) {
  const machines = new Map<string, { printer: Printer; machine: Promise<LabelPrinter> }>()
  /** All that were started, including those of deleted profiles. */
  const started: Promise<LabelPrinter>[] = []
  /** Newest first. */
  let received: ReceivedJob[] = []

  function keep(bytes: Uint8Array, printer: Printer): ReceivedJob {
    const { labels, copies } = countLabels(bytes, printer.language)
    const labelIds = Array.from({ length: Math.min(Math.max(labels, 1), LABELS_RETAINED) }, () => ids.next('vlb'))
    const job = { bytes, receivedAt: clock.now().toISOString(), printer, labelIds, labels, copies }
    let held = 0
    received = [job, ...received].filter((one, index) => {
      held += one.bytes.length
      return index === 0 || (index < JOBS_RETAINED && held <= retainedBytes)
    })
    return job
  }

  function start(printer: Printer): Promise<LabelPrinter> {
    const machine = startLabelPrinter({
      // It takes whatever a job holds, in whatever language the profile has by then.
      language: null,
      remembers: false,
      mostJobBytes: MAX_JOB_BYTES,
      idleMs: IDLE_MS,
      onJob: (job) => {
        const { bytes, copies, labelIds } = keep(job, entry.printer)
        for (const labelId of labelIds) onReceived(labelId)
        return encodeAcknowledgement(acknowledgementOf(bytes, copies))
      },
    })
    const entry = { printer, machine }
    machines.set(printer.printerId, entry)
    started.push(machine)
    return machine
  }

  /** A job's labels, the last one first. */
  async function show(job: ReceivedJob): Promise<VirtualLabel[]> {
    const drawing = await drawJob(job)
    const first = Math.max(job.labels, 1) - job.labelIds.length
    return job.labelIds
      .map((labelId, index) => {
        const png = drawing.images[first + index]
        return {
          labelId,
          receivedAt: job.receivedAt,
          bytes: job.bytes.length,
          language: job.printer.language,
          image: png ? pngDataUrl(png) : null,
          problem: png ? null : drawing.problem,
        }
      })
      .reverse()
  }

  async function drawJob({ bytes, labels, printer }: ReceivedJob): Promise<{ images: Uint8Array[]; problem: string }> {
    if (labels === 0) return { images: [], problem: `There is no whole ${printer.language} label in it.` }
    try {
      const images = await draw({ format: printer.language, bytes }, printer)
      return { images, problem: 'The label could not be drawn.' }
    } catch (error) {
      // A label that cannot be drawn was received all the same, and shows with the reason.
      return { images: [], problem: error instanceof Error ? error.message : String(error) }
    }
  }

  return {
    /** Where a profile's port is; opened by the first call. */
    addressOf: async (printer: Printer): Promise<TcpAddress> => {
      const known = machines.get(printer.printerId)
      if (known) known.printer = printer
      const { port } = await (known?.machine ?? start(printer))
      return { host: '127.0.0.1', port }
    },

    /** The labels received last, newest first. `bytes` are those of the whole job that a label came in. */
    labels: async (limit: number): Promise<VirtualLabel[]> => {
      const labels: VirtualLabel[] = []
      for (const job of received) {
        if (labels.length >= limit) break
        labels.push(...(await show(job)))
      }
      return labels.slice(0, limit)
    },

    /** Closes a profile's port, if it has one; a job under way is still taken. */
    forget: (printerId: string): void => {
      const known = machines.get(printerId)
      machines.delete(printerId)
      void known?.machine.then((machine) => machine.stopListening())
    },

    close: async (): Promise<void> => {
      machines.clear()
      await Promise.all(started.splice(0).map(async (machine) => (await machine).close()))
    },
  }
}
