import { execFile } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { inRuntime, runtime } from '../../src-node/runtime/runtime.ts'
import { sleep } from '../../src-node/runtime/wait.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { startEmbedded } from '../app/embedded.ts'
import { normaliseBaseUrl } from '../app/base-url.ts'
import { stationOptions } from '../app/host-options.ts'
import type { CommonFlags } from './command.ts'
import type { SiteFlags } from './site-options.ts'
import { EXIT, type ExitCode } from './exit.ts'
import type { CliIo } from './io.ts'
import type { ServiceAccessSource } from '../freight/http/transport.ts'
import { delayAfter } from '../kernel/backoff.ts'
import { randomIds } from '../kernel/ids.ts'
import { openStationLog } from '../kernel/log/station-log.ts'
import { openApiKeys } from '../kernel/secrets/api-keys.ts'
import { openWebhookSecrets } from '../kernel/secrets/webhook-secrets.ts'
import type { SiteWebhookPlace } from '../site-server/site-webhooks.ts'
import { storedOpen, openKeychain } from '../kernel/secrets/keychain.ts'
import { addresses } from '../site-server/certificate.ts'
import { openSite, type Site, type SiteOptions } from '../site-server/site.ts'
import { openTrialDatabase, trialFolder } from '../site-server/trial/trial-database.ts'
import { siteFolder, writeRunning, type SitePlace } from '../site-server/with-site.ts'

/** `waybill site start`: runs until it is asked to stop. */
export async function startSite(io: CliIo, place: CommonFlags & SitePlace, flags: SiteFlags): Promise<ExitCode> {
  const folder = siteFolder(place.data, io.env)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const { log } = openStationLog(join(folder, 'logs'), io.clock, place.logLevel)
  return inRuntime({ ...runtime(), log }, async () => {
    const ends: (() => Promise<void>)[] = []
    try {
      const trial = flags.trial ? await openTrialDatabase(trialFolder(folder)) : null
      if (trial) ends.push(trial.close)
      const databaseUrl = trial?.url ?? place.database
      if (databaseUrl === undefined) throw noDatabase()
      const host = hostOf(flags)
      const service = await serviceOf(io, place, folder, flags.trial)
      ends.push(service.close)
      const options: SiteOptions = {
        databaseUrl,
        folder,
        siteName: flags.name ?? null,
        environment: service.environment,
        access: service.access,
        host,
        port: flags.port,
        tls: flags.plain ? 'plain' : tlsOf(flags),
        priceTolerance: flags['price-tolerance'],
        webhooks: webhooksOf(flags),
        metricsToken: io.env['WAYBILL_METRICS_TOKEN'] || undefined,
        backupTo: flags['backup-to'] === undefined ? undefined : resolve(flags['backup-to']),
        clock: io.clock,
        ids: randomIds,
      }
      const site = await openedWithDatabase(options, io)
      if (site === null) return EXIT.done
      ends.push(site.close)
      if (site.warning !== null) io.say(site.warning)
      const hosts = host === HERE ? [HERE] : addresses().filter((at) => at !== HERE)
      const urls =
        flags.url.length > 0
          ? flags.url
          : (hosts.length > 0 ? hosts : [HERE]).map((host) => `${site.scheme}://${host}:${site.port}`)
      const fingerprint = site.certificate?.fingerprint ?? null
      writeRunning(folder, { urls, fingerprint, trialPort: trial?.port ?? null })
      ends.push(async () => rmSync(join(folder, 'running.json'), { force: true }))
      io.out(
        place.json
          ? JSON.stringify({ ready: true, urls, fingerprint })
          : `The site "${site.name}" is running at ${urls.join(', ')}. Get a code for a station with waybill site enrol.${
              flags.trial && host === HERE
                ? ' Only this computer can reach a trial; add --host 0.0.0.0 for stations on the network.'
                : ''
            }`,
      )
      notifySystemd(io.env, '--ready')
      await aborted(io.signal)
      notifySystemd(io.env, '--stopping')
      io.say('stopping: finishing open work ...')
      return EXIT.done
    } finally {
      for (const end of ends.reverse()) await end()
    }
  })
}

