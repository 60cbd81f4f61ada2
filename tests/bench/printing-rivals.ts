import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PrinterTypes, ThermalPrinter } from 'node-thermal-printer'
import { systemClock } from '../../src-main/kernel/clock.ts'
import { randomIds } from '../../src-main/kernel/ids.ts'
import { createPrinting } from '../../src-main/printing/printing.ts'
import { jobState, listQueues } from '../../src-main/printing/transports/cups.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { hasCups, startCups } from '../support/cups-server.ts'
import { label, printAll } from './printing.ts'
import { startPrinterProcess } from './printer-process.ts'
import { elapsed, p95, sideBySide, type BenchResult, type Sizes } from './ratio.ts'

const run = promisify(execFile)

interface RivalSizes {
  /** Labels of a round, printed by each. */
  labels: number
  rounds: number
  cupsLabels: number
  cupsRounds: number
  /** Single labels, whose first byte is waited for. */
  firstBytes: number
}

export const RIVALS: Sizes<RivalSizes> = {
  full: { labels: 100, rounds: 3, cupsLabels: 20, cupsRounds: 2, firstBytes: 60 },
  short: { labels: 10, rounds: 0, cupsLabels: 2, cupsRounds: 0, firstBytes: 5 },
}
const FIRST_BYTE_AIM_MS = 20

/** The queue with its ledger against the package's own transport and against CUPS, on the same printer, in the same run. */
export async function benchPrintingRivals(sizes: RivalSizes): Promise<BenchResult[]> {
  const dir = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  const printer = await startPrinterProcess()
  const ledger = await openLedger(dir, systemClock)
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
  const queued = (count: number) =>
    elapsed(() =>
      printAll(
        { printing, ledger },
        printerId,
        Array.from({ length: count }, (_, number) => label(number)),
      ),
    )
  try {
    return [
      await againstThePackage(printer.uri, sizes, () => queued(sizes.labels)),
      ...(hasCups ? [await againstCups(dir, printer.uri, sizes, () => queued(sizes.cupsLabels))] : []),
      await firstByte(queued, sizes),
    ]
  } finally {
    await printing.close()
    ledger.close()
    await printer.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** It resolves when the system has the bytes and then cuts the connection: a weaker promise than ours. */
async function againstThePackage(
  uri: string,
  { labels, rounds }: RivalSizes,
  ours: () => Promise<number>,
): Promise<BenchResult> {
  const theirs = () =>
    elapsed(async () => {
      for (let number = 0; number < labels; number += 1) {
        const printer = new ThermalPrinter({ type: PrinterTypes.EPSON, interface: uri })
        await printer.raw(Buffer.from(label(number)))
      }
    })
  const { baseline, subject } = await sideBySide(rounds, theirs, ours)
  return {
    name: `print ${labels} labels: queue / node-thermal-printer's TCP`,
    figures: `${perSecond(labels, subject)} / ${perSecond(labels, baseline)} labels a second`,
    measured: [subject, baseline],
    ratio: baseline / subject,
    aim: null,
  }
}

async function againstCups(
  dir: string,
  uri: string,
  { cupsLabels: labels, cupsRounds: rounds }: RivalSizes,
  ours: () => Promise<number>,
): Promise<BenchResult> {
  const cups = await startCups()
  try {
    await cups.addQueue('bench', uri.replace('tcp://', 'socket://'))
    const file = join(dir, 'label.zpl')
    const theirs = () =>
      elapsed(async () => {
        let last = 0
        for (let number = 0; number < labels; number += 1) {
          writeFileSync(file, label(number))
          const { stdout } = await run('/usr/bin/lp', ['-h', cups.address, '-d', 'bench', '-o', 'raw', file])
          last = Number(/bench-(\d+)/.exec(stdout)?.[1])
        }
        // Until the spooler has handed on the last one, as ours has.
        while ((await jobState(cups.server, 'bench', last))?.state !== 'completed') {
          if ((await listQueues(cups.server)) === null) throw new Error('cupsd ended')
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
      })
    const { baseline, subject } = await sideBySide(rounds, theirs, ours)
    const ratio = baseline / subject
    return {
      name: `print ${labels} labels: queue / lp -o raw through CUPS`,
      figures: `${perSecond(labels, subject)} / ${perSecond(labels, baseline)} labels a second`,
      measured: [subject, baseline],
      ratio,
      aim: { words: '>= 5', met: ratio >= 5 },
    }
  } finally {
    await cups.close()
  }
}

/** From the bytes being ready, through the ledger's commits, until the send has begun. */
async function firstByte(ours: (count: number) => Promise<number>, { firstBytes }: RivalSizes): Promise<BenchResult> {
  const times: number[] = []
  for (let number = 0; number < firstBytes; number += 1) times.push(await ours(1))
  const figure = p95(times)
  return {
    name: 'bytes ready to label taken by the printer, p95',
    figures: `${figure.toFixed(1)} ms (the first byte leaves before)`,
    measured: [figure],
    ratio: null,
    aim: { words: `<= ${FIRST_BYTE_AIM_MS} ms`, met: figure <= FIRST_BYTE_AIM_MS },
  }
}

const perSecond = (count: number, ms: number) => (count / (ms / 1000)).toFixed(0)
