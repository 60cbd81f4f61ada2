import { z } from 'zod'
import { StationError, wrongState } from '../../src-shared/station/error.ts'
import {
  EMBEDDED,
  type Environment,
  type EnvironmentInput,
  type KeyStorage,
} from '../../src-shared/station/app/state.ts'
import type { Clock } from '../kernel/clock.ts'
import { normaliseBaseUrl } from './base-url.ts'
import type { ConnectionMonitor } from './connection.ts'
import { createRateLimit, type RateLimit } from '../freight/rate-limit/rate-limit.ts'
import { createFreightClient, type FreightClient } from '../freight/client.ts'
import type { CallRecord } from '../freight/http/call-record.ts'
import { checkService } from '../freight/check/check-service.ts'
import { FreightError } from '../freight/http/failure.ts'
import type { ServiceWay } from '../freight/http/send.ts'
import type { ServiceAccessSource, ServiceAccess, TransportOptions } from '../freight/http/transport.ts'
import { refuseManaged, type Policy } from './policy.ts'
import type { ServiceCheck } from '../../src-shared/station/app/service-check.ts'
import type { ApiKeys } from '../kernel/secrets/api-keys.ts'
import { createSubscribers } from '../kernel/subscribers.ts'
import type { SettingStore } from '../settings/settings.rows.ts'

/** The service in use. */
export interface FreightLink {
  /** What bookings and labels are filed under: `embedded`, or the base URL. */
  key: string
  environment: () => Environment
  client: FreightClient
  keyStorage: () => Promise<KeyStorage>
}

/** The embedded service while it runs. */
export interface EmbeddedService {
  baseUrl: string
  apiKey: string
  /** Opens its fault API, where rehearsals are staged; absent: it has none. */
  faultToken?: string
  /** Resolves when it has ended, by `close` or automatically. */
  ended: Promise<void>
  close(): Promise<void>
}

export interface EnvironmentOptions {
  settings: SettingStore
  keys: ApiKeys
  clock: Clock
  connection: ConnectionMonitor
  startEmbedded: (signal: AbortSignal) => Promise<EmbeddedService>
  closing: AbortSignal
  /** False: the embedded service starts with the first call to it, not before. */
  background: boolean
  /** The service to begin with; null: the embedded one. */
  baseUrl: string | null
  /** A station of a site reaches the site's service through it, and no other. */
  bySite?: ServiceBySite | undefined
  /** The administrator may have decided which service it is. */
  policy?: Policy | null
  /** How long a call may take; the transport's own measure when absent. */
  deadlineMs?: number | undefined
  /** Called for every attempt of every call. */
  onCall?: (record: CallRecord) => void
  /** Called with every raw JSON answer, its Date header, and the key of its service. */
  onAnswer?: (service: string, answer: unknown, date: string | null) => void
}

/** The freight service as a station of a site reaches it. */
export interface ServiceBySite {
  siteName: string
  /** The key under which the site's bookings are filed. */
  environment: string
  access: ServiceAccessSource
  way: ServiceWay
}

const SETTING = 'environment'
const savedSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('embedded') }),
  z.object({ kind: z.literal('service'), baseUrl: z.string() }),
])

/**
 * The base URL of the service that a station begins with: the one named for this run, which is not saved, else the one that
 * was saved; null: the embedded one.
 * @throws StationError INVALID_INPUT for a base URL that cannot be used
 */
export async function firstBaseUrl(settings: SettingStore, named: string | undefined): Promise<string | null> {
  if (named) return normaliseBaseUrl(named)
  const saved = await settings.read(SETTING, savedSchema)
  return saved?.kind === 'service' ? saved.baseUrl : null
}

export type Environments = ReturnType<typeof openEnvironments>

