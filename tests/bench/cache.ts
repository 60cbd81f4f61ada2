import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openCache, type Cache } from '../../src-main/data/cache/cache.ts'
import { shipmentStore, type ShipmentStore } from '../../src-main/shipments/shipments.rows.ts'
import { syncCursorStore } from '../../src-main/shipments/sync-cursor.rows.ts'
import { watchTimes } from '../../src-main/shipments/watch.rows.ts'
import { onTestsDate } from '../support/child-date.ts'
import { END_MS, benchClock, reportOf } from './cache-data.ts'
import { elapsed, p95, sideBySide, type BenchResult, type Sizes } from './ratio.ts'

const run = promisify(execFile)
const CLI = join(import.meta.dirname, '../../out/src-main/cli/waybill.js')
/** Never asked: the station answers from its cache. */
const NOBODY = 'http://127.0.0.1:4010/api/v1'
const BATCH = 5_000
const SEARCH_AIM_MS = 15
const CODE_AIM_MS = 1
const START_AIM = 1.5
const MEMORY_AIM_MB = 150

interface CacheSizes {
  shipments: number
  /** Of the keystrokes, look-ups and searches: every how-manieth is made. */
  every: number
  rounds: number
}

export const CACHE: Sizes<CacheSizes> = {
  full: { shipments: 1_000_000, every: 1, rounds: 5 },
  short: { shipments: 500, every: 12, rounds: 0 },
}

