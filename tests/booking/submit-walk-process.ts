// A station in a process of its own that books once, followed from the form to the kept label.
import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { inRuntime, runtime } from '../../src-node/runtime/runtime.ts'
import { openStation } from '../../src-main/app/station.ts'
import { runCommandOf } from '../../src-main/app/run-command.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { aside, follow } from '../support/trace-calls.ts'

const { dataDir, baseUrl, apiKey } = z
  .object({ dataDir: z.string(), baseUrl: z.string(), apiKey: z.string() })
  .parse(JSON.parse(process.argv[2] ?? '{}'))

// The service answers at once, however slow this machine is: behind a slow answer the outbox looks at how many it sends at a time.
const atOnce = { ...runtime(), timers: { ...runtime().timers, monotonic: () => 0 } }
const station = await inRuntime(atOnce, () =>
  openStation({
    dataDir,
    baseUrl,
    apiKey,
    background: false,
    openKeychain: async () => ({ available: false, get: async () => null, set: async () => undefined }),
  }),
)
const run = runCommandOf(station)
// The shipment's details are fetched beside the label: a walk of their own.
const { sync } = station.services
const { refresh } = sync
sync.refresh = (shipmentId) => aside(() => refresh(shipmentId))

const quote = await run('quotes.request', palletsToChicago())
const { value, calls } = await inRuntime(atOnce, () =>
  follow(() => run('bookings.submit', bookingOf(quote, { reference: 'PO-1' }))),
)
for (let isStored = false; !isStored;) {
  await sleep(20)
  isStored = (await run('bookings.get', { bookingId: value.bookingId })).hasLabel
}
// What closing enters is no part of it.
console.log(JSON.stringify(calls))
await station.close()
