import { connect } from 'node:net'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ZplLabel } from '../../src-labels/zpl/label.ts'
import { systemClock } from '../../src-main/kernel/clock.ts'
import { randomIds } from '../../src-main/kernel/ids.ts'
import { createPrinting, type Printing } from '../../src-main/printing/printing.ts'
import { openLedger, type Ledger } from '../../src-main/data/ledger/ledger.ts'
import { until } from '../support/until.ts'
import { startPrinterProcess } from './printer-process.ts'
import { elapsed, sideBySide, type BenchResult, type Sizes } from './ratio.ts'

/** Long after any queue that does not stand still. */
const WITHIN = { everyMs: 2, giveUpMs: 300_000 }

interface PrintingBench {
  /** How fast the printer takes bytes, for the name. */
  printer: string
  /** Bytes a second; as fast as they come when absent. */
  drainRate?: number
  /** The least ratio that is wanted; absent: none. */
  aim?: number
  labels: number
  rounds: number
}

// A printer takes some 12 kB in about 10 ms over a 100 Mbit line; one that takes no time at all shows our own cost.
const LINE = { printer: '2 MB/s', drainRate: 2_000_000, aim: 0.6 }
/** Of 1.2 kB: far faster than paper, which takes half a second. */
const SLOW = { printer: '10 ms a label', drainRate: 120_000, aim: 0.95 }
const AT_ONCE = { printer: 'at once' }

/** The printers and how much each of them prints. */
export const PRINTING = {
  full: [
    { ...SLOW, labels: 200, rounds: 3 },
    { ...LINE, labels: 200, rounds: 3 },
    { ...AT_ONCE, labels: 200, rounds: 5 },
    { ...LINE, labels: 2_000, rounds: 1 },
  ],
  short: [
    { ...SLOW, labels: 20, rounds: 0 },
    { ...LINE, labels: 20, rounds: 0 },
    { ...AT_ONCE, labels: 20, rounds: 0 },
  ],
} as const satisfies Sizes<readonly PrintingBench[]>

/** Labels through the queue and the ledger (full sync) against the same bytes over bare sockets, printer by printer. */
export async function benchPrinting(printers: readonly PrintingBench[]): Promise<BenchResult[]> {
  const results: BenchResult[] = []
  for (const printer of printers) results.push(await queueAgainstSockets(printer))
  return results
}

/** A label of some 1.2 kB, each with its own number. */
export function label(number: number): Uint8Array {
  const drawn = new ZplLabel({ widthDots: 812, heightDots: 1218 })
  for (let line = 0; line < 12; line++)
    drawn.text(40, 40 + line * 50, 30, `Line ${line} of label ${number}, Globex Corporation`)
  return drawn.code128(60, 800, `TRK${number}`, { height: 200 }).toBytes()
}

/** One label a connection: write, half-close, read until the printer's end. */
export function sendBare(port: number, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true, noDelay: true }, () => socket.end(bytes))
    socket.on('data', () => undefined)
    socket.on('end', () => resolve())
    socket.on('error', reject)
  })
}

/** Prints these, each as a job of its own. Resolves when none of them waits any more. */
export async function printAll(
  { printing, ledger }: { printing: Printing; ledger: Ledger },
  printerId: string,
  documents: readonly Uint8Array[],
): Promise<void> {
  const openJobs = ledger.db.prepare(`SELECT count(*) FROM print_job WHERE state IN ('QUEUED', 'SENDING')`).pluck()
  await Promise.all(
    documents.map((document, index) =>
      printing.queue.add({
        printerId,
        title: `label ${index}`,
        purpose: 'label',
        reason: null,
        shipmentId: null,
        copies: 1,
        document,
        labels: 1,
      }),
    ),
  )
  await until('the labels', () => (openJobs.get() === 0 ? true : null), WITHIN)
}

async function queueAgainstSockets({
  printer: speed,
  drainRate,
  aim,
  labels,
  rounds,
}: PrintingBench): Promise<BenchResult> {
  const dataDir = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  const documents = Array.from({ length: labels }, (_, index) => label(index))
  const printer = await startPrinterProcess(drainRate)
  const ledger = await openLedger(dataDir, systemClock)
  const printing = await createPrinting({
    ledger: ledger.db,
    clock: systemClock,
    ids: randomIds,
    draw: async () => [],
    emit: () => undefined,
    onFault: (error) => {
      throw error
    },
  })
  const { printerId } = await printing.printers.save({
    name: 'Bench',
    language: 'ZPL',
    dpi: 203,
    media: { widthIn: 4, heightIn: 6 },
    connection: { kind: 'tcp', uri: printer.uri },
  })

  const bare = () =>
    elapsed(async () => {
      for (const document of documents) await sendBare(printer.port, document)
    })
  const queued = () => elapsed(() => printAll({ printing, ledger }, printerId, documents))
  try {
    const { baseline, subject } = await sideBySide(rounds, bare, queued)
    const jobs = await printing.queue.list(labels)
    if (jobs.some(({ state }) => state !== 'SENT')) throw new Error('not every label was sent')
    const ratio = baseline / subject
    return {
      name: `print ${labels} labels, printer ${speed}: queue / bare sockets`,
      figures: `${(labels / (subject / 1000)).toFixed(0)} / ${(labels / (baseline / 1000)).toFixed(0)} labels a second`,
      measured: [subject, baseline],
      ratio,
      aim: aim === undefined ? null : { words: `>= ${aim}`, met: ratio >= aim },
    }
  } finally {
    await printing.close()
    ledger.close()
    await printer.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
