import { systemClock } from '../../src-main/kernel/clock.ts'
import { randomIds } from '../../src-main/kernel/ids.ts'
import { createPrinting } from '../../src-main/printing/printing.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'

/**
 * A process that prints and is killed in the middle: `dying-printing.ts DATADIR URI LABELS`. It tells each job that is in
 * the ledger, by a line, before it goes on.
 */
const [, , dataDir = '', uri = '', labels = '0'] = process.argv
const ledger = await openLedger(dataDir, systemClock)
const printing = await createPrinting({
  ledger: ledger.db,
  clock: systemClock,
  ids: randomIds,
  emit: () => undefined,
  draw: async () => [],
  onFault: (error) => console.error(error),
  tcpDeadlines: { connectMs: 1_000, stallMs: 5_000, closeMs: 5_000 },
})
const [known] = (await printing.printers.list()).filter(({ connection }) => connection.kind === 'tcp')
const printer =
  known ??
  (await printing.printers.save({
    name: 'Dock',
    language: 'ZPL',
    dpi: 203,
    media: { widthIn: 4, heightIn: 6 },
    connection: { kind: 'tcp', uri },
  }))
for (let number = 0; number < Number(labels); number += 1) {
  const document = Buffer.from(
    `^XA^FO10,10^A0N,30,30^FD${process.pid}-${number}^FS^FX${'.'.repeat(3_000)}^XZ`,
    'latin1',
  )
  const job = await printing.queue.add({
    printerId: printer.printerId,
    title: `label ${number}`,
    purpose: 'test',
    reason: null,
    shipmentId: null,
    copies: 1,
    document,
    labels: 1,
  })
  console.log(job.jobId)
}
console.log('done')
// Nothing keeps a queue alive but its sends; the one who started this ends it.
setInterval(() => undefined, 1_000)
