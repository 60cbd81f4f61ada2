import { z } from 'zod'
import { pickupDayFrom } from '../../../src-shared/station/booking/pickup-day.ts'
import { addDays } from '../../../src-shared/station/day.ts'
import { batchCells, batchCsv } from '../../support/batch-files.ts'
import type { Invokes } from '../processes/handle.ts'
import type { Seeded } from '../../support/seeded.ts'
import type { Workplace } from './workplace.ts'

const batchSchema = z.object({ batchId: z.string() })
const suggestionSchema = z.object({ map: z.record(z.string(), z.unknown()) })

interface HandedIn {
  batchId: string
  map: Record<string, unknown>
}

/** A file of a few rows, checked and run. */
export async function runBatch({ station, today }: Workplace, random: Seeded): Promise<void> {
  const day = pickupDay(today())
  const batch = await handIn(
    station,
    random,
    Array.from({ length: 1 + random.below(6) }, (_, row) =>
      batchCells(`B${random.below(1e6)}-${row}`, {
        'Pickup date': day,
        'Weight each': random.chance(0.1) ? 'heavy' : '500',
      }),
    ),
  )
  if (!batch) return
  const { batchId, map } = batch
  const rules = { onError: 'skip-row', onDuplicate: random.chance(0.5) ? 'skip' : 'ask' }
  await station.invoke('batches.check', { batchId, map, rules })
  await quoteAndRun(station, batchId)
}

const estimateSchema = z.object({ totals: z.array(z.object({ minor: z.int(), currency: z.string() })) })

/** Whoever books has seen what it costs; when the prices cannot be had, they try to book all the same. */
async function quoteAndRun(station: Invokes, batchId: string): Promise<void> {
  await station.invoke('batches.quote', { batchId })
  const estimate = await station.invoke('batches.estimate', { batchId })
  const agreedTotals = estimate?.ok ? estimateSchema.parse(estimate.value).totals : undefined
  await station.invoke('batches.run', { batchId, ...AGREED, agreedTotals })
}

const AGREED = { isComparedWithService: true, isSameFileMeant: true }

/** What somebody does to a batch that does not go straight on, by how often. */
const WAYS = {
  'give up unread': 1,
  'check twice': 1,
  'give up checked': 1,
  pause: 3,
  'give up running': 2,
  'try again': 2,
}

/** A file of rows that each ask the service for a price, and a person who checks twice, pauses, gives up, or tries again. */
export async function changeBatch({ station, today, wait }: Workplace, random: Seeded): Promise<void> {
  const way = random.pick(WAYS)
  const day = pickupDay(today())
  const rows = Array.from({ length: 3 + random.below(4) }, (_, row) => {
    // A carrier that offers nothing: the row fails, and may be tried again.
    const rule = way === 'try again' && row === 0 ? 'Nobody Freight' : 'cheapest'
    const cells = { 'Pickup date': day, Provider: '', Service: '', 'Rate rule': rule }
    return batchCells(`BC${random.below(1e6)}-${row}`, cells)
  })
  const batch = await handIn(station, random, rows)
  if (!batch) return
  const { batchId, map } = batch
  const give = (name: string) => station.invoke(`batches.${name}`, { batchId })
  const check = () =>
    station.invoke('batches.check', { batchId, map, rules: { onError: 'skip-row', onDuplicate: 'skip' } })
  const run = () => quoteAndRun(station, batchId)
  if (way === 'give up unread') return void (await give('cancel'))
  await check()
  if (way === 'check twice') await check()
  if (way === 'give up checked') return void (await give('cancel'))
  await run()
  if (way === 'give up running') return void (await give('cancel'))
  if (way === 'pause') {
    await give('pause')
    await wait(random.below(20_000))
    await (random.chance(0.6) ? run() : give('cancel'))
  }
  if (way !== 'try again') return
  await wait(30_000)
  await give('retryFailed')
  await run()
}

async function handIn(
  station: Invokes,
  random: Seeded,
  rows: readonly (readonly string[])[],
): Promise<HandedIn | null> {
  const begun = await station.invoke('batches.begin', { name: `orders-${random.below(1e6)}.csv` })
  if (!begun?.ok) return null
  const { batchId } = batchSchema.parse(begun.value)
  const base64 = Buffer.from(batchCsv(rows)).toString('base64')
  await station.invoke('batches.append', { batchId, index: 0, base64 })
  const finished = await station.invoke('batches.finish', { batchId })
  return finished?.ok ? { batchId, ...suggestionSchema.parse(finished.value) } : null
}

const pickupDay = (today: string): string => pickupDayFrom(addDays(today, 3), 'US')