/** So long after each try that found no database; the last repeats for ever. */
const AGAIN_S = [1, 2, 5, 10] as const

/** Opens the site as soon as its database answers: a machine that restarts may bring it later. @returns null: it was told to stop */
async function openedWithDatabase(options: SiteOptions, io: CliIo): Promise<Site | null> {
  for (let tries = 0; ; tries++) {
    try {
      return await openSite(options)
    } catch (error) {
      if (!(error instanceof StationError) || error.code !== 'DATABASE_AWAY') throw error
      const { reason } = error.details
      if (tries === 0) io.say(`The site's database does not answer (${String(reason)}). Waiting for it ...`)
    }
    try {
      await sleep(delayAfter(AGAIN_S, tries) * 1_000, { signal: io.signal })
    } catch {
      return null
    }
  }
}

const HERE = '127.0.0.1'

/** Where a site listens: a trial is a first look, and opens no port to the network unasked. */
export function hostOf({ host, trial, plain }: Pick<SiteFlags, 'host' | 'trial' | 'plain'>): string {
  if (plain && host === '0.0.0.0') return HERE
  return host ?? (trial || plain ? HERE : '0.0.0.0')
}

interface Service {
  environment: string
  access: ServiceAccessSource
  close(): Promise<void>
}

const keychain = storedOpen(openKeychain)

/** The freight service that the site books with: the one named, or for a trial the embedded one. */
async function serviceOf(io: CliIo, place: CommonFlags, folder: string, isTrial: boolean): Promise<Service> {
  const { baseUrl: fromEnvironment, apiKey } = stationOptions(place.data, io.env)
  const named = place.baseUrl ?? fromEnvironment
  if (named !== undefined) {
    const baseUrl = normaliseBaseUrl(named)
    const keys = openApiKeys(keychain, apiKey === undefined ? null : { apiKey, baseUrl })
    return {
      environment: baseUrl,
      access: async () => ({ baseUrl, apiKey: (await keys.get(baseUrl))?.apiKey ?? null }),
      close: async () => undefined,
    }
  }
  if (!isTrial) {
    throw new StationError({
      code: 'INVALID_INPUT',
      message: '--base-url: give the freight service of the site; its key comes from WAYBILL_API_KEY.',
      details: { issues: [{ path: 'base-url', message: 'is required' }] },
    })
  }
  const embedded = await startEmbedded({ dataDir: join(folder, 'embedded'), samples: true, launcher: io.launcher })
  return {
    environment: 'embedded',
    access: async () => ({ baseUrl: embedded.baseUrl, apiKey: embedded.apiKey }),
    close: embedded.close,
  }
}

function webhooksOf(flags: SiteFlags): SiteWebhookPlace | undefined {
  const { 'webhook-url': url, 'webhook-host': host, 'webhook-port': port } = flags
  return url === undefined
    ? undefined
    : { url, host, port, secrets: openWebhookSecrets(keychain, 'site webhook secrets') }
}

function tlsOf(flags: SiteFlags): { certFile: string; keyFile: string } | null {
  const [certFile, keyFile] = [flags['tls-cert'], flags['tls-key']]
  return certFile === undefined || keyFile === undefined ? null : { certFile, keyFile }
}

/** Node.js has no datagram sockets of that kind; systemd's own program has. Without systemd nothing is reported. */
function notifySystemd(env: NodeJS.ProcessEnv, what: '--ready' | '--stopping'): void {
  if (!env['NOTIFY_SOCKET']) return
  execFile('systemd-notify', [what, `--pid=${process.pid}`], (error) => {
    if (error) runtime().log.warn('systemd could not be notified')
  })
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

function noDatabase(): StationError {
  return new StationError({
    code: 'DATABASE_UNFIT',
    message: 'Give the database with --database (or in WAYBILL_SITE_DATABASE), or try a site with --trial.',
    details: { reason: 'not named' },
  })
}
