import { openCache } from '../../src-main/data/cache/cache.ts'
import { shipmentStore } from '../../src-main/shipments/shipments.rows.ts'
import { benchClock } from './cache-data.ts'

/** Run with a data folder: prints the resident memory in MB after one search, and after a hundred more. */
const cache = await openCache(process.argv[2] ?? '', benchClock())
const shipments = shipmentStore(cache.db)
const typed = ['acme', 'po', 'wb12', 'northline chicago', 'laredo tx', '1000', 'peñón', 'summit', 'n', 'tx']

await shipments.search({ text: 'northline', page: 1, limit: 50 })
const once = process.memoryUsage().rss / 1e6
for (let index = 0; index < 100; index++) {
  await shipments.search({ text: typed[index % typed.length] ?? '', page: 1 + (index % 3), limit: 50 })
}
console.log(`${once} ${process.memoryUsage().rss / 1e6}`)
cache.close()
