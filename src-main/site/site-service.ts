import { runtime } from '../../src-node/runtime/runtime.ts'
import { SITE_POSTS } from '../../src-shared/site/endpoints.ts'
import { readEnrolCode, type EnrolCode } from '../../src-shared/site/enrol.ts'
import { SITE_TOKEN_PREFIX } from '../../src-shared/site/identity.ts'
import { invalidField, StationError, wrongState } from '../../src-shared/station/error.ts'
import type { EmergencySendingInput } from '../../src-shared/station/site/emergency-sending.ts'
import type { SetSiteSettings, SiteSettingsView } from '../../src-shared/station/site/stations.ts'
import type { StationsOverview, SiteStatus, SiteView } from '../../src-shared/station/site/site.ts'
import type { Clock } from '../kernel/clock.ts'
import type { Ids } from '../kernel/ids.ts'
import { createKeyedMutex } from '../kernel/keyed-mutex.ts'
import type { SiteToken } from '../kernel/secrets/site-token.ts'
import type { JoiningStore } from './joining.rows.ts'
import type { SettingStore } from '../settings/settings.rows.ts'
import { createSiteClient, isAway } from './link/site-client.ts'
import { ENROLLING_SETTING, enrollingSchema, type Enrolling, type Membership } from './membership.ts'
import type { StationOfSite } from './station-of-site.ts'

/** A station is one of the two, from its start to its end. */
export type SiteSide = { kind: 'alone' } | { kind: 'of-site'; membership: Membership; station: StationOfSite }

export interface SiteServicePorts {
  side: SiteSide
  settings: SettingStore
  token: SiteToken
  joining: JoiningStore
  /** What bookings are filed under here. */
  environment: () => string
  version: string
  clock: Clock
  ids: Ids
  closing: AbortSignal
  /** Nothing leaves for the service any more; what is on its way is answered first. */
  stopSending: () => Promise<void>
  /** The station reopens in the role that its ledger records. */
  reopen: () => void
  /** This station's status has changed. */
  onChange: () => void
}

const TOKEN_BYTES = 32

interface EnrolInput {
  code: string
  name: string
}

/** @throws StationError INVALID_INPUT */
function readCode(code: string): EnrolCode {
  const read = readEnrolCode(code)
  if (read === null) throw invalidField('code', 'is not a site code: scan it, or copy the whole code')
  return read
}

export type SiteService = ReturnType<typeof createSiteService>

