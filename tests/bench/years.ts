import { execFileSync, fork } from 'node:child_process'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { auditLog } from '../../src-main/data/audit/audit-log.rows.ts'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { openLedger, type Ledger } from '../../src-main/data/ledger/ledger.ts'
import { newBooking } from '../support/bookings.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { growFile } from '../support/grown-ledger.ts'
import { busy, countedCpu, elapsed, median, p95, type BenchResult, type Sizes } from './ratio.ts'

interface YearSizes {
  /** Bookings of each ledger, the smallest first. */
  bookings: readonly number[]
  rounds: number
  openings: number
}

/** WAYBILL_BENCH_YEARS names other ledgers: "10000 1000000". */
export const YEARS: Sizes<YearSizes> = {
  full: {
    bookings: (process.env['WAYBILL_BENCH_YEARS'] ?? '10000 100000').split(' ').map(Number),
    rounds: 9,
    openings: 5,
  },
  short: { bookings: [200], rounds: 1, openings: 1 },
}

/** WAYBILL_BENCH_LABEL_BYTES: fewer, where the disk has no room for a million of them and two copies. */
const LABEL_BYTES = Number(process.env['WAYBILL_BENCH_LABEL_BYTES'] ?? 12_000)
const LEAST_WRITTEN = 20_000
const MOST_GROWTH = 2
const MOST_SEARCH_MS = 20
/** Beyond what a process meets that does nothing at all: on a busy machine nobody is let run at once. */
const MOST_HOLD_MS = 20
const QUARTER_MS = 15 * 60_000
const QUARTER_BOOKINGS = 25
/** In ms: a shorter hold is not seen. */
const SHORTEST_HOLD = 1

/** What is measured at each size: its unit, and what is asked of it. `growth`: from the smallest to the largest. */
const ROWS = {
  written: { name: 'bookings written by bulk writers in a second of CPU', unit: 'a second', aim: 'written' },
  words: { name: 'bookings made ready for search in a second of CPU', unit: 'a second', aim: null },
  openCold: { name: 'open cold', unit: 'ms', aim: 'growth' },
  openWarm: { name: 'open warm', unit: 'ms', aim: 'growth' },
  scan: { name: 'first scan, cold', unit: 'ms', aim: 'growth' },
  list: { name: 'first page of bookings', unit: 'ms of CPU', aim: 'growth' },
  audit: { name: 'first page of the audit log', unit: 'ms of CPU', aim: 'growth' },
  searchCommon: { name: 'bookings by a word that many have, p95', unit: 'ms of CPU', aim: 'search' },
  searchRare: { name: 'by a reference that one has, p95', unit: 'ms of CPU', aim: 'search' },
  searchBoth: { name: 'by a name and a part of a number, p95', unit: 'ms of CPU', aim: 'search' },
  searchNone: { name: 'by a word that none has, p95', unit: 'ms of CPU', aim: 'search' },
  quarter: { name: 'backup of a quarter', unit: 'ms', aim: 'growth' },
  quarterHold: { name: 'longest hold by it', unit: 'ms', aim: 'quarterIdle' },
  quarterIdle: { name: 'of an idle process meanwhile', unit: 'ms', aim: null },
  day: { name: 'backup of a day', unit: 'ms', aim: null },
  dayHold: { name: 'longest hold by it', unit: 'ms', aim: 'dayIdle' },
  dayIdle: { name: 'of an idle process meanwhile', unit: 'ms', aim: null },
  heap: { name: 'memory that the open ledger holds', unit: 'MB', aim: 'growth' },
  bytes: { name: 'bytes on disk', unit: 'MB', aim: null },
} as const
type Key = keyof typeof ROWS
type Figures = Record<Key, number>
const keySchema = z.enum(Object.keys(ROWS) as [Key, ...Key[]])
const KEYS = keySchema.options

/** A ledger of years beside a small one: what a person waits for must not grow with history. */
export async function benchYears(sizes: YearSizes): Promise<BenchResult[]> {
  const figures: Figures[] = []
  for (const bookings of sizes.bookings) figures.push(await figuresOf(bookings, sizes))
  const [small] = figures
  const large = figures.at(-1)
  if (small === undefined || large === undefined) throw new Error('no figures')
  return KEYS.map((key) => {
    const { name, unit } = ROWS[key]
    return {
      name: `${name}, ${sizes.bookings.join(' -> ')} bookings`,
      figures: `${figures.map((figure) => figure[key].toFixed(1)).join(' -> ')} ${unit}`,
      measured: figures.map((figure) => figure[key]),
      ratio: large[key] / small[key],
      aim: aimOf(key, small, large),
    }
  })
}

function aimOf(key: Key, small: Figures, large: Figures): BenchResult['aim'] {
  const { aim } = ROWS[key]
  switch (aim) {
    case null:
      return null
    case 'growth':
      return { words: `<= ${MOST_GROWTH}`, met: large[key] / small[key] <= MOST_GROWTH }
    case 'search':
      return { words: `<= ${MOST_SEARCH_MS} ms`, met: large[key] <= MOST_SEARCH_MS }
    case 'written':
      return { words: `>= ${LEAST_WRITTEN} a second`, met: large[key] >= LEAST_WRITTEN }
    default:
      return { words: `<= ${MOST_HOLD_MS} ms beyond idle`, met: large[key] - large[aim] <= MOST_HOLD_MS }
  }
}

