import { hostname } from 'node:os'
import { CODE_GOOD_FOR_MINUTES } from '../../../src-shared/site/enrol.ts'
import { stationNameOf } from '../../../src-shared/site/identity.ts'
import type { SiteStation } from '../../../src-shared/site/state.ts'
import { cliCommand, type Asked, type Reported } from '../command.ts'
import { withCredentials } from '../credentials.ts'
import { EXIT } from '../exit.ts'
import { UsageError, type CliIo } from '../io.ts'
import { SIGNS, table } from '../text.ts'
import { siteOptions, type SiteFlags } from '../site-options.ts'
import type { SiteAdministration } from '../../site-server/with-site.ts'

/** `waybill site ...`: many stations, one ledger of the site, one sender. */
export const siteCommand = cliCommand({
  name: 'site',
  usage: `waybill site start (--database URL | --trial) [--name NAME] [--host H] [--port P] [--tls-cert F --tls-key F | --plain]
                   [--webhook-url URL] [--webhook-host H] [--webhook-port P] [--backup-to FOLDER]
waybill site enrol [--url URL ...]     a one-time code for one station, valid for 15 minutes
                   [--stations N] [--hours H]
                                       one code for so many stations (valid for 24 hours), or for so long
waybill site join --code CODE [--name NAME]
                                       at a station: joins the site under that name (default: this computer's)
waybill site stations                  enrolled stations, last seen, in sync or not
waybill site revoke STATION [--with-enrolled]
                                       ends its token and its unused codes; --with-enrolled also the stations that its codes enrolled
waybill site promote [--without STATION ...]
                                       lets the next sender take over now; --without leaves a station out
waybill site emergency-sending --reason WHY | --end
                                       at a station whose site is offline: starts or ends emergency sending
waybill site doctor                    checks name, version, timeline, standby, fsync, clock, certificate, stations, and waiting work
waybill site backup FILE               everything the site has now
waybill site restore FILE              restores a backup into an empty database; every station uploads again

--database can be set in WAYBILL_SITE_DATABASE instead, where other users of the computer cannot read it. It, the API key, and the
metrics token can also be files in CREDENTIALS_DIRECTORY (systemd's LoadCredential): site-database, api-key, metrics-token.
--trial starts its own PostgreSQL in the data folder, and listens only on 127.0.0.1 unless --host gives another address;
without --base-url it books with the embedded service.
--name names the site (default: Site), or renames it at a later start; stations show the new name.
--url is where stations reach the site (default: this computer's addresses).
--webhook-url is where the freight service sends its webhooks: the site subscribes with it, and listens on --webhook-port
(8792) of 127.0.0.1 behind a reverse proxy or tunnel; --webhook-host 0.0.0.0 listens on every network.
--backup-to is a second place, on another disk or machine: a backup goes there at the first start and each night, is read back to its
end, and 14 are kept; doctor reports the newest.
--price-tolerance PERCENT is how much a price may rise between two quotes without asking; never more than the booking's
station allows.
emergency-sending sends this station's bookings that the site never received, after checking each with the service; bookings that
the site has, or may have, wait for it. The API key comes from WAYBILL_API_KEY and is discarded when the site is back online.
Without TLS (--plain), the site listens only on 127.0.0.1. The API key comes from WAYBILL_API_KEY or the keychain.`,
  options: siteOptions,
  async run({ flags, words, common, io: given, inStation }) {
    const [word = '', first] = words
    const io = await withCredentials(given)
    const place = { ...common, database: flags.database ?? (io.env['WAYBILL_SITE_DATABASE'] || undefined) }
    // Loaded here alone: no other command needs PostgreSQL's client or a server.
    if (word === 'start') return (await import('../site-start.ts')).startSite(io, place, flags)
    if (word === 'join') return join(inStation, flags)
    if (word === 'emergency-sending') return emergencySending(io, inStation, flags)
    if (!isAction(word)) throw new UsageError(`waybill site: unknown action "${word}"`)
    const { withSite } = await import('../../site-server/with-site.ts')
    return withSite<Reported>(io, place, (site) => ACTIONS[word](site, flags, first, io))
  },
})

type Action = (site: SiteAdministration, flags: SiteFlags, word: string | undefined, io: CliIo) => Promise<Reported>

