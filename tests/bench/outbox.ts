import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import type { DirectBooking } from '../../src-shared/freight/booking.ts'
import { createOutbox } from '../../src-main/booking/outbox/outbox.ts'
import { systemClock } from '../../src-main/kernel/clock.ts'
import { createFreightClient } from '../../src-main/freight/client.ts'
import { randomIds } from '../../src-main/kernel/ids.ts'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { changeStore } from '../../src-main/booking/changes/shipment-changes.rows.ts'
import { openKeepAlive, requestBytes } from './keep-alive.ts'
import { elapsed, sideBySide, type BenchResult, type Sizes } from './ratio.ts'
import { KEY, startService } from './service-process.ts'

const AIM = 0.6
const IN_FLIGHT = 4

const PALLET: Pick<DirectBooking, 'originAddress' | 'destinationAddress' | 'cargo'> = {
  originAddress: { address1: '2210 S Ashland Ave', city: 'Chicago', state: 'IL', postalCode: '60608', country: 'US' },
  destinationAddress: { address1: '1800 Irving Blvd', city: 'Dallas', state: 'TX', postalCode: '75212', country: 'US' },
  cargo: [{ weight: 500, length: 48, width: 40, height: 48, quantity: 1, description: 'Pumps', freightClass: '85' }],
}

const answerSchema = z.object({
  data: z.object({ rates: z.array(z.object({ provider: z.string(), service: z.string() })).min(1) }),
})

interface OutboxSizes {
  bookings: number
  rounds: number
}

export const OUTBOX: Sizes<OutboxSizes> = { full: { bookings: 200, rounds: 3 }, short: { bookings: 20, rounds: 0 } }

/** Bookings through the outbox and the ledger (full sync) against bare posts of the same bodies, as many in flight. */
export async function benchOutbox({ bookings: count, rounds }: OutboxSizes): Promise<BenchResult[]> {
  const dataDir = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  const serviceDir = join(dataDir, 'service')
  mkdirSync(serviceDir)
  const service = await startService(serviceDir)
  const named = await cheapestService(service.baseUrl)
  let round = 0
  const bodies = () => {
    round += 1
    return Array.from({ length: count }, (_, index): DirectBooking => ({
      ...PALLET,
      service: named,
      reference: `BENCH-${round}-${index}`,
      labelFormat: 'ZPL',
    }))
  }

  const bare = async () => {
    // The service lets go of a connection that was idle while the outbox had its turn.
    const clients = await Promise.all(Array.from({ length: IN_FLIGHT }, () => openKeepAlive(service.baseUrl)))
    const url = `${service.baseUrl}/book-shipment`
    const waiting = bodies().map((body) => requestBytes({ method: 'POST', url, key: KEY, body: JSON.stringify(body) }))
    const time = await elapsed(() =>
      Promise.all(
        clients.map(async (client) => {
          for (let next = waiting.shift(); next; next = waiting.shift()) await client.send(next)
        }),
      ),
    )
    for (const open of clients) open.close()
    return time
  }

  const ledger = await openLedger(join(dataDir, 'station'), systemClock)
  const bookings = bookingStore(ledger.db, systemClock)
  const client = createFreightClient(async () => ({ baseUrl: service.baseUrl, apiKey: KEY }), { clock: systemClock })
  let booked = 0
  let allBooked: () => void = () => undefined
  const outbox = createOutbox({
    bookings,
    changes: changeStore(ledger.db, systemClock),
    link: () => ({ key: 'bench', client }),
    guard: { isClaimed: bookings.isClaimed, wasSeenBefore: async () => false },
    clock: systemClock,
    ids: randomIds,
    inFlight: IN_FLIGHT,
    priceTolerance: async () => 0,
    quoteAgain: () => Promise.reject(new Error('no quote ends here')),
    restoredFrom: async () => null,
    knowsShipment: async () => false,
    onChange: () => undefined,
    onBooked: () => {
      booked += 1
      if (booked === count) allBooked()
    },
    onShipmentChange: () => undefined,
    onFault: (error) => {
      throw error
    },
  })
  const through = () => {
    const requests = bodies()
    return elapsed(async () => {
      booked = 0
      const done = new Promise<void>((resolve) => {
        allBooked = resolve
      })
      await Promise.all(
        requests.map((request) => outbox.submit({ kind: 'direct', submissionId: randomIds.next('form'), request })),
      )
      await done
    })
  }
  try {
    const { baseline, subject } = await sideBySide(rounds, bare, through)
    const { BOOKED, ...others } = await bookings.counts()
    if (BOOKED === 0 || Object.values(others).some((left) => left > 0)) throw new Error('not every booking was made')
    const ratio = baseline / subject
    return [
      {
        name: `book ${count} shipments, ${IN_FLIGHT} in flight: outbox / bare posts`,
        figures: `${(count / (subject / 1000)).toFixed(0)} / ${(count / (baseline / 1000)).toFixed(0)} bookings a second`,
        measured: [subject, baseline],
        ratio,
        aim: { words: `>= ${AIM}`, met: ratio >= AIM },
      },
    ]
  } finally {
    await outbox.close()
    ledger.close()
    await service.close()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** A carrier's service that takes the pallet. */
async function cheapestService(baseUrl: string): Promise<DirectBooking['service']> {
  const answer = await fetch(`${baseUrl}/quote`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(PALLET),
  })
  const [rate] = answerSchema.parse(await answer.json()).data.rates
  if (!rate) throw new Error('no rate')
  return { provider: rate.provider, service: rate.service }
}
