import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { findPostgres } from '../../src-main/site-server/trial/find-postgres.ts'
import { browserPath } from '../support/browser.ts'
import { BATCH, benchBatch } from './batch.ts'
import { BOARD, benchBoard } from './board.ts'
import { CACHE, benchCache } from './cache.ts'
import { COLD_STARTS, benchColdStart } from './cold-start.ts'
import { CONVERSIONS, benchConversion } from './conversion.ts'
import type { BenchDatabase } from './database.ts'
import { DESKTOP_STARTS, benchDesktopStart } from './desktop-start.ts'
import { benchFirstLoad } from './first-load.ts'
import { LABELS, benchLabels } from './labels.ts'
import { ORDERS, benchOrders } from './orders.ts'
import { OUTBOX, benchOutbox } from './outbox.ts'
import { PRINTING, benchPrinting } from './printing.ts'
import { RIVALS, benchPrintingRivals } from './printing-rivals.ts'
import type { BenchResult, Sizes } from './ratio.ts'
import { QUOTES, benchQuotes } from './quotes.ts'
import { SCANS, benchScan } from './scan.ts'
import { SITE, benchSite } from './site.ts'
import { SITE_STATIONS, benchSiteStations } from './site-stations.ts'
import { FOLLOWING, benchSiteTracking } from './site-tracking.ts'
import { SITE_YEARS, benchSiteYears } from './site-years.ts'
import { SPEND, benchSpend } from './spend.ts'
import { EVENTS, benchIngest } from './tracking.ts'
import { USE, benchUse } from './use.ts'
import { YEARS, benchYears } from './years.ts'

/** What not every machine has. */
type Need = 'build' | 'browser' | 'postgres' | 'stand-in'

export interface BenchContext {
  length: keyof Sizes<unknown>
  openDatabase: () => Promise<BenchDatabase>
}

export interface Bench {
  name: string
  /** Runs where nothing is named. */
  isUsual: boolean
  needs: readonly Need[]
  run(context: BenchContext): Promise<BenchResult[]>
}

interface BenchOptions {
  isUsual?: boolean
  needs?: readonly Need[]
}

function bench<T>(
  name: string,
  sizes: Sizes<T>,
  work: (sizes: T, openDatabase: BenchContext['openDatabase']) => BenchResult[] | Promise<BenchResult[]>,
  { isUsual = true, needs = [] }: BenchOptions = {},
): Bench {
  return { name, isUsual, needs, run: async ({ length, openDatabase }) => work(sizes[length], openDatabase) }
}

const NAMED_ALONE = { isUsual: false }

/** Every bench. */
export const BENCHES: readonly Bench[] = [
  bench('printing', PRINTING, benchPrinting),
  bench('quotes', QUOTES, benchQuotes, { needs: ['build'] }),
  bench('outbox', OUTBOX, benchOutbox, { needs: ['build'] }),
  bench('printing-rivals', RIVALS, benchPrintingRivals),
  bench('cold-start', COLD_STARTS, benchColdStart, { needs: ['build'] }),
  bench('desktop-start', DESKTOP_STARTS, benchDesktopStart, { needs: ['build', 'browser', 'stand-in'] }),
  bench('first-load', { full: null, short: null }, benchFirstLoad, { needs: ['build'] }),
  bench('conversion', CONVERSIONS, benchConversion),
  bench('labels', LABELS, benchLabels),
  bench('batch', BATCH, benchBatch),
  bench('ingest', EVENTS, benchIngest),
  bench('orders', ORDERS, benchOrders),
  bench('board', BOARD, benchBoard, { needs: ['build', 'browser'] }),
  bench('cache', CACHE, benchCache, { needs: ['build'] }),
  bench('scan', SCANS, benchScan, { needs: ['build', 'browser'] }),
  bench('use', USE, benchUse, { needs: ['build', 'browser'] }),
  bench('years', YEARS, benchYears, NAMED_ALONE),
  bench('site', SITE, benchSite, { ...NAMED_ALONE, needs: ['postgres'] }),
  bench('site-tracking', FOLLOWING, benchSiteTracking, { ...NAMED_ALONE, needs: ['postgres'] }),
  bench('site-stations', SITE_STATIONS, benchSiteStations, { ...NAMED_ALONE, needs: ['build', 'postgres'] }),
  bench('site-years', SITE_YEARS, benchSiteYears, { ...NAMED_ALONE, needs: ['postgres'] }),
  bench('spend', SPEND, benchSpend, NAMED_ALONE),
]

const OBSTACLES: Record<Need, string | null> = {
  build: existsSync(join(import.meta.dirname, '../../out/renderer/index.html')) ? null : 'nothing built in out/',
  browser: browserPath() === null ? 'no browser' : null,
  postgres: (await findPostgres()) === null ? 'no PostgreSQL' : null,
  'stand-in': process.platform === 'win32' ? 'Windows' : null,
}

/** Why this bench cannot run on this machine, for people; empty where it can. */
export function whyNot({ needs }: Bench): string {
  const obstacles = needs.flatMap((need) => OBSTACLES[need] ?? [])
  return obstacles.length === 0 ? '' : `skipped: ${obstacles.join(', ')}`
}