/** Joining a site and leaving it, and what a screen asks about it. */
export function createSiteService(ports: SiteServicePorts) {
  const { side, settings, token, joining, clock, ids, closing, version, onChange } = ports
  const inTurn = createKeyedMutex()

  const readEnrolling = () => settings.read(ENROLLING_SETTING, enrollingSchema.nullable())

  /** The same station asks with the same token again when an answer was lost: both are kept before the site is asked. */
  async function begin(
    wanted: Omit<Enrolling, 'stationId'>,
    stationId?: string,
  ): Promise<{ enrolling: Enrolling; secretToken: string }> {
    const before = await readEnrolling()
    const isSame =
      before !== null &&
      JSON.stringify(before.urls) === JSON.stringify(wanted.urls) &&
      before.fingerprint === wanted.fingerprint
    const known = isSame ? await token.get() : null
    if (before !== null && known !== null) {
      return { enrolling: { ...wanted, stationId: before.stationId }, secretToken: known }
    }
    const secretToken = SITE_TOKEN_PREFIX + Buffer.from(runtime().random.bytes(TOKEN_BYTES)).toString('base64url')
    const enrolling = { ...wanted, stationId: stationId ?? ids.next('stn') }
    await token.set(secretToken)
    await settings.write(ENROLLING_SETTING, enrolling, { urls: wanted.urls })
    return { enrolling, secretToken }
  }

  /**
   * The same station at the same site, which does not know it any more or has another certificate: under a new token,
   * with all that it has. The site hears of that before it sends anything.
   */
  async function joinAgain(
    { membership, station }: Extract<SiteSide, { kind: 'of-site' }>,
    { code, name }: EnrolInput,
  ): Promise<{ siteName: string }> {
    const { stationId, siteId } = membership
    const reach = station.reach()
    if (reach.kind !== 'refused' && !(reach.kind === 'offline' && reach.error.code === 'SITE_CERTIFICATE')) {
      throw wrongState(`This station belongs to ${membership.siteName}. Leave that site first.`, { siteId })
    }
    const read = readCode(code)
    const before = await token.get()
    const wanted = { stationName: name, urls: read.urls, fingerprint: read.fingerprint }
    const { enrolling, secretToken } = await begin(wanted, stationId)
    const client = createSiteClient({ door: enrolling, token: null, closing })
    const request = { secret: read.secret, stationId, name, version, token: secretToken, siteId }
    const answer = await client.post(SITE_POSTS.enrol, request).catch(async (error: unknown) => {
      // Unless its answer may be lost, the site has not taken the new token.
      if (error instanceof StationError && (!isAway(error) || error.details['isUnsent'] === true)) {
        await settings.write(ENROLLING_SETTING, null, {})
        await token.set(before)
      }
      throw error
    })
    if (answer.siteId !== siteId) throw wrongState(`This code is from another site, ${answer.siteName}.`, { siteId })
    const next = { ...membership, ...enrolling, siteName: answer.siteName }
    await joining.joinAgain(next)
    const isElsewhere = JSON.stringify(next) !== JSON.stringify(membership)
    if (isElsewhere) ports.reopen()
    else station.lookNow()
    return { siteName: answer.siteName }
  }

  async function enrol(input: EnrolInput): Promise<{ siteName: string }> {
    if (side.kind === 'of-site') return joinAgain(side, input)
    const { code, name } = input
    const read = readCode(code)
    const { enrolling, secretToken } = await begin({
      stationName: name,
      urls: read.urls,
      fingerprint: read.fingerprint,
    })
    const client = createSiteClient({ door: enrolling, token: null, closing })
    const { stationId } = enrolling
    const answer = await client.post(SITE_POSTS.enrol, {
      secret: read.secret,
      stationId,
      name,
      version,
      token: secretToken,
    })
    const { siteId, siteName, environment } = answer
    // From here on nothing may be sent from here: the site may send it.
    await ports.stopSending()
    try {
      await joining.join({ ...enrolling, siteId, siteName, environment, enrolledAt: clock.now().toISOString() }, answer)
    } finally {
      ports.reopen()
    }
    return { siteName }
  }

  function ofSite(): Extract<SiteSide, { kind: 'of-site' }> {
    if (side.kind === 'of-site') return side
    throw wrongState('This station belongs to no site.', {})
  }

  async function view(): Promise<SiteView> {
    const isTokenInKeychain = await token.isInKeychain()
    if (side.kind === 'alone') {
      const isEnrolling = (await readEnrolling()) !== null
      return { kind: 'alone', open: await joining.open(ports.environment()), isEnrolling, isTokenInKeychain }
    }
    const { urls, fingerprint, enrolledAt } = side.membership
    return {
      kind: 'of-site',
      ...(await side.station.status()),
      ...{ urls, fingerprint, enrolledAt, isTokenInKeychain },
      openAtSite: await joining.openAtSite(),
    }
  }

  return {
    /** Joins a site, or the same one again. */
    enrol: (input: EnrolInput) => inTurn('membership', () => enrol(input)),

    /** @throws StationError WRONG_STATE (details.openAtSite) */
    leave: ({ openAtSite }: { openAtSite: number }): Promise<{ isAlone: true }> =>
      inTurn('membership', async () => {
        const { membership, station } = ofSite()
        await ports.stopSending()
        try {
          // Alone, the station would never look for that key again.
          await station.emergency.leave()
          await joining.leave(membership, openAtSite)
          await token.set(null)
        } finally {
          ports.reopen()
        }
        return { isAlone: true }
      }),

    view,

    /** @throws StationError WRONG_STATE, and what the service refuses the key with */
    startEmergencySending: async (input: EmergencySendingInput): Promise<SiteView> => {
      await ofSite().station.emergency.open(input)
      return view()
    },

    /** @throws StationError WRONG_STATE */
    endEmergencySending: async (): Promise<SiteView> => {
      await ofSite().station.emergency.close()
      return view()
    },

    stations: async (): Promise<StationsOverview> => {
      const { station, membership } = ofSite()
      return { siteName: membership.siteName, stationId: membership.stationId, ...(await station.stations.stations()) }
    },

    underWay: async () => ofSite().station.stations.underWay(),
    find: async (input: { code: string }) => ofSite().station.stations.find(input),
    makeCode: async () => ofSite().station.stations.makeCode(),
    settings: async (): Promise<SiteSettingsView> => ofSite().station.settings.view(),

    setSettings: async (input: SetSiteSettings): Promise<SiteSettingsView> => {
      const { settings } = ofSite().station
      await settings.set(input)
      onChange()
      return settings.view()
    },

    /** @throws StationError NOT_FOUND, WRONG_STATE */
    bringBack: async ({ auditId }: { auditId: number }): Promise<{ isBack: true }> => {
      await ofSite().station.shared.bringBack(auditId)
      return { isBack: true }
    },

    /** Null: the station is alone. */
    status: async (): Promise<SiteStatus | null> => (side.kind === 'alone' ? null : side.station.status()),

    /**
     * Refuses what only the site may do while it is offline; null: nothing is refused. @throws StationError
     * SITE_NEEDED
     */
    refuse: side.kind === 'of-site' ? side.station.refuse : null,
  }
}