async function figuresOf(bookings: number, { rounds, openings: times }: YearSizes): Promise<Figures> {
  const dir = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  const file = join(dir, 'ledger.db')
  const clock = new FakeClock('2026-11-21T15:00:00.000Z')
  try {
    const filling = await growFile(dir, clock, { bookings, labelBytes: LABEL_BYTES })
    const perSecond = (ms: number) => bookings / (countedCpu(ms) / 1000)
    const bytes = statSync(file).size / 1e6
    const cold = await openings(dir, clock, times, () =>
      // The file leaves the system's cache; where there is no such dd, "cold" is warm.
      execFileSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' }),
    )
    const warm = await openings(dir, clock, times, () => undefined)
    const heapBefore = process.memoryUsage().heapUsed
    const { ledger } = await openAndScan(dir, clock)
    try {
      const heap = Math.max(0.1, (process.memoryUsage().heapUsed - heapBefore) / 1e6)
      const read = await readingOf(ledger, clock, rounds)
      const backups = await backupsOf(ledger, clock)
      const opened = { openCold: cold.open, openWarm: warm.open, scan: cold.scan }
      const written = { written: perSecond(filling.rowsMs), words: perSecond(filling.wordsMs) }
      return { ...written, ...opened, ...read, ...backups, heap, bytes }
    } finally {
      ledger.close()
    }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

async function openAndScan(dir: string, clock: FakeClock): Promise<{ ledger: Ledger; open: number; scan: number }> {
  const startedAt = performance.now()
  const ledger = await openLedger(dir, clock)
  const open = performance.now() - startedAt
  return {
    ledger,
    open,
    scan: await elapsed(() => bookingStore(ledger.db, clock).findByCode('embedded', 'PRO00005000')),
  }
}

/** Medians of some openings: each waits for the disk a few times, and one of them may wait long for another's writes. */
async function openings(
  dir: string,
  clock: FakeClock,
  times: number,
  before: () => unknown,
): Promise<{ open: number; scan: number }> {
  const seen: { open: number; scan: number }[] = []
  for (let n = 0; n < times; n++) {
    before()
    const { ledger, open, scan } = await openAndScan(dir, clock)
    ledger.close()
    seen.push({ open, scan })
  }
  return { open: median(seen.map(({ open }) => open)), scan: median(seen.map(({ scan }) => scan)) }
}

type Reading = Pick<Figures, 'list' | 'audit' | 'searchCommon' | 'searchRare' | 'searchBoth' | 'searchNone'>

async function readingOf({ db }: Ledger, clock: FakeClock, rounds: number): Promise<Reading> {
  const store = bookingStore(db, clock)
  const audit = auditLog(db)
  /** After one that is not counted, which meets a cold file. */
  const times = async (work: (round: number) => unknown) => {
    const seen: number[] = []
    await work(0)
    for (let round = 1; round <= rounds; round++) seen.push(await busy(() => work(round)))
    return seen
  }
  const search = async (text: (round: number) => string) =>
    p95(await times((round) => store.list({ limit: 100, text: text(round) })))
  return {
    list: median(await times(() => store.list({ limit: 100 }))),
    audit: median(await times(() => audit.list({ limit: 100 }))),
    searchCommon: await search(() => 'Globex'),
    searchRare: await search((round) => `PO-${String(1337 + round * 37).padStart(8, '0')}`),
    searchBoth: await search((round) => `Globex ${4213 + round * 37}`),
    searchNone: await search(() => 'Zanzibar'),
  }
}

/** The cuts begin with a full copy; then a quarter's work is cut, and a day's copy made anew. */
async function backupsOf(
  { db, backups }: Ledger,
  clock: FakeClock,
): Promise<Pick<Figures, 'quarter' | 'quarterHold' | 'quarterIdle' | 'day' | 'dayHold' | 'dayIdle'>> {
  await backups.takeFull()
  const store = bookingStore(db, clock)
  for (let n = 0; n < QUARTER_BOOKINGS; n++) await store.submit(newBooking(`quarter-${n}`))
  clock.advance(QUARTER_MS)
  const quarter = await holding(() => backups.tick())
  const day = await holding(() => backups.takeFull())
  return {
    ...{ quarter: quarter.ms, quarterHold: quarter.hold, quarterIdle: quarter.idle },
    ...{ day: day.ms, dayHold: day.hold, dayIdle: day.idle },
  }
}

/** How long the work took, how long it held the loop at most, and how long a process was held meanwhile that did nothing. */
async function holding(work: () => Promise<void>): Promise<{ ms: number; hold: number; idle: number }> {
  const other = fork(join(import.meta.dirname, 'idle-process.ts'))
  const said = () => new Promise<number>((resolve) => other.once('message', (ms) => resolve(Number(ms))))
  try {
    await said()
    const delay = monitorEventLoopDelay({ resolution: SHORTEST_HOLD })
    delay.enable()
    const ms = await elapsed(work)
    delay.disable()
    const idle = said()
    other.send('end')
    const least = (held: number) => Math.max(SHORTEST_HOLD, held)
    return { ms, hold: least(delay.max / 1e6), idle: least(await idle) }
  } finally {
    other.kill()
  }
}
