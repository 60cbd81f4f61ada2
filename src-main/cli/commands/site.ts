import { z } from 'zod'
import type { SiteStation } from '../../../src-shared/site/state.ts'
import { RECEIVER_HOSTS, receiverSettingsSchema } from '../../../src-shared/station/tracking/webhook-receiver.ts'
import { readArguments, type CliCommand, type CommonFlags } from '../command.ts'
import { EXIT, type ExitCode } from '../exit.ts'
import { UsageError, type CliIo } from '../io.ts'
import { table } from '../table.ts'
import { withStation } from '../with-station.ts'

const OPTIONS = {
  database: { type: 'string' },
  trial: { type: 'boolean', default: false },
  host: { type: 'string' },
  port: { type: 'string', default: '8791' },
  name: { type: 'string', default: 'Site' },
  'tls-cert': { type: 'string' },
  'tls-key': { type: 'string' },
  plain: { type: 'boolean', default: false },
  url: { type: 'string', multiple: true },
  'price-tolerance': { type: 'string', default: '0' },
  'webhook-url': { type: 'string' },
  'webhook-host': { type: 'string', default: '127.0.0.1' },
  'webhook-port': { type: 'string', default: '8792' },
  without: { type: 'string', multiple: true },
  reason: { type: 'string' },
  end: { type: 'boolean', default: false },
  'with-enrolled': { type: 'boolean', default: false },
} as const

const flagsSchema = z
  .object({
    database: z
      .string()
      .regex(/^postgres(ql)?:\/\//, 'must be postgresql://user:password@host:5432/name')
      .optional(),
    trial: z.boolean(),
    host: z.string().min(1).optional(),
    port: z.coerce.number('must be a port').int().min(0).max(65_535),
    name: z.string().trim().min(1).max(40),
    'tls-cert': z.string().optional(),
    'tls-key': z.string().optional(),
    plain: z.boolean(),
    url: z.array(z.url('is no URL')).default([]),
    'price-tolerance': z.coerce.number('must be a percentage').min(0).max(100),
    'webhook-url': z
      .url('is no URL')
      .refine(isReachedByService, 'must be https:// (http:// on this machine alone), with a path of letters and digits')
      .optional(),
    'webhook-host': z.enum(RECEIVER_HOSTS, 'must be 127.0.0.1 or 0.0.0.0'),
    'webhook-port': z.coerce.number('must be a port').int().min(0).max(65_535),
    without: z.array(z.string().min(1)).default([]),
    reason: z.string().trim().min(1).max(300).optional(),
    end: z.boolean(),
    'with-enrolled': z.boolean(),
  })
  .refine((flags) => (flags['tls-cert'] === undefined) === (flags['tls-key'] === undefined), {
    error: 'are given together',
    path: ['tls-cert and --tls-key'],
  })
  .refine(({ trial, database }) => !trial || database === undefined, {
    error: 'brings its own database',
    path: ['trial'],
  })

/** The service sends webhooks over TLS, to an address without secrets; on this machine also without. */
function isReachedByService(text: string): boolean {
  const { protocol, hostname, pathname, search, username } = new URL(text)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(hostname))
  return isSafe && search === '' && username === '' && receiverSettingsSchema.shape.path.safeParse(pathname).success
}

