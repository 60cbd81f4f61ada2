import { runtime } from '../../src-node/runtime/runtime.ts'
import { mkdirSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, it, onTestFinished } from 'vitest'
import { createRequestLog } from '../../src-main/data/audit/request-log.ts'
import { openCache } from '../../src-main/data/cache/cache.ts'
import { CACHE_MIGRATIONS } from '../../src-main/data/cache/migrations.ts'
import { cacheRetention } from '../../src-main/data/cache/retention.rows.ts'
import { EMBEDDED } from '../../src-shared/station/app/state.ts'
import { quoteStore } from '../../src-main/quotes/quotes.rows.ts'
import { syncCursorStore } from '../../src-main/shipments/sync-cursor.rows.ts'
import { appendAudit } from '../../src-main/data/audit/audit.rows.ts'
import { auditLog } from '../../src-main/data/audit/audit-log.rows.ts'
import { requestStore, type RequestEntry } from '../../src-main/data/audit/requests.rows.ts'
import { testCache } from '../support/cache.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { testLedger } from '../support/ledger.ts'
import { tempDir } from '../support/temp-dir.ts'

const DAY = 24 * 60 * 60 * 1000

function call(change: Partial<RequestEntry> = {}): RequestEntry {
  return {
    requestId: null,
    at: '2026-11-21T15:00:00.000Z',
    family: 'general',
    priority: 'person',
    method: 'GET',
    path: '/shipments',
    status: 200,
    code: null,
    delivery: null,
    attempt: 1,
    durationMs: 12.5,
    requestBody: null,
    responseBody: '{}',
    ...change,
  }
}

const ALL = { onlyFailures: false, limit: 500 }

it('calls wait for one commit together, and are written at the end', async () => {
  const { db } = await testLedger()
  const requests = requestStore(db)
  let commits = 0
  const log = createRequestLog({
    log: runtime().log,
    requests: {
      ...requests,
      add: (entries) => {
        commits += 1
        return requests.add(entries)
      },
    },
    onFault: (error) => {
      throw error
    },
    flushMs: 60_000,
  })
  for (let index = 0; index < 50; index++) log.note(call({ requestBody: 'x'.repeat(10_000) }))
  expect((await requests.list(ALL)).rows).toEqual([])
  await log.close()
  log.note(call())
  expect((await requests.list(ALL)).rows).toHaveLength(50)
  expect(commits).toBe(1)
  expect((await requests.get(1))?.requestBody).toHaveLength(4096)
})

it('a ledger that cannot be written loses no call that fits into memory', async () => {
  const { db } = await testLedger()
  const requests = requestStore(db)
  const faults: unknown[] = []
  let isFull = true
  const log = createRequestLog({
    log: runtime().log,
    requests: {
      ...requests,
      add: (entries) => (isFull ? Promise.reject(new Error('disk is full')) : requests.add(entries)),
    },
    onFault: (error) => faults.push(error),
    flushMs: 60_000,
  })
  log.note(call({ path: '/first' }))
  expect((await log.list(ALL)).rows).toEqual([])
  isFull = false
  log.note(call({ path: '/second' }))
  await log.close()
  expect(faults).toHaveLength(1)
  expect((await requests.list(ALL)).rows.map(({ path }) => path)).toEqual(['/second', '/first'])
})

it('calls older than they are kept are let go', async () => {
  const { db, clock } = await testLedger()
  const requests = requestStore(db)
  await requests.add([call()])
  clock.advance(31 * DAY)
  await requests.add([call({ at: clock.now().toISOString(), code: 'INVALID_ADDRESS', status: 400 })])
  for await (const { count } of requests.letGo({ before: new Date(clock.now().getTime() - 30 * DAY), isDry: false })) {
    expect(count).toBe(1)
  }
  expect(await requests.list({ ...ALL, onlyFailures: true })).toMatchObject({ rows: [{ code: 'INVALID_ADDRESS' }] })
  expect((await requests.list(ALL)).rows).toHaveLength(1)
})

it('an audit row keeps the names that were set when it was written', async () => {
  const { db, clock } = await testLedger()
  const write = () =>
    appendAudit(db, { at: clock.now(), actor: 'operator', subjectKind: 'booking', subjectId: 'b', action: 'submitted' })
  const name = (value: string) =>
    db
      .prepare(`INSERT INTO setting VALUES ('settings', ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value`)
      .run(value)
  write()
  name(JSON.stringify({ stationName: 'Dock 7', operatorName: 'Ana' }))
  write()
  name('no JSON')
  write()
  const { rows } = await auditLog(db).list({ limit: 10 })
  expect(rows.map(({ station, operator }) => [station, operator])).toEqual([
    [null, null],
    ['Dock 7', 'Ana'],
    [null, null],
  ])
})

const quote = (id: string, requestedAt: string, city = 'Chicago') => {
  const place = { address1: '1 St', city, state: 'IL', postalCode: '60601', country: 'US' as const }
  return {
    id,
    shape: 'A' as const,
    rates: [],
    expiresAt: requestedAt,
    requestedAt,
    warnings: [],
    loadId: null,
    bolNumber: null,
    request: {
      originAddress: place,
      destinationAddress: place,
      cargo: [{ weight: 1, length: 1, width: 1, height: 1, quantity: 1, description: 'Box' }],
    },
  }
}

