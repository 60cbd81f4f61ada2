import { writeFileSync } from 'node:fs'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { benchCache } from './cache.ts'
import { benchBatch } from './batch.ts'
import { benchBoard } from './board.ts'
import { benchConversion } from './conversion.ts'
import { benchColdStart } from './cold-start.ts'
import { benchDocuments } from './documents.ts'
import { benchDesktopStart } from './desktop-start.ts'
import { benchFirstLoad } from './first-load.ts'
import { benchOutbox } from './outbox.ts'
import { benchLabels } from './labels.ts'
import { benchOrders } from './orders.ts'
import { benchPrinting } from './printing.ts'
import { benchPrintingRivals } from './printing-rivals.ts'
import type { BenchResult } from './ratio.ts'
import { benchService } from './service.ts'
import { benchScan } from './scan.ts'
import { benchSpend } from './spend.ts'
import { benchIngest } from './tracking.ts'
import { benchSite } from './site.ts'
import { benchSiteTracking } from './site-tracking.ts'
import { benchUse } from './use.ts'
import { benchYears } from './years.ts'

/** `npm run bench -- years`: what is measured alone when it is named. */
const named: Record<string, () => Promise<BenchResult[]>> = {
  years: benchYears,
  site: async () => [...(await benchSite()), ...(await benchSiteTracking())],
  'site-tracking': benchSiteTracking,
  'desktop-start': benchDesktopStart,
  spend: benchSpend,
  documents: benchDocuments,
  orders: benchOrders,
  conversion: benchConversion,
  service: benchService,
  outbox: async () => [await benchOutbox({ bookings: 200, rounds: 3 })],
  labels: benchLabels,
  batch: benchBatch,
  board: () => benchBoard(),
  scan: benchScan,
  use: benchUse,
}

/** `npm run bench`: every figure beside its baseline, measured in this run. A missed aim is told, not hidden. */
const benches: (() => BenchResult | Promise<BenchResult | BenchResult[]>)[] = [
  // A printer takes some 12 kB in about 10 ms over a 100 Mbit line; one that takes no time at all shows our own cost.
  () => benchPrinting({ printer: '2 MB/s', drainRate: 2_000_000, labels: 200, rounds: 3 }),
  () => benchPrinting({ printer: 'at once', labels: 200, rounds: 5 }),
  () => benchOutbox({ bookings: 200, rounds: 3 }),
  () => benchPrinting({ printer: '2 MB/s', drainRate: 2_000_000, labels: 2_000, rounds: 1 }),
  benchPrintingRivals,
  benchColdStart,
  benchDesktopStart,
  benchFirstLoad,
  benchConversion,
  benchLabels,
  benchService,
  benchBatch,
  benchIngest,
  benchOrders,
  () => benchBoard(),
  () => benchCache(),
  benchScan,
  benchUse,
]

const chosen = process.argv.slice(2).map((name) => {
  const bench = named[name]
  if (bench === undefined) throw new Error(`no bench is called ${name}; there is ${Object.keys(named).join(', ')}`)
  return bench
})

/** The same for a program to read, with how busy the machine was. */
const FILE = join(import.meta.dirname, '../../out/bench.json')
const results: BenchResult[] = []
const loadBefore = loadavg()[0]

for (const bench of chosen.length > 0 ? chosen : benches) {
  for (const result of [await bench()].flat()) {
    const { name, figures, ratio, aim } = result
    results.push(result)
    console.log(
      [
        name.padEnd(58),
        figures.padEnd(34),
        (ratio === null ? '' : `ratio ${ratio.toFixed(2)}`).padEnd(12),
        aim === null ? '' : `aim ${aim.words}: ${aim.met ? 'met' : 'MISSED'}`,
      ].join(' '),
    )
  }
}
const machine = { processors: cpus().length, loadBefore, loadAfter: loadavg()[0] }
console.log(
  `${machine.processors} processors, load ${machine.loadBefore?.toFixed(1)} before and ${machine.loadAfter?.toFixed(1)} after`,
)
writeFileSync(FILE, `${JSON.stringify({ at: new Date().toISOString(), machine, results }, null, 2)}\n`)
