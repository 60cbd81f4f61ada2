import { bringUpToDate } from '../site/migrate.ts'
import type { SiteDatabase } from '../site/site-database.ts'
import { begin } from './migrations/001-begin.ts'

/** In order; what stands here is never changed once it was released. */
export const COMPANY_MIGRATIONS: readonly string[] = [begin]

/**
 * Makes an empty database a company's, or brings one up to date.
 * @throws StationError DATABASE_UNFIT when it is a site's; DATABASE_FROM_FUTURE, DATABASE_AWAY
 */
export const migrateCompany = (db: SiteDatabase) => bringUpToDate(db, 'company', COMPANY_MIGRATIONS)
