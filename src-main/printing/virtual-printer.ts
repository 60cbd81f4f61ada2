import { createServer, type Server, type Socket } from 'node:net'
import { countEplLabels } from '../../src-labels/epl/scan.ts'
import { countZplLabels } from '../../src-labels/zpl/scan.ts'
import type { Media, Printer, PrinterDpi, PrinterLanguage, VirtualLabel } from '../../src-shared/station/printing.ts'
import type { Clock } from '../clock.ts'
import type { Ids } from '../ids.ts'
import { pngDataUrl } from './png-data-url.ts'
import { encodeReceipt, receiptOf } from './receipt.ts'
import type { TcpAddress } from './uri.ts'

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
}

/** A job that was received to its end. */
interface ReceivedJob {
  bytes: Uint8Array
  receivedAt: string
  /** As it was when the job came in. */
  printer: Printer
  /** One for each label in it; one when no label could be told, so that the job shows all the same. */
  labelIds: string[]
  labels: number
}

const JOBS_KEPT = 50
/** More than any label needs; a peer that goes on for ever is cut off. */
const MAX_JOB_BYTES = 64 * 1024 * 1024
const IDLE_MS = 60_000

const COUNT_LABELS: Record<PrinterLanguage, (bytes: Uint8Array) => number> = {
  ZPL: countZplLabels,
  EPL: countEplLabels,
}

export type VirtualPrinter = ReturnType<typeof createVirtualPrinter>

/**
 * A printer without hardware: a raw TCP port on this machine for each profile, reached like any other printer. It takes a
 * job until the sender's end of stream, answers with a receipt of what it holds, and shows the labels when asked.
 */
export function createVirtualPrinter({ clock, ids, draw, onReceived }: VirtualPrinterOptions) {
  const listeners = new Map<string, { printer: Printer; server: Server; address: Promise<TcpAddress> }>()
  const sockets = new Set<Socket>()
  /** Newest first. */
  const received: ReceivedJob[] = []

  function keep(bytes: Uint8Array, printer: Printer): ReceivedJob {
    const labels = COUNT_LABELS[printer.language](bytes)
    const labelIds = Array.from({ length: Math.max(labels, 1) }, () => ids.next('vlb'))
    const job = { bytes, receivedAt: clock.now().toISOString(), printer, labelIds, labels }
    received.unshift(job)
    received.splice(JOBS_KEPT)
    return job
  }

  function receive(socket: Socket, profile: () => Printer): void {
    const chunks: Buffer[] = []
    let length = 0
    sockets.add(socket)
    socket.setTimeout(IDLE_MS, () => socket.destroy())
    // A sender that breaks off is told by its own end; what it left is no job.
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
    socket.on('data', (chunk) => {
      chunks.push(chunk)
      length += chunk.length
      if (length > MAX_JOB_BYTES) socket.destroy()
    })
    socket.on('end', () => {
      if (length === 0) {
        // A look whether the printer is there, not a job.
        socket.end()
        return
      }
      const { bytes, labels, labelIds } = keep(Buffer.concat(chunks), profile())
      socket.end(encodeReceipt(receiptOf(bytes, labels)))
      for (const labelId of labelIds) onReceived(labelId)
    })
  }

  function listen(printer: Printer): Promise<TcpAddress> {
    // allowHalfOpen: the receipt is answered after the sender's end of stream.
    const server = createServer({ allowHalfOpen: true }, (socket) => receive(socket, () => listener.printer))
    const address = new Promise<TcpAddress>((resolve, reject) => {
      server.once('error', reject)
      server.listen(0, '127.0.0.1', () => {
        const bound = server.address()
        if (bound === null || typeof bound === 'string') reject(new Error('the virtual printer has no port'))
        else resolve({ host: bound.address, port: bound.port })
      })
    })
    const listener = { printer, server, address }
    listeners.set(printer.printerId, listener)
    return address
  }

  /** A job's labels, the last one first. */
  async function show(job: ReceivedJob): Promise<VirtualLabel[]> {
    const drawing = await drawJob(job)
    return job.labelIds
      .map((labelId, index) => {
        const png = drawing.images[index]
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
    addressOf: (printer: Printer): Promise<TcpAddress> => {
      const listener = listeners.get(printer.printerId)
      if (!listener) return listen(printer)
      listener.printer = printer
      return listener.address
    },

    /** The labels received last, newest first. `bytes` are those of the whole job that a label came in. */
    labels: async (limit: number): Promise<VirtualLabel[]> => {
      const labels: VirtualLabel[] = []
      for (const job of [...received]) {
        if (labels.length >= limit) break
        labels.push(...(await show(job)))
      }
      return labels.slice(0, limit)
    },

    /** Closes a profile's port, if it has one; a job under way is still taken. */
    forget: (printerId: string): void => {
      listeners.get(printerId)?.server.close()
      listeners.delete(printerId)
    },

    close: async (): Promise<void> => {
      const closed = [...listeners.values()].map(
        ({ server }) => new Promise<void>((resolve) => server.close(() => resolve())),
      )
      for (const socket of sockets) socket.destroy()
      listeners.clear()
      await Promise.all(closed)
    },
  }
}