/** Which freight service the station talks to, and the one place where a client for it is made. */
export function openEnvironments(options: EnvironmentOptions) {
  const { settings, keys, clock, connection, closing, deadlineMs, onCall, policy = null } = options
  const embedded = createEmbeddedHolder(options.startEmbedded)

  // One per service, kept across switches: the limit does not reset because a station returns to it.
  const rateLimits = new Map<string, RateLimit>()
  function rateLimitOf(key: string): RateLimit {
    const rateLimit = rateLimits.get(key) ?? createRateLimit({ clock })
    rateLimits.set(key, rateLimit)
    return rateLimit
  }

  const clientFor = (key: string, access: ServiceAccessSource, more: Pick<TransportOptions, 'onValue' | 'way'> = {}) =>
    createFreightClient(access, {
      onValue: ({ value, date }) => options.onAnswer?.(key, value, date),
      ...more,
      clock,
      rateLimit: rateLimitOf(key),
      closing,
      ...(deadlineMs === undefined ? {} : { deadlineMs }),
      ...(onCall === undefined ? {} : { onCall }),
      onAttempt: (failure) => connection.note(failure),
    })

  const accessTo = (baseUrl: string) => async () => ({ baseUrl, apiKey: await keyOf(baseUrl) })

  const embeddedLink: FreightLink = {
    key: EMBEDDED,
    environment: () => ({ kind: 'embedded', baseUrl: embedded.running()?.baseUrl ?? null }),
    client: clientFor(EMBEDDED, embedded.door),
    keyStorage: async () => 'embedded',
  }

  function serviceLink(baseUrl: string): FreightLink {
    return {
      key: baseUrl,
      environment: () => ({ kind: 'service', baseUrl }),
      client: clientFor(baseUrl, accessTo(baseUrl)),
      keyStorage: () => keys.storage(baseUrl),
    }
  }

  function siteLinkOf({ environment, access, way }: ServiceBySite): FreightLink {
    return {
      key: environment,
      // A trial's site books with an embedded service of its own.
      environment: () =>
        environment === EMBEDDED ? { kind: 'embedded', baseUrl: null } : { kind: 'service', baseUrl: environment },
      client: clientFor(environment, access, { way }),
      keyStorage: async () => 'site',
    }
  }

  /** A keychain that does not answer blocks the call, whichever it is. */
  async function keyOf(baseUrl: string): Promise<string | null> {
    try {
      return (await keys.get(baseUrl))?.apiKey ?? null
    } catch (error) {
      throw error instanceof StationError ? FreightError.fromData('unsent', error.toData()) : error
    }
  }

  /** The link to a service that took a real call with this key, or with the one that is kept. @throws FreightError, StationError */
  async function triedLink(input: Extract<EnvironmentInput, { kind: 'service' }>): Promise<FreightLink> {
    const baseUrl = normaliseBaseUrl(input.baseUrl)
    const { apiKey } = input
    if (apiKey === undefined) {
      await probe(serviceLink(baseUrl).client)
    } else {
      await probe(createFreightClient(async () => ({ baseUrl, apiKey }), { clock, closing }))
      await keys.set(baseUrl, apiKey)
    }
    return serviceLink(baseUrl)
  }

  const { bySite } = options
  const siteLink = bySite && siteLinkOf(bySite)
  let current = siteLink ?? (options.baseUrl === null ? embeddedLink : serviceLink(options.baseUrl))
  if (current === embeddedLink && options.background) embedded.start()
  const switched = createSubscribers<FreightLink>()

  return {
    link: (): FreightLink => current,

    /** Called before another service is used: caches of the old one are emptied. */
    onSwitch: switched.subscribe,

    /** One real authenticated call. @throws FreightError */
    test: async (): Promise<void> => {
      await probe(current.client)
    },

    /**
     * Tries every endpoint of the service in use; an endpoint that cannot be tried is marked in its row. @throws
     * StationError
     */
    check: async ({ book, reference }: { book: boolean; reference: string }): Promise<ServiceCheck> => {
      const { key } = current
      const { baseUrl } = current.environment()
      // Through a site bookings are uploaded: only the service itself can be tried.
      if (bySite) throw wrongState(`${bySite.siteName} is trying the freight service.`, { environment: key })
      const access = current === embeddedLink ? embedded.door : accessTo(key)
      const now = () => clock.now()
      return checkService({ baseUrl, client: (onValue) => clientFor(key, access, { onValue }), book, reference, now })
    },

    /**
     * Switches to another service after a real authenticated call to it succeeded; until then nothing changes, and a
     * key that the service refuses is not kept.
     * @throws FreightError, StationError KEYCHAIN_FAILED, SET_BY_POLICY for another than the administrator's
     */
    use: async (input: EnvironmentInput): Promise<void> => {
      if (bySite) {
        throw wrongState(`This station belongs to ${bySite.siteName}, which sets the freight service.`, {
          environment: bySite.environment,
        })
      }
      const decided = policy?.serviceUrl === undefined ? null : normaliseBaseUrl(policy.serviceUrl)
      const wanted = input.kind === 'embedded' ? null : normaliseBaseUrl(input.baseUrl)
      if (decided !== null && wanted !== decided) refuseManaged(policy, ['serviceUrl'])
      const next = input.kind === 'embedded' ? embeddedLink : await triedLink(input)
      // Until it is written down nothing has changed: a switch that is forgotten at the next start would mix two services.
      const before = current
      await settings.write(SETTING, savedSchema.parse(next.environment()))
      current = next
      connection.reset()
      try {
        await switched.report(next)
      } catch (error) {
        current = before
        connection.reset()
        await settings.write(SETTING, savedSchema.parse(before.environment()))
        await switched.report(before)
        throw error
      }
      if (next !== embeddedLink) await embedded.stop()
      await probe(next.client)
    },

    /** The service itself, bypassing the site, with a key that is stored elsewhere: for emergency sending. */
    direct: (baseUrl: string, apiKey: () => Promise<string | null>): FreightClient =>
      clientFor(baseUrl, async () => ({ baseUrl, apiKey: await apiKey() })),

    /** The embedded service while it is the one in use and runs; null otherwise. */
    embedded: (): EmbeddedService | null => (current === embeddedLink ? (embedded.running() ?? null) : null),

    /** Calls to the embedded service go to this address instead, until it is null again: a staged outage. */
    divert: (baseUrl: string | null): void => embedded.divert(baseUrl),

    /** The station closes: what only waits for the embedded service to start need not wait any longer. */
    breakOff: embedded.breakOff,

    close: embedded.stop,
  }
}

