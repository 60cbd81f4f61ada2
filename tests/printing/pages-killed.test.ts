import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { createConversion } from '../../src-main/labels/conversion/conversion.ts'
import { openSheets } from '../../src-main/packing/sheets.ts'
import { createPrinting } from '../../src-main/printing/printing.ts'
import type { LabelPrinter } from '../../src-main/printing/simulator/label-printer.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { mayHaveComeOut, sheetInDoubt } from '../../src-shared/machine/print-job.ts'
import { labelPdf, MEDIA_4X6 } from '../conversion/documents.ts'
import { onTestsDate } from '../support/child-date.ts'
import { countingIds } from '../support/fake-clock.ts'
import { PATIENT } from '../support/printing-faults.ts'
import { runningClock } from '../support/running-clock.ts'
import { full } from '../support/full.ts'
import { newStores } from '../support/new-stores.ts'
import { virtualZebra } from '../support/virtual-zebra.ts'

const PROGRAM = fileURLToPath(new URL('paged-printing.ts', import.meta.url))
const PAGES = 14
const clock = runningClock()
const conversion = createConversion()
afterAll(() => conversion.close())

/** Runs the program and kills it, as a power cut does, once so many labels are out. */
function runAndKill(zebra: LabelPrinter, dataDir: string, file: string, afterLabels: number): Promise<void> {
  const { env } = onTestsDate(clock)
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [PROGRAM, dataDir, zebra.uri, file], {
      env,
      stdio: ['ignore', 'ignore', 'inherit'],
    })
    const look = setInterval(() => {
      if (zebra.paper.length >= afterLabels) child.kill('SIGKILL')
    }, 2)
    child.once('exit', () => {
      clearInterval(look)
      resolve()
    })
  })
}

test.each([1, 5, 9])(
  'killed when label %i is out, a file goes on where a person says, and no page comes out twice',
  full('a process that draws and reads a file back; tests/printing/killed.test.ts kills one that prints labels', {
    timeout: 180_000,
  }),
  async (at) => {
    const zebra = await virtualZebra([], { drain: 60_000, bufferBytes: 1_024 })
    const dataDir = newStores()
    const file = join(dataDir, 'manifest.pdf')
    const codes = Array.from({ length: PAGES }, (_, index) => `PAGE-${index + 1}`)
    writeFileSync(file, await labelPdf(codes))
    await runAndKill(zebra, dataDir, file, at)
    // What it had begun is lost with its power: whether the page in doubt came out is seen on the bench.
    await expect.poll(() => zebra.connections.every(({ hasEnded }) => hasEnded) || zebra.state().hasPart).toBe(true)
    zebra.powerCycle()
    const out = zebra.paper.length

    const ledger = await openLedger(dataDir, clock)
    const printing = await createPrinting({
      ledger: ledger.db,
      clock,
      ids: countingIds(),
      emit: () => undefined,
      draw: async () => [],
      watchTimes: { ...PATIENT.watchTimes, forMs: 60_000 },
      sheets: (job) => openSheets(conversion, job),
      onFault: (error) => {
        throw error
      },
    })
    try {
      const [job] = await printing.queue.list(5)
      if (!job) throw new Error('the job is not in the ledger')
      expect(mayHaveComeOut(job)).toBe(true)
      const inDoubt = sheetInDoubt(job)
      expect(inDoubt).not.toBeNull()
      expect([inDoubt, (inDoubt ?? 0) - 1]).toContain(out)
      expect(zebra.paper.length).toBe(out)
      await printing.queue.answer(job.jobId, inDoubt === out ? 'printed' : 'print-again')
      await expect
        .poll(async () => (await printing.queue.list(5)).map(({ state }) => state).sort(), { timeout: 60_000 })
        .toEqual(inDoubt === out ? ['PRINTED', 'PRINTED'] : ['FAILED', 'PRINTED'])
    } finally {
      await printing.close()
      ledger.close()
    }
    const read = zebra.paper.map(async (label) => {
      const pictures = await conversion.preview({ format: 'ZPL', bytes: label }, { dpi: 203, media: MEDIA_4X6 })
      return (await conversion.readBarcodes(pictures)).flat()[0]
    })
    expect(await Promise.all(read)).toEqual(codes)
  },
)
