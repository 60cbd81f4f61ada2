import { fork } from 'node:child_process'
import { once } from 'node:events'
import type Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findStoredQuote, isQuotedLoad } from '../../src-sandbox/booking/quote-store.ts'
import { openSandboxDatabase } from '../../src-sandbox/database.ts'
import { quoteShapeBSchema } from '../../src-shared/freight/quote.ts'
import { programOf } from '../support/program.ts'
import { tempDir } from '../support/temp-dir.ts'
import { firstVersionFolder } from './first-version.ts'
import { palletRequest, useService } from './service.ts'

const service = useService()
const NORTHLINE = { provider: 'Northline Freight', service: 'LTL_STANDARD' }
const CLI = programOf('src-sandbox/cli.ts')

test('many quotes at once have ids, loads and bill of lading numbers of their own', async () => {
  await service.faultApi('POST', '/settings', { quoteShape: 'B' })
  const answers = await Promise.all(Array.from({ length: 250 }, () => service.post('/quote', palletRequest())))
  const quotes = answers.map(({ body }) => quoteShapeBSchema.parse(body))
  for (const ids of [quotes.map(({ loadId }) => loadId), quotes.map(({ bolNumber }) => bolNumber)]) {
    expect(new Set(ids).size).toBe(250)
  }
})

test('a service that was killed gives no number again, and knows the quotes of the time before', async () => {
  const dataDir = tempDir()
  const started = async () => {
    const child = fork(CLI, ['--data', dataDir, '--key', 'k', '--plan', 'enterprise', '--quote-shape', 'B'], {
      silent: true,
    })
    const [line] = await once(child.stdout ?? child, 'data')
    const baseUrl = String(line).trim().split(' ').at(-1) ?? ''
    const post = async (path: string, body: unknown) => {
      const headers = { authorization: 'Bearer k', 'content-type': 'application/json' }
      return (await fetch(baseUrl + path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
    }
    return { child, post, quote: async () => quoteShapeBSchema.parse(await post('/quote', palletRequest())) }
  }
  const first = await started()
  const early = await first.quote()
  // Another booking writes what waits; the quote after it may be lost, its numbers may not be given again.
  await first.post('/book-shipment', { quoteId: 'QTE-NONE', selectedRate: NORTHLINE })
  const last = await first.quote()
  first.child.kill('SIGKILL')
  await once(first.child, 'exit')

  const second = await started()
  onTestFinished(() => void second.child.kill())
  const next = await second.quote()
  expect([early.bolNumber, last.bolNumber]).not.toContain(next.bolNumber)
  expect(await second.post(`/book/${early.loadId}`, { quoteId: early.data.quotes[0]?.quoteId })).toMatchObject({
    success: true,
    data: { bolNumber: early.bolNumber },
  })
})

test('a quote of the first version keeps its offers, their ids and its load', () => {
  const dataDir = firstVersionFolder((old: Database.Database) => {
    old.exec(`
      INSERT INTO quote VALUES ('QTE-AAAA', 'SHP-ZZZZ', 'B2', '{"a":1}', 5, 1000);
      INSERT INTO quote_rate VALUES ('RTE-AAAA-02', 'QTE-AAAA', 1, '{"provider":"Two"}'),
                                    ('RTE-AAAA-01', 'QTE-AAAA', 0, '{"provider":"One"}');
    `)
  })
  const db = openSandboxDatabase(dataDir)
  onTestFinished(() => void db.close())
  expect(findStoredQuote(db, 'QTE-AAAA', 10)).toMatchObject({
    kind: 'DOMESTIC',
    loadId: 'SHP-ZZZZ',
    request: { a: 1 },
    offers: [
      { rateId: 'RTE-AAAA-01', offer: { provider: 'One' } },
      { rateId: 'RTE-AAAA-02', offer: { provider: 'Two' } },
    ],
  })
  expect(findStoredQuote(db, 'RTE-AAAA-02', 10).offers).toEqual([{ rateId: 'RTE-AAAA-02', offer: { provider: 'Two' } }])
  expect([isQuotedLoad(db, 'SHP-ZZZZ'), isQuotedLoad(db, 'SHP-AAAA')]).toEqual([true, false])
  expect(() => findStoredQuote(db, 'RTE-AAAA-03', 10)).toThrow('there is no quote RTE-AAAA-03')
  expect(() => findStoredQuote(db, 'RTE-AAAA-01', 1000)).toThrow('expired')
  expect(join(dataDir, 'sandbox.db')).toBe(db.name)
})
