import { z } from 'zod'
import { dropSite, followSite, refreshSites } from '../store/company/followed.ts'
import { migrateCompany } from '../store/company/migrate.ts'
import { publishSite, unpublishSite } from '../store/company/publication.ts'
import { grantReader } from '../store/company/readers.ts'
import { searchCompany, type FoundBooking } from '../store/company/search.ts'
import { siteStandings, type SiteStanding } from '../store/company/standing.ts'
import { asUnfit, unfit } from '../store/company/unfit.ts'
import { openSiteDatabase, type SiteDatabase } from '../store/site/site-database.ts'
import { databaseFlag, databaseOf } from './database-flag.ts'
import { readArguments } from './command.ts'
import { EXIT, type ExitCode } from './exit.ts'
import { UsageError, type CliIo } from './io.ts'
import { table } from './table.ts'

const OPTIONS = {
  database: { type: 'string' },
  from: { type: 'string' },
  site: { type: 'string', multiple: true },
} as const

const flagsSchema = z.object({
  database: databaseFlag,
  from: databaseFlag,
  site: z.array(z.string().trim().min(1)).default([]),
})

/** An index over years, or a site's rows let go of. */
const PATIENCE_MS = 3_600_000

/** `waybill site company ...`: many sites, one database to read. */
export async function runCompany(args: string[], io: CliIo): Promise<ExitCode> {
  const [word = '', ...rest] = args
  const { flags, words, common } = readArguments(rest, OPTIONS, flagsSchema)
  const told = (value: object, lines: readonly string[]): ExitCode => {
    for (const line of common.json ? [JSON.stringify(value)] : lines) io.out(line)
    return EXIT.done
  }
  const named = (what: string): string => {
    const text = words.join(' ').trim()
    if (text !== '') return text
    throw new UsageError(`name ${what}`)
  }
  const atSite = <T>(work: (db: SiteDatabase) => Promise<T>) =>
    withDatabase(flags.database ?? databaseOf(io.env, 'WAYBILL_SITE_DATABASE'), work)
  const atCompany = <T>(work: (db: SiteDatabase) => Promise<T>) =>
    withDatabase(flags.database ?? databaseOf(io.env, 'WAYBILL_COMPANY_DATABASE'), work)
  switch (word) {
    case 'publish':
      return atSite(async (db) => {
        const published = await publishSite(db)
        return told(published, publishedLines(published))
      })
    case 'unpublish':
      return atSite(async (db) => {
        const wasPublished = await unpublishSite(db)
        const line = wasPublished ? 'Nothing is published any more.' : 'Nothing was published.'
        return told({ wasPublished }, [line])
      })
    case 'init':
      return atCompany(async (db) => {
        const made = await migrateCompany(db)
        const away = await refreshSites(db)
        return told({ ...made, away }, [
          `The company's tables are of version ${made.to}.`,
          ...(away.length === 0 ? [] : [`Not reached, and as it was before: ${away.join(', ')}. Run this again.`]),
        ])
      })
    case 'add':
      return atCompany(async (db) => {
        const from = flags.from ?? databaseOf(io.env, 'WAYBILL_COMPANY_SITE')
        if (from === undefined) throw new UsageError('name the site with --from, or in WAYBILL_COMPANY_SITE')
        const site = await followSite(db, from)
        return told(site, [`${site.siteName} is followed. waybill site company sites shows how far.`])
      })
    case 'remove':
      return atCompany(async (db) => {
        const { isSiteTold, ...site } = await dropSite(db, named('a site'))
        return told({ ...site, isSiteTold }, [
          `${site.siteName} is followed no more, and its rows are gone.`,
          ...(isSiteTold ? [] : ['It was not reached: run waybill site company unpublish there, or its disk fills.']),
        ])
      })
    case 'sites':
      return atCompany(async (db) => {
        const sites = await siteStandings(db)
        told({ sites }, siteLines(sites))
        return sites.some(({ standing }) => standing === 'stopped') ? EXIT.failed : EXIT.done
      })
    case 'reader':
      return atCompany(async (db) => {
        const reader = named('a role')
        const { password } = await grantReader(db, reader, flags.site)
        const sees = flags.site.length === 0 ? 'no site' : flags.site.join(', ')
        return told({ reader, sites: flags.site, password }, [`${reader} sees ${sees}.`, ...passwordLines(password)])
      })
    case 'search':
      return atCompany(async (db) => {
        const found = await searchCompany(db, named('what to look for'))
        return told(found, foundLines(found))
      })
    default:
      throw new UsageError(`"${word}" is no word of waybill site company`)
  }
}

async function withDatabase<T>(url: string | undefined, work: (db: SiteDatabase) => Promise<T>): Promise<T> {
  if (url === undefined) {
    throw unfit(
      'Name the database with --database, or in WAYBILL_SITE_DATABASE (publish, unpublish) or WAYBILL_COMPANY_DATABASE (the rest).',
      'not named',
    )
  }
  const db = openSiteDatabase(url, { connections: 1, queryTimeoutMs: PATIENCE_MS, name: 'waybill company' })
  try {
    return await work(db)
  } catch (error) {
    throw asUnfit(error)
  } finally {
    await db.close()
  }
}

const passwordLines = (password: string | null): string[] =>
  password === null ? [] : [`Its password, shown this once: ${password}`]

function publishedLines({ role, password }: { role: string; password: string | null }): string[] {
  return [
    `This site is published to its company, by the role ${role}.`,
    ...passwordLines(password),
    'At the company: waybill site company add, with this role in WAYBILL_COMPANY_SITE.',
  ]
}

function siteLines(sites: readonly SiteStanding[]): string[] {
  if (sites.length === 0) return ['No site is followed: waybill site company add follows one.']
  return table(
    ['site', 'id', 'standing', 'as of', 'behind', 'why'],
    sites.map(({ siteName, siteId, standing, asOf, behindS, why }) => [
      siteName,
      siteId,
      standing,
      asOf ?? '-',
      behindS === null ? '-' : `${Math.max(0, Math.round(behindS))} s`,
      why ?? '',
    ]),
  )
}

function foundLines({ bookings, areMore }: { bookings: readonly FoundBooking[]; areMore: boolean }): string[] {
  if (bookings.length === 0) return ['Nothing is found at the sites that you see.']
  const rows = bookings.map((booking) => [
    booking.siteName,
    booking.station,
    booking.reference,
    booking.isCancelled ? 'cancelled' : booking.state,
    booking.consignee,
    booking.destination,
    booking.carrier,
    booking.trackingNumber ?? '-',
    booking.proNumber ?? '-',
    booking.createdAt,
  ])
  const head = ['site', 'station', 'reference', 'state', 'consignee', 'to', 'carrier', 'tracking', 'PRO', 'booked']
  return [...table(head, rows), ...(areMore ? ['There are more: type more of it.'] : [])]
}
