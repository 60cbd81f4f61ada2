import { readFileSync } from 'node:fs'
import { createConversion } from '../../src-main/labels/conversion/conversion.ts'
import { randomIds } from '../../src-main/kernel/ids.ts'
import { createPrintFile } from '../../src-main/packing/print-file.ts'
import { openSheets } from '../../src-main/packing/sheets.ts'
import { createPrinting } from '../../src-main/printing/printing.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { runningClock } from '../support/running-clock.ts'
import type { PrintJob } from '../../src-shared/station/printing/printing.ts'
import { printFileSchema } from '../../src-shared/station/printing/print-file.ts'

/**
 * A process that prints a file page by page: `paged-printing.ts DATADIR URI BEFORE FILE`. At the job's end it says in a line
 * of JSON what became of it, and how much memory the process had at most, and when it was idle: after it had printed another. It is built first, as
 * a station is: what strips types leaves tens of megabytes, more or less of them collected by then.
 */
const [, , dataDir = '', uri = '', before = '', file = ''] = process.argv
const clock = runningClock()
const ledger = await openLedger(dataDir, clock)
const conversion = createConversion()
let reported: () => void = () => undefined
const printing = await createPrinting({
  ledger: ledger.db,
  clock,
  ids: randomIds,
  emit: () => reported(),
  draw: async () => [],
  sheets: (job) => openSheets(conversion, job),
  onFault: (error) => console.error(error),
})
const { printerId } = await printing.printers.save({
  name: 'Dock',
  language: 'ZPL',
  dpi: 203,
  media: { widthIn: 4, heightIn: 6 },
  connection: { kind: 'tcp', uri },
})
await printing.printers.setOptions(printerId, { statusPort: Number(new URL(uri).port) })
await printing.rules.set({ mostLabels: 500 })
/** What the process holds, but for pages of this thread's heap that are free: V8 keeps more or fewer of them, and a station had them before. */
const inUse = (): number => {
  const { rss, heapTotal, heapUsed } = process.memoryUsage()
  return rss - (heapTotal - heapUsed)
}
const print = async (path: string): Promise<PrintJob> => {
  const { jobId } = await createPrintFile({ conversion, printing })(
    printFileSchema.parse({
      name: 'manifest.pdf',
      base64: readFileSync(path).toString('base64'),
      printer: { printerId },
    }),
  )
  return new Promise((resolve) => {
    reported = () => {
      void printing.queue.get(jobId).then((job) => {
        if (job.state !== 'QUEUED' && job.state !== 'SENDING' && job.state !== 'SENT') resolve(job)
      })
    }
    reported()
  })
}

await print(before)
const idle = inUse()
let most = idle
const look = setInterval(() => (most = Math.max(most, inUse())), 10)
const { state, pages, proof } = await print(file)
clearInterval(look)
console.log(JSON.stringify({ idle, most, state, pages, proof }))
await printing.close()
await conversion.close()
ledger.close()