/**
 * Starts the embedded service when it is first needed and again after it ended unexpectedly. The station does not
 * wait for it to open: a call made meanwhile does.
 */
function createEmbeddedHolder(startEmbedded: (signal: AbortSignal) => Promise<EmbeddedService>) {
  let starting: Promise<EmbeddedService> | undefined
  let breakOff = new AbortController()
  let service: EmbeddedService | undefined
  let diverted: string | null = null

  function start(): Promise<EmbeddedService> {
    if (starting) return starting
    breakOff = new AbortController()
    const mine = startEmbedded(breakOff.signal).then((started) => {
      service = started
      void started.ended.then(() => forget(mine))
      return started
    })
    starting = mine
    // `door` reports to the caller; this start is over, and the next call makes another.
    mine.catch(() => forget(mine))
    return mine
  }

  function forget(ended: Promise<EmbeddedService>): void {
    if (starting !== ended) return
    starting = undefined
    service = undefined
  }

  return {
    running: () => service,
    start: (): void => {
      void start().catch(() => undefined)
    },
    door: async (): Promise<ServiceAccess> => {
      try {
        const started = await start()
        return diverted === null ? started : { baseUrl: diverted, apiKey: started.apiKey }
      } catch (cause) {
        throw new FreightError('unsent', {
          code: 'SERVICE_UNREACHABLE',
          message: `The embedded service did not start: ${cause instanceof Error ? cause.message : String(cause)}`,
          retryable: true,
        })
      }
    },
    divert: (baseUrl: string | null): void => {
      diverted = baseUrl
    },
    /** A start in progress is not awaited: it may read every postal code first. One that runs is left alone. */
    breakOff: (): void => {
      if (!service) breakOff.abort()
    },
    stop: async (): Promise<void> => {
      breakOff.abort()
      const running = await starting?.catch(() => undefined)
      await running?.close()
    },
  }
}

/** The cheapest call that needs the key. */
async function probe(client: FreightClient): Promise<void> {
  try {
    await client.listShipments({ limit: 1 })
  } catch (error) {
    throw error instanceof FreightError && isAnotherApi(error) ? notTheInterface(error) : error
  }
}

/** Another server answers there, not the interface. */
const isAnotherApi = ({ code, details }: FreightError) =>
  code === 'UNREADABLE_ANSWER' || details['reason'] === 'NO_SUCH_ENDPOINT'

function notTheInterface(error: FreightError): FreightError {
  const message = `The server at this base URL isn't a compatible freight service. Check the URL. (${error.message})`
  return FreightError.fromData(error.delivery, { ...error.toData(), message })
}
