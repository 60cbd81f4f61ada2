import { z } from 'zod'
import { runCommandOf } from '../../src-main/app/run-command.ts'
import { openStation } from '../../src-main/app/station.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { follow } from '../support/trace-calls.ts'
import { startRawPort } from '../support/raw-port.ts'

/** Books, scans and prints one label in a station whose calls are followed; tells the walk as one line of JSON. */
const { dataDir, baseUrl, apiKey, faultToken } = z
  .object({ dataDir: z.string(), baseUrl: z.string(), apiKey: z.string(), faultToken: z.string() })
  .parse(JSON.parse(process.argv[2] ?? ''))

const station = await openStation({
  dataDir,
  openKeychain: async () => ({ available: false, get: async () => null, set: async () => undefined }),
  startEmbedded: async () => ({
    baseUrl,
    apiKey,
    faultToken,
    ended: new Promise(() => undefined),
    close: async () => undefined,
  }),
})
const run = runCommandOf(station)

async function until<T>(look: () => Promise<T | null>): Promise<T> {
  for (;;) {
    const found = await look()
    if (found !== null) return found
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

const hardware = await startRawPort()
await run('printers.save', {
  name: 'Dock',
  language: 'ZPL',
  dpi: 203,
  media: { widthIn: 4, heightIn: 6 },
  connection: { kind: 'tcp', uri: hardware.uri },
})
const { printerId } = (await run('printers.list', {})).find(({ name }) => name === 'Dock') ?? { printerId: '' }
await run('printers.setDefault', { printerId })
const { bookingId } = await run('bookings.submit', bookingOf(await run('quotes.request', palletsToChicago())))
const booking = await until(async () => {
  const now = await run('bookings.get', { bookingId })
  return now.hasLabel ? now : null
})

const ended = (jobId: string) => until(async () => ((await run('jobs.get', { jobId })).state === 'SENT' ? true : null))

/** A scan, and the calls it led to until the printer had it all. */
async function walk(reprintReason?: string) {
  const { value, calls } = await follow(() => station.invoke('pack.scan', { code: booking.reference, reprintReason }))
  const scanned = z
    .object({ ok: z.literal(true), value: z.object({ kind: z.string(), job: z.object({ jobId: z.string() }) }) })
    .parse(value)
  await ended(scanned.value.job.jobId)
  return { kind: scanned.value.kind, calls }
}

// The way to a printer is built for its first job.
await ended((await run('printers.test', { printerId })).jobId)
const first = await walk()
for (let count = 0; count < 5; count += 1) await walk(`again ${count}`)
const later = await walk('with six jobs before it')
console.log(JSON.stringify({ first, later }))
await station.close()
await hardware.close()