const ACTIONS = {
  enrol: async (site, { url, stations, hours = stations === 1 ? undefined : HOURS_FOR_SEVERAL }) => {
    const minutes = hours === undefined ? CODE_GOOD_FOR_MINUTES : hours * 60
    const code = await site.enrolCode(url, { stations, minutes })
    const time = hours === undefined ? `${minutes} minutes` : hours === 1 ? '1 hour' : `${hours} hours`
    return {
      value: { code },
      lines: [
        code,
        `Valid for ${time}, for ${stations === 1 ? 'one station' : `${stations} stations`}.`,
        'At the station: paste it under Settings > Site, or run waybill site join --code CODE --name NAME.',
      ],
    }
  },
  stations: async (site) => {
    const stations = await site.stations()
    return { value: { stations }, lines: stationLines(stations) }
  },
  revoke: async (site, flags, station) => {
    const revoked = await site.revoke(named(station, 'station'), flags['with-enrolled'])
    const names = revoked.enrolled.map(({ name }) => name).join(', ')
    const lines = [`${station} is revoked: it keeps its records and can no longer upload.`]
    if (names !== '')
      lines.push(`Its codes enrolled ${names}. Revoke these too, or run this again with --with-enrolled.`)
    return { value: revoked, lines }
  },
  promote: async (site, { without }) => {
    for (const station of without) await site.excuse(station)
    await site.releaseLease()
    const lines = [
      ...without.map(
        (name) => `${name} is left out. Bookings of its that the site lost appear again when it is back online.`,
      ),
      ...(without.length > 0 ? ['Until then another station could book the same order.'] : []),
      'The next sender takes over now. It checks before it sends.',
    ]
    return { value: { promoted: true }, lines }
  },
  doctor: async (site, _flags, _word, io) => {
    const { examineSite } = await import('../../site-server/doctor.ts')
    const findings = await examineSite(site.db, site.folder, io.clock)
    return {
      value: { findings },
      lines: findings.map(({ check, result, detail }) => `${SIGNS[result]} ${check.padEnd(12)} ${detail}`),
      exit: findings.some(({ result }) => result === 'failed') ? EXIT.failed : EXIT.done,
    }
  },
  backup: async (site, _flags, file) => {
    const rows = await site.backup(named(file, 'file'))
    return { value: { rows }, lines: [`${rows} rows in ${file}`] }
  },
  restore: async (site, _flags, file) => {
    const rows = await site.restore(named(file, 'file'))
    const next = 'Open bookings are looked up, and nothing is sent until every station has uploaded again.'
    return { value: { rows }, lines: [`${rows} rows. ${next}`] }
  },
} satisfies Record<string, Action>

const HOURS_FOR_SEVERAL = 24

/** At a station, which joins the site that the code names. */
async function join(inStation: Asked<SiteFlags>['inStation'], { code, name }: SiteFlags): Promise<Reported> {
  if (code === undefined) throw new UsageError('give the --code that waybill site enrol printed')
  const stationName = name ?? stationNameOf(hostname())
  const { siteName } = await inStation(({ run }) => run('site.enrol', { code, name: stationName }))
  return {
    value: { siteName, stationName },
    lines: [`This station belongs to ${siteName} as ${stationName}. It prints the labels of every station there.`],
  }
}

const isAction = (word: string): word is keyof typeof ACTIONS => Object.hasOwn(ACTIONS, word)

/** At a station: its site is unavailable, and a supervisor lets it send on its own. */
async function emergencySending(
  io: CliIo,
  inStation: Asked<SiteFlags>['inStation'],
  { reason, end }: SiteFlags,
): Promise<Reported> {
  const apiKey = io.env['WAYBILL_API_KEY'] ?? ''
  if (!end && reason === undefined) throw new UsageError('give a --reason, or end it with --end')
  if (!end && apiKey === '') throw new UsageError('set the API key in WAYBILL_API_KEY')
  const view = await inStation(
    ({ run }) =>
      end ? run('site.endEmergencySending', {}) : run('site.startEmergencySending', { apiKey, reason: reason ?? '' }),
    { background: true },
  )
  const emergency = view.kind === 'of-site' ? view.emergency : null
  const line =
    emergency === null
      ? 'Emergency sending is off.'
      : `Emergency sending is on: ${emergency.waiting} waiting here; ${emergency.atSite} at the site stay with the site.`
  return { value: { emergency }, lines: [line] }
}

type TroubledPrinter = NonNullable<SiteStation['beat']>['printers'][number]

function named(word: string | undefined, what: string): string {
  if (word !== undefined && word !== '') return word
  throw new UsageError(`name a ${what}`)
}

function printerWord({ name, waiting, unknown, hasTrouble, problem }: TroubledPrinter): string {
  const facts = [
    ...(waiting > 0 ? [`${waiting} wait`] : []),
    ...(unknown > 0 ? [`${unknown} unknown`] : []),
    ...(hasTrouble ? [problem ?? 'trouble'] : []),
  ]
  return facts.length === 0 ? name : `${name} (${facts.join(', ')})`
}

function stationLines(stations: readonly SiteStation[]): string[] {
  if (stations.length === 0) return ['No stations are enrolled. Get a code with waybill site enrol.']
  return table(
    ['station', 'person', 'version', 'seen', 'waiting', 'printers', 'offline', 'status'],
    stations.map(({ name, version, seenAt, beat, lastIsland, revokedAt, isSynced, isOutOfDate }) => [
      name,
      beat?.person ?? '-',
      `${version ?? '-'}${isOutOfDate ? ' (update it)' : ''}`,
      seenAt ?? 'never',
      String(beat?.waiting ?? 0),
      beat === null || beat.printers.length === 0 ? '-' : beat.printers.map(printerWord).join('; '),
      beat?.islandSince ?? (lastIsland === null ? '-' : `offline ${lastIsland.since} to ${lastIsland.until}`),
      revokedAt !== null ? 'revoked' : isSynced ? 'in step' : 'has to upload again',
    ]),
  )
}
