import {
  FOR_ALL,
  settingsAt,
  SITE_SETTINGS,
  type SiteSetting,
  type SiteSettings,
} from '../../src-shared/site/settings.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { Settings } from '../../src-shared/station/app/state.ts'
import type { SetSiteSettings, SiteSettingsView } from '../../src-shared/station/site/stations.ts'
import type { SiteSettingStore } from './site-settings.rows.ts'
import type { Membership } from './membership.ts'

export type SiteSettingsHere = ReturnType<typeof createSiteSettings>

/** What the site decides of this station's settings: it wins over any saved value, and is never saved. */
export function createSiteSettings(
  store: SiteSettingStore,
  membership: Pick<Membership, 'stationId' | 'stationName' | 'siteName' | 'environment'>,
) {
  const { stationId, environment } = membership
  const at = (): SiteSettings => settingsAt(store.read(FOR_ALL), store.read(stationId))
  const decided = (): SiteSetting[] => {
    const settings = at()
    return SITE_SETTINGS.filter((name) => settings[name] !== null)
  }

  /** Of the station's settings, what the site decides; and its name, which is the one that the site knows it by. */
  const settings = (): Partial<Settings> => {
    const { spendLimits, keep, pickupDays } = at()
    const { stationName } = membership
    return {
      stationName,
      ...(spendLimits && { spendLimits }),
      ...(keep && { keep }),
      ...(pickupDays && { pickupDays }),
    }
  }

  /** Refuses a change of what the site decides. @throws StationError SET_BY_SITE */
  function refuse(changed: readonly string[]): void {
    const name = decided().find((one) => changed.includes(one))
    if (name === undefined) return
    const { siteName } = membership
    throw new StationError({
      code: 'SET_BY_SITE',
      message: `${name} is set for this station by the supervisors of ${siteName} on the Site screen and cannot be changed here.`,
      details: { name, siteName },
    })
  }

  return {
    at,
    settings,
    refuse,

    /**
     * What of a change is the station's own: what the site decides, and the name that the site knows it by, may be
     * submitted unchanged. @throws StationError SET_BY_SITE
     */
    ownPart: (patch: Partial<Settings>): Partial<Settings> => {
      const held = Object.entries(settings())
      const isSaidAgain = (name: string, value: unknown) =>
        held.some(([other, holds]) => other === name && JSON.stringify(holds) === JSON.stringify(value))
      const own = Object.entries(patch).filter(([name, value]) => !isSaidAgain(name, value))
      refuse(own.map(([name]) => name))
      if (own.some(([name]) => name === 'stationName')) throw nameOfSite(membership)
      return Object.fromEntries(own)
    },

    /** What cannot be changed here. */
    decided,

    /** In what this station differs from what holds for all. */
    differs: (): SiteSetting[] => {
      const [here, forAll] = [at(), store.read(FOR_ALL)]
      return SITE_SETTINGS.filter((name) => JSON.stringify(here[name]) !== JSON.stringify(forAll?.[name] ?? null))
    },

    view: (): SiteSettingsView => ({ forAll: store.read(FOR_ALL), stations: store.ofStations(environment) }),

    set: async ({ settingId, settings }: SetSiteSettings): Promise<void> => store.save(settingId, settings),
  }
}

function nameOfSite({ siteName, stationName }: Pick<Membership, 'siteName' | 'stationName'>): StationError {
  return new StationError({
    code: 'SET_BY_SITE',
    message: `stationName is "${stationName}", the name under which this station joined ${siteName}, and cannot be changed here. To change it, leave the site and join it again under the new name.`,
    details: { name: 'stationName', siteName, value: stationName },
  })
}
