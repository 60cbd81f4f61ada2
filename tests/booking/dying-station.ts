// A station in a process of its own, to be killed while it books: node dying-station.ts DATA_DIR BASE_URL KEY REFERENCE
import { openStation } from '../../src-main/app/station.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { runCommandOf } from '../../src-main/app/run-command.ts'

const [dataDir = '', baseUrl = '', apiKey = '', reference = ''] = process.argv.slice(2)
const station = await openStation({
  dataDir,
  baseUrl,
  apiKey,
  openKeychain: async () => ({ available: false, get: async () => null, set: async () => undefined }),
})
const run = runCommandOf(station)
const quote = await run('quotes.request', palletsToChicago())
await run('bookings.submit', bookingOf(quote, { reference }))
// The station's timers do not hold the process; this does, until it is killed.
setInterval(() => undefined, 1000)
