import { readFileSync } from 'node:fs'
import { createConversion } from '../../src-main/conversion/conversion.ts'
import { randomIds } from '../../src-main/ids.ts'
import { createPrintFile } from '../../src-main/packing/print-file.ts'
import { openSheets } from '../../src-main/packing/sheets.ts'
import { createPrinting } from '../../src-main/printing/printing.ts'
import { openLedger } from '../../src-main/store/ledger/ledger.ts'
import { runningClock } from '../support/running-clock.ts'
import { printFileSchema } from '../../src-shared/station/printing/print-file.ts'

/**
 * A process that prints a file page by page: `paged-printing.ts DATADIR URI FILE`. At the job's end it says in a line of
 * JSON what became of it, and how much memory the process had at most and before the file.
 */
const [, , dataDir = '', uri = '', file = ''] = process.argv
const clock = runningClock()
const ledger = await openLedger(dataDir, clock)
const conversion = createConversion()
let told: () => void = () => undefined
const printing = await createPrinting({
  ledger: ledger.db,
  clock,
  ids: randomIds,
  emit: () => told(),
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
const idle = process.memoryUsage.rss()
let most = idle
const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10)

const { jobId } = await createPrintFile({ conversion, printing })(
  printFileSchema.parse({
    name: 'manifest.pdf',
    base64: readFileSync(file).toString('base64'),
    printer: { printerId },
  }),
)
told = () => {
  void printing.queue.get(jobId).then(async ({ state, pages, proof }) => {
    if (state === 'QUEUED' || state === 'SENDING' || state === 'SENT') return
    told = () => undefined
    clearInterval(look)
    console.log(JSON.stringify({ idle, most, state, pages, proof }))
    await printing.close()
    await conversion.close()
    ledger.close()
  })
}
told()