/** `waybill site ...`: many stations, one ledger of the site, one sender. */
export const siteCommand: CliCommand = {
  name: 'site',
  summary: 'run a site of stations, enrol them, look after it',
  usage: `waybill site start (--database URL | --trial) [--name NAME] [--host H] [--port P] [--tls-cert F --tls-key F | --plain]
                   [--webhook-url URL] [--webhook-host H] [--webhook-port P]
waybill site enrol [--url URL ...]     a one-time code for one more station, good for 15 minutes
waybill site stations                  who is enrolled, seen when, in step or not
waybill site revoke STATION [--with-enrolled]
                                       ends its token and its unused codes; --with-enrolled also the stations that its codes enrolled
waybill site promote [--without STATION ...]
                                       lets the next sender take over at once; --without waits no more for a station
waybill site break-glass --reason WHY | --end
                                       at a station whose site is away: it sends by itself, or no longer
waybill site doctor                    version, timeline, standby, fsync, clock, certificate, stations, what waits
waybill site backup FILE               all that the site has, as of now
waybill site restore FILE              puts a backup into an empty database: every station is asked again

--database may stand in WAYBILL_SITE_DATABASE, where other users of the machine do not read it.
--trial starts a PostgreSQL of its own in the data folder, and listens on 127.0.0.1 alone unless --host names another address;
without --base-url it books with the embedded service.
--url names where stations reach the site (default: this machine's addresses).
--webhook-url is where the freight service sends its webhooks: the site subscribes under it, and listens on --webhook-port
(8792) of 127.0.0.1, where a reverse proxy or tunnel passes them on; --webhook-host 0.0.0.0 listens on every network.
--price-tolerance PERCENT is what a price may rise between two quotes without a question; of a booking no more than its
station allows.
break-glass sends what was booked at this station and never told to the site, each after a look at the service; what the site
has, or may have, waits for the site. It takes the API key from WAYBILL_API_KEY, and forgets it when the site is back.
Without TLS (--plain) a site is served on 127.0.0.1 alone. The API key is taken from WAYBILL_API_KEY or the keychain.`,
  async run(args, io) {
    const [word = '', ...rest] = args
    const { flags, words, common } = readArguments(rest, OPTIONS, flagsSchema)
    const place = { ...common, database: flags.database ?? (io.env['WAYBILL_SITE_DATABASE'] || undefined) }
    const [first] = words
    // Loaded here alone: no other command needs PostgreSQL's client or a server.
    if (word === 'start') {
      const { startSite } = await import('../site-start.ts')
      return startSite(io, place, flags)
    }
    if (word === 'break-glass') return breakGlass(io, common, flags)
    const { withSite } = await import('../../site-server/with-site.ts')
    switch (word) {
      case 'enrol':
        return withSite(io, place, async (site) => {
          const code = await site.enrolCode(flags.url)
          told(io, common.json, { code }, [code, 'Good for 15 minutes, for one station.'])
          return EXIT.done
        })
      case 'stations':
        return withSite(io, place, async (site) => {
          const stations = await site.stations()
          told(io, common.json, { stations }, stationLines(stations))
          return EXIT.done
        })
      case 'revoke':
        return withSite(io, place, async (site) => {
          const revoked = await site.revoke(named(first, 'station'), flags['with-enrolled'])
          const names = revoked.enrolled.map(({ name }) => name).join(', ')
          told(io, common.json, revoked, [
            `${first} is revoked: it keeps what it has, and hands nothing over.`,
            ...(names === ''
              ? []
              : [`Its codes enrolled ${names}: revoke them too, or repeat this with --with-enrolled.`]),
          ])
          return EXIT.done
        })
      case 'promote':
        return withSite(io, place, async (site) => {
          for (const station of flags.without) await site.excuse(station)
          await site.freeSeat()
          told(io, common.json, { promoted: true }, ['The next sender takes over now, and looks before it sends.'])
          return EXIT.done
        })
      case 'doctor':
        return withSite(io, place, async (site) => {
          const { examineSite } = await import('../../site-server/doctor.ts')
          const findings = await examineSite(site.db, site.folder, io.clock)
          told(
            io,
            common.json,
            { findings },
            findings.map(({ check, result, detail }) => `${SIGNS[result]} ${check.padEnd(12)} ${detail}`),
          )
          return findings.some(({ result }) => result === 'failed') ? EXIT.failed : EXIT.done
        })
      case 'backup':
        return withSite(io, place, async (site) => {
          const rows = await site.backup(named(first, 'file'))
          told(io, common.json, { rows }, [`${rows} rows in ${first}`])
          return EXIT.done
        })
      case 'restore':
        return withSite(io, place, async (site) => {
          const rows = await site.restore(named(first, 'file'))
          told(io, common.json, { rows }, [
            `${rows} rows. What was open is looked for, and nothing is sent before every station has handed over again what it has.`,
          ])
          return EXIT.done
        })
      default:
        throw new UsageError(`"${word}" is no word of waybill site`)
    }
  },
}

/** At a station: its site is away, and a supervisor lets it send by itself. */
async function breakGlass(
  io: CliIo,
  common: CommonFlags,
  { reason, end }: { reason?: string | undefined; end: boolean },
): Promise<ExitCode> {
  const apiKey = io.env['WAYBILL_API_KEY'] ?? ''
  if (!end && reason === undefined) throw new UsageError('say why with --reason, or end it with --end')
  if (!end && apiKey === '') throw new UsageError('the API key is taken from WAYBILL_API_KEY')
  const view = await withStation(io, common, { background: true }, ({ run }) =>
    end ? run('site.mendGlass', {}) : run('site.breakGlass', { apiKey, reason: reason ?? '' }),
  )
  const glass = view.kind === 'of-site' ? view.glass : null
  told(io, common.json, { glass }, [
    glass === null
      ? 'This station sends nothing by itself any more.'
      : `This station sends by itself: ${glass.waiting} wait here; ${glass.atSite} are at the site, and wait for it.`,
  ])
  return EXIT.done
}

type TroubledPrinter = NonNullable<SiteStation['beat']>['printers'][number]

const SIGNS = { ok: '✓', warning: '!', failed: '✗' } as const

function named(word: string | undefined, what: string): string {
  if (word !== undefined && word !== '') return word
  throw new UsageError(`name a ${what}`)
}

function told(io: CliIo, asJson: boolean, value: object, lines: readonly string[]): void {
  for (const line of asJson ? [JSON.stringify(value)] : lines) io.out(line)
}

function printerWord({ name, waiting, unknown, hasTrouble, problem }: TroubledPrinter): string {
  const facts = [
    ...(waiting > 0 ? [`${waiting} wait`] : []),
    ...(unknown > 0 ? [`${unknown} not known`] : []),
    ...(hasTrouble ? [problem ?? 'trouble'] : []),
  ]
  return facts.length === 0 ? name : `${name} (${facts.join(', ')})`
}

function stationLines(stations: readonly SiteStation[]): string[] {
  if (stations.length === 0) return ['No station is enrolled: waybill site enrol gives a code.']
  return table(
    ['station', 'person', 'version', 'seen', 'waiting', 'printers', 'island', 'standing'],
    stations.map(({ name, version, seenAt, beat, lastIsland, revokedAt, isSynced, isOutOfDate }) => [
      name,
      beat?.person ?? '-',
      `${version ?? '-'}${isOutOfDate ? ' (update it)' : ''}`,
      seenAt ?? 'never',
      String(beat?.waiting ?? 0),
      beat === null || beat.printers.length === 0 ? '-' : beat.printers.map(printerWord).join('; '),
      beat?.islandSince ?? (lastIsland === null ? '-' : `was ${lastIsland.since} to ${lastIsland.until}`),
      revokedAt !== null ? 'revoked' : isSynced ? 'in step' : 'has to hand over again',
    ]),
  )
}
