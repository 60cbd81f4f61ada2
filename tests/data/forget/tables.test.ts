import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { CACHE_TEXTS } from '../../../src-main/data/forget/forget-cache.rows.ts'
import { openCache } from '../../../src-main/data/cache/cache.ts'
import type { SqliteDatabase } from '../../../src-main/kernel/sqlite/database.ts'
import { LEDGER_TEXTS } from '../../../src-main/data/retention/forget-ledger.rows.ts'
import { openLedger } from '../../../src-main/data/ledger/ledger.ts'
import { runningClock } from '../../support/running-clock.ts'
import { tempDir } from '../../support/temp-dir.ts'

/** Tables with texts in which no consignee can be named, and why. */
const NAMES_NOBODY: Record<string, string> = {
  approval: 'ids, hashes, and who works here',
  api_submission: 'ids and hashes',
  api_token: 'names of systems',
  badge_tries: 'times',
  booking_count: 'counts by state',
  column_map: 'headers of files',
  consignee_follow: 'ids',
  shipped_to: 'ids',
  document_backfill: 'a hash',
  document_bytes: 'bytes, looked through by themselves',
  document_look: 'ids',
  forgetting: 'a salt',
  forgotten: 'salted hashes',
  given_out: 'numbers that were given out',
  hook: 'addresses of systems',
  hook_exception: 'ids',
  label: 'hashes of bytes, which are looked through by themselves',
  on_time_sum: 'carriers and towns: follows the shipments by triggers',
  news_source: 'ids',
  ledger_identity: 'numbers of the ledger',
  manifest: 'signed: it stays, and is named as what stays',
  manifest_shipment: 'ids',
  person: 'who works here',
  print_batch: 'ids',
  print_claim: 'ids, and who works here',
  printer: 'names of printers',
  refund_received: 'who works here',
  restoration: 'moments',
  service_fact: 'how the service writes',
  setting: 'who works here, and rules',
  shipment_attention: 'ids',
  shipment_count: 'counts by state and carrier',
  shipment_news: 'ids',
  shipment_word: 'cleaned by what stands in the index',
  site_label: 'ids and hashes',
  site_link: 'how far a site was followed',
  site_manifest: 'signed: it stays, and is named as what stays',
  site_manifest_shipment: 'ids',
  site_print: 'ids, and who works here',
  site_setting: 'limits, and how printers are treated',
  source: 'how far a service was read',
  spend_sum: 'follows the bookings by triggers',
  webhook_inbox: 'ids',
}

/** Tables of rows, not those in which SQLite keeps an index of words: these follow the rows. */
function tablesWithTexts(db: SqliteDatabase): string[] {
  const names = db
    .prepare(
      `SELECT DISTINCT m.name FROM sqlite_master m, pragma_table_info(m.name) c
       WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' AND m.name NOT LIKE 'sqlite_%'
         AND m.name NOT LIKE '%\\_text\\_%' ESCAPE '\\' AND c.type = 'TEXT' ORDER BY m.name`,
    )
    .pluck()
    .all()
  return z.array(z.string()).parse(names)
}

describe('forgetting a person', () => {
  it.each([
    ['ledger', openLedger, LEDGER_TEXTS],
    ['cache', openCache, CACHE_TEXTS],
  ] as const)('looks at every table of the %s, or it is said here why not', async (_name, open, texts) => {
    const { db, close } = await open(tempDir(), runningClock())
    try {
      const missed = tablesWithTexts(db).filter(
        (table) => !(table in NAMES_NOBODY) && !texts.some((each) => each.table === table),
      )
      expect(missed).toEqual([])
    } finally {
      close()
    }
  })

  it('names no table as one of nobody that it looks at', () => {
    const both = [...LEDGER_TEXTS, ...CACHE_TEXTS].map(({ table }) => table).filter((table) => table in NAMES_NOBODY)
    expect(both).toEqual([])
  })
})
