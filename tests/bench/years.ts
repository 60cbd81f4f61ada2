import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auditLog } from '../../src-main/store/ledger/audit/audit-log.ts'
import { bookingStore } from '../../src-main/store/ledger/booking/bookings.ts'
import { openLedger, type Ledger } from '../../src-main/store/ledger/ledger.ts'
import { newBooking } from '../support/bookings.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { growLedger } from '../support/grown-ledger.ts'
import { elapsed, median, type BenchResult } from './ratio.ts'

/** WAYBILL_BENCH_YEARS names others, the smallest first: "10000 1000000". */
const SIZES = (process.env['WAYBILL_BENCH_YEARS'] ?? '10000 100000').split(' ').map(Number)
const LABEL_BYTES = 12_000
const QUARTER_MS = 15 * 60_000
const QUARTER_BOOKINGS = 25
const ROUNDS = 9

/** What is measured at each size: its unit, and how it may grow; null: as the history does. */
const ROWS = {
  openCold: { name: 'open cold', unit: 'ms', most: 2 },
  openWarm: { name: 'open warm', unit: 'ms', most: 2 },
  scan: { name: 'first scan, cold', unit: 'ms', most: 2 },
  list: { name: 'first page of bookings', unit: 'ms', most: 2 },
  search: { name: 'bookings by a word that many have', unit: 'ms', most: 2 },
  audit: { name: 'first page of the audit log', unit: 'ms', most: 2 },
  quarter: { name: 'backup of a quarter', unit: 'ms', most: 2 },
  quarterHold: { name: 'longest hold by it', unit: 'ms', most: 2 },
  day: { name: 'backup of a day', unit: 'ms', most: null },
  dayHold: { name: 'longest hold by it', unit: 'ms', most: null },
  heap: { name: 'memory that the open ledger holds', unit: 'MB', most: 2 },
  bytes: { name: 'bytes on disk', unit: 'MB', most: null },
} as const
type Figures = Record<keyof typeof ROWS, number>

/** A ledger of years beside a small one: what a person waits for must not grow with history. */
export async function benchYears(): Promise<BenchResult[]> {
  const figures: Figures[] = []
  for (const bookings of SIZES) figures.push(await figuresOf(bookings))
  const [small] = figures
  const large = figures.at(-1)
  if (small === undefined || large === undefined) throw new Error('no figures')
  const rowOf = (key: keyof typeof ROWS): BenchResult => {
    const { name, unit, most } = ROWS[key]
    const ratio = large[key] / small[key]
    return {
      name: `${name}, ${SIZES.join(' -> ')} bookings`,
      figures: `${figures.map((figure) => figure[key].toFixed(1)).join(' -> ')} ${unit}`,
      ratio,
      aim: most === null ? null : { words: `<= ${most}`, met: ratio <= most },
    }
  }
  const keys: readonly (keyof typeof ROWS)[] = [
    ...(['openCold', 'openWarm', 'scan', 'list', 'search', 'audit'] as const),
    ...(['quarter', 'quarterHold', 'day', 'dayHold', 'heap', 'bytes'] as const),
  ]
  return keys.map(rowOf)
}

async function figuresOf(bookings: number): Promise<Figures> {
  const dir = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  const file = join(dir, 'ledger.db')
  const clock = new FakeClock('2026-11-21T15:00:00.000Z')
  try {
    const made = await openLedger(dir, clock)
    await growLedger(made.db, { bookings, labelBytes: LABEL_BYTES })
    made.close()
    const bytes = statSync(file).size / 1e6
    // The file leaves the system's cache; where there is no such dd, "cold" is warm.
    execFileSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' })
    const cold = await openAndScan(dir, clock)
    cold.ledger.close()
    const heapBefore = process.memoryUsage().heapUsed
    const warm = await openAndScan(dir, clock)
    try {
      const heap = Math.max(0.1, (process.memoryUsage().heapUsed - heapBefore) / 1e6)
      const read = await readingOf(warm.ledger, clock)
      const backups = await backupsOf(warm.ledger, clock)
      return { openCold: cold.open, openWarm: warm.open, scan: cold.scan, ...read, ...backups, heap, bytes }
    } finally {
      warm.ledger.close()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

async function openAndScan(dir: string, clock: FakeClock): Promise<{ ledger: Ledger; open: number; scan: number }> {
  const startedAt = performance.now()
  const ledger = await openLedger(dir, clock)
  const open = performance.now() - startedAt
  return { ledger, open, scan: await elapsed(() => bookingStore(ledger.db, clock).findByCode('embedded', 'PRO5000')) }
}

async function readingOf({ db }: Ledger, clock: FakeClock): Promise<Pick<Figures, 'list' | 'search' | 'audit'>> {
  const bookings = bookingStore(db, clock)
  const audit = auditLog(db)
  const medianOf = async (work: () => unknown) => {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round++) times.push(await elapsed(work))
    return median(times)
  }
  return {
    list: await medianOf(() => bookings.list({ limit: 100 })),
    search: await medianOf(() => bookings.list({ limit: 100, text: 'Globex' })),
    audit: await medianOf(() => audit.list({ limit: 100 })),
  }
}

/** The cuts begin with a full copy; then a quarter's work is cut, and a day's copy made anew. */
async function backupsOf(
  { db, backups }: Ledger,
  clock: FakeClock,
): Promise<Pick<Figures, 'quarter' | 'quarterHold' | 'day' | 'dayHold'>> {
  await backups.takeFull()
  const store = bookingStore(db, clock)
  for (let n = 0; n < QUARTER_BOOKINGS; n++) await store.submit(newBooking(`quarter-${n}`))
  clock.advance(QUARTER_MS)
  const quarter = await holding(() => backups.tick())
  const day = await holding(() => backups.takeFull())
  return { quarter: quarter.ms, quarterHold: quarter.hold, day: day.ms, dayHold: day.hold }
}

async function holding(work: () => Promise<void>): Promise<{ ms: number; hold: number }> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  delay.enable()
  const ms = await elapsed(work)
  delay.disable()
  return { ms, hold: delay.max / 1e6 }
}