/** A million shipments in a folder of their own: searches, start and memory. Takes some minutes, most of them to fill. */
export async function benchCache({ shipments: count, every, rounds }: CacheSizes): Promise<BenchResult[]> {
  if (!existsSync(CLI)) throw new Error('out/ is missing: npm run build first')
  const dataDir = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  try {
    const cache = await openCache(dataDir, benchClock())
    const filled = await fill(cache, count)
    const results = [filled, ...(await benchReads(cache, count, every))]
    cache.close()
    return [...results, await benchMemory(dataDir), await benchStart(dataDir, rounds)]
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

async function fill(cache: Cache, count: number): Promise<BenchResult> {
  await syncCursorStore(cache.db).use('http://127.0.0.1:4010/api/v1')
  const shipments = shipmentStore(cache.db)
  const ms = await elapsed(async () => {
    for (let from = 0; from < count; from += BATCH) {
      const reports = Array.from({ length: Math.min(BATCH, count - from) }, (_, index) => reportOf(from + index, count))
      await shipments.upsert(reports, new Date(END_MS))
    }
  })
  const figures = `${Math.round(count / (ms / 1000)).toLocaleString('en')} shipments a second`
  return {
    name: `filling the cache, ${count.toLocaleString('en')} shipments`,
    figures,
    measured: [ms],
    ratio: null,
    aim: null,
  }
}

async function benchReads({ db }: Cache, count: number, every: number): Promise<BenchResult[]> {
  const shipments = shipmentStore(db)
  const like = db.prepare(
    `SELECT shipment_id FROM shipment WHERE reference LIKE @word OR tracking_number LIKE @word OR pro_number LIKE @word
       OR provider LIKE @word OR destination LIKE @word ORDER BY place DESC LIMIT 50`,
  )
  const typed = keystrokes(count).filter((_, index) => index % every === 0)
  const times: number[] = []
  for (const text of typed) times.push(await elapsed(() => shipments.search({ text, page: 1, limit: 50 })))
  // Few of them: each reads a million rows unless its word is common.
  const scans: number[] = []
  for (const text of typed.filter((_, index) => index % 12 === 5)) {
    scans.push(await elapsed(() => like.all({ word: `%${text.split(' ').at(-1) ?? ''}%` })))
  }
  const codes: number[] = []
  for (let index = 0; index < 1000; index += every) {
    const report = reportOf((index * 7919) % count, count)
    const code = [report.shipmentId, report.trackingNumber, report.proNumber, report.reference][index % 4] ?? ''
    codes.push(await elapsed(() => shipments.findByCode(code)))
  }
  const tiles: number[] = []
  const watch = watchTimes(new Date(END_MS), 48)
  for (let index = 0; index < 20; index += every) tiles.push(await elapsed(() => shipments.tiles(watch)))
  return [
    against('search as typed, p95 / LIKE scan, p95', p95(times), p95(scans), SEARCH_AIM_MS),
    plain('look-up by a whole code, p95', p95(codes), CODE_AIM_MS),
    plain('figures over the grid, p95', p95(tiles), null),
    plain('what needs attention, newest 50, p95', p95(await watched(shipments, every)), null),
  ]
}

async function watched(shipments: ShipmentStore, every: number): Promise<number[]> {
  const times = watchTimes(new Date(END_MS), 48)
  const query = { text: '', attention: true as const, times, page: 1, limit: 50 }
  const measured: number[] = []
  for (let index = 0; index < 20; index += every) measured.push(await elapsed(() => shipments.search(query)))
  return measured
}

/** What people type, key by key: one word, and a second one after it. */
function keystrokes(count: number): string[] {
  const words = ['northline', 'laredo', 'chicago', 'acme', 'summit', 'tx', 'peñón']
  for (let index = 0; index < 12; index++) {
    const { reference, trackingNumber, proNumber } = reportOf((index * 87_178_291) % count, count)
    words.push([reference, trackingNumber, proNumber][index % 3] ?? '')
  }
  const starts = (word: string) => Array.from(word, (_, index) => word.slice(0, index + 1))
  const two = words.flatMap((word, index) => {
    const second = words[(index + 1) % words.length] ?? ''
    return starts(second).map((start) => `${word} ${start}`)
  })
  return [...words.flatMap(starts), ...two]
}

function against(name: string, subject: number, baseline: number, aimMs: number): BenchResult {
  return {
    name,
    figures: `${subject.toFixed(2)} / ${baseline.toFixed(0)} ms`,
    measured: [subject, baseline],
    ratio: subject / baseline,
    aim: { words: `<= ${aimMs} ms`, met: subject <= aimMs },
  }
}

function plain(name: string, ms: number, aimMs: number | null): BenchResult {
  const aim = aimMs === null ? null : { words: `<= ${aimMs} ms`, met: ms <= aimMs }
  return { name, figures: `${ms.toFixed(2)} ms`, measured: [ms], ratio: null, aim }
}

/** Of a process of its own that opens the cache, searches once, then searches a hundred times more. */
async function benchMemory(dataDir: string): Promise<BenchResult> {
  const script = join(import.meta.dirname, 'cache-process.ts')
  const { stdout } = await run(process.execPath, ['--disable-warning=ExperimentalWarning', script, dataDir])
  const [once = NaN, later = NaN] = stdout.trim().split(' ').map(Number)
  return {
    name: 'memory with the cache open, after 1 / 100 searches',
    figures: `${once.toFixed(0)} / ${later.toFixed(0)} MB`,
    measured: [once, later],
    ratio: null,
    aim: { words: `<= ${MEMORY_AIM_MB} MB`, met: once <= MEMORY_AIM_MB },
  }
}

/** From nothing to a station that has answered a search: with this cache, against an empty one. */
async function benchStart(dataDir: string, rounds: number): Promise<BenchResult> {
  const emptyDir = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  const date = onTestsDate(benchClock())
  const open = (dir: string) => () =>
    elapsed(() =>
      run(process.execPath, [CLI, 'call', 'shipments.search', '--data', dir, '--base-url', NOBODY], { env: date.env }),
    )
  try {
    const { baseline, subject } = await sideBySide(rounds, open(emptyDir), open(dataDir))
    const ratio = subject / baseline
    return {
      name: 'start with this cache / with an empty one',
      figures: `${subject.toFixed(0)} / ${baseline.toFixed(0)} ms`,
      measured: [subject, baseline],
      ratio,
      aim: { words: `<= ${START_AIM}`, met: ratio <= START_AIM },
    }
  } finally {
    rmSync(emptyDir, { recursive: true, force: true })
  }
}
