import type Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { findStoredQuote, isQuotedLoad } from '../../src-sandbox/booking/quote-store.ts'
import { openSandboxDatabase } from '../../src-sandbox/database.ts'
import { firstVersionFolder } from './first-version.ts'

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