it('quotes of an older version are kept and found by their words', async () => {
  const dir = tempDir()
  const [first] = CACHE_MIGRATIONS
  const old = new Database(join(dir, 'cache.db'))
  old.exec(first)
  old.pragma('user_version = 1')
  old
    .prepare('INSERT INTO quote VALUES (?, ?, ?)')
    .run('q-1', '2026-11-21', JSON.stringify(quote('q-1', '2026-11-21', 'Querétaro')))
  old.close()
  const cache = await openCache(dir, new FakeClock())
  onTestFinished(() => cache.close())
  expect(cache.notices).toEqual([])
  const quotes = quoteStore(cache.db)
  expect(await quotes.find('q-1', EMBEDDED)).toMatchObject({ id: 'q-1' })
  expect(await quotes.list({ text: 'quereta', limit: 10 })).toMatchObject([{ quote: { id: 'q-1' } }])
})

it('a cache whose disk does not let it be opened is not put aside', async () => {
  const dir = tempDir()
  mkdirSync(join(dir, 'cache.db'))
  await expect(openCache(dir, new FakeClock())).rejects.toMatchObject({ code: 'DATA_FOLDER_READ_ONLY' })
  expect(readdirSync(dir)).toEqual(['cache.db'])
})

it('quotes older than they are kept go, and their words with them', async () => {
  const cache = await testCache()
  const quotes = quoteStore(cache.db)
  await quotes.keep(quote('old', '2026-01-01T00:00:00.000Z', 'Laredo'))
  await quotes.keep(quote('new', '2026-11-21T00:00:00.000Z'))
  const before = new Date('2026-08-01T00:00:00.000Z')
  for await (const { count } of cacheRetention(cache.db).quotes({ before, isDry: false })) expect(count).toBe(1)
  expect((await quotes.list({ text: '', limit: 10 })).map(({ quote: { id } }) => id)).toEqual(['new'])
  expect(await quotes.list({ text: 'laredo', limit: 10 })).toEqual([])
  await syncCursorStore(cache.db).use('another service')
  expect(await quotes.list({ text: '', limit: 10 })).toEqual([])
  expect(cache.db.prepare('SELECT count(*) AS n FROM quote_text').get()).toEqual({ n: 0 })
})

it('quotes that are too many or too old go a few at a time, whatever has gathered', async () => {
  const cache = await testCache()
  const gather = (count: number, from: number) =>
    cache.db.exec(`WITH RECURSIVE n (i) AS (SELECT ${from} UNION ALL SELECT i + 1 FROM n WHERE i < ${from + count - 1})
      INSERT INTO quote (id, requested_at, body)
      SELECT 'q-' || i, strftime('%Y-%m-%dT%H:%M:%fZ', '2025-01-01', '+' || (i / 2) || ' seconds'), '{}' FROM n`)
  const left = () => Number(cache.db.prepare('SELECT count(*) FROM quote').pluck().get())
  gather(100, 1)
  const quotes = quoteStore(cache.db, 30)
  const counts: number[] = []
  for (let at = 1; at <= 80; at++) {
    await quotes.keep(quote(`new-${at}`, '2026-11-21T00:00:00.000Z'))
    if (at % 10 === 0) counts.push(left())
  }
  expect(counts).toEqual([90, 80, 70, 60, 50, 40, 30, 30])
  // The oldest went.
  expect(await quotes.find('new-50', EMBEDDED)).toBeNull()
  expect((await quotes.list({ text: '', limit: 30 })).map(({ quote: { id } }) => id)).toEqual(
    Array.from({ length: 30 }, (_, at) => `new-${80 - at}`),
  )

  gather(125, 101)
  const slices = async (isDry: boolean) => {
    const seen: number[] = []
    const before = new Date('2026-01-01T00:00:00.000Z')
    for await (const { count } of cacheRetention(cache.db).quotes({ before, isDry })) seen.push(count)
    return seen
  }
  expect(await slices(true)).toEqual([50, 50, 25])
  expect(left()).toBe(155)
  expect(await slices(false)).toEqual([50, 50, 25])
  expect(left()).toBe(30)
  const sql = `EXPLAIN QUERY PLAN SELECT seq FROM quote WHERE requested_at < 'a' AND (requested_at, seq) > ('b', 1)
    ORDER BY requested_at, seq LIMIT 50`
  expect(cache.db.prepare(sql).all()).toMatchObject([
    { detail: expect.stringContaining('USING COVERING INDEX quote_age') },
  ])
})

it('quotes of a batch are kept, stand in no history and drive no other out', async () => {
  const cache = await testCache()
  const quotes = quoteStore(cache.db)
  const at = '2026-11-21T00:00:00.000Z'
  await quotes.keep(quote('typed', at, 'Laredo'))
  cache.db.exec(`WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10008)
    INSERT INTO quote (id, kind, requested_at, body, of_batch)
    SELECT 'of-batch-' || i, 'domestic', '${at}', '{}', 1 FROM n`)
  await quotes.keep(quote('of-batch', at, 'Laredo'), { isOfBatch: true })
  expect(await quotes.find('of-batch', EMBEDDED)).toMatchObject({ id: 'of-batch' })
  expect(await quotes.find('of-batch-1', EMBEDDED)).toBeNull()
  const listed = await Promise.all(['', 'laredo'].map((text) => quotes.list({ text, limit: 10 })))
  expect(listed.map((rows) => rows.map(({ quote: { id } }) => id))).toEqual([['typed'], ['typed']])
  const [plan] = cache.db
    .prepare('EXPLAIN QUERY PLAN SELECT seq FROM quote WHERE of_batch = 0 ORDER BY seq DESC LIMIT 50')
    .all()
  expect(plan).toMatchObject({ detail: expect.stringContaining('quote_listed') })
})
