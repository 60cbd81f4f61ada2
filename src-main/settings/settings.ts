import { STARTING_RETENTION } from '../../src-shared/station/app/retention.ts'
import { STARTING_SPEND_LIMITS, type SpendLimits } from '../../src-shared/station/app/spend-limits.ts'
import { settingsSchema, type Settings } from '../../src-shared/station/app/state.ts'
import { createKeyedMutex } from '../kernel/keyed-mutex.ts'
import { refuseManaged, type Policy } from '../app/policy.ts'
import type { SiteSettingsHere } from '../site/site-settings.ts'
import { pickupTermsOf, type PickupTermsOf } from '../../src-shared/station/booking/pickup-terms.ts'
import { STARTING_PAPERS } from '../../src-shared/station/documents/papers.ts'
import { NO_SCALE } from '../../src-shared/station/scale/settings.ts'
import { changed } from './differences.ts'
import type { SettingStore } from './settings.rows.ts'

/** Under that name they are kept. */
export const SETTING = 'settings'

/** What holds where nothing was set yet. */
const STARTING: Partial<Settings> = {
  spendLimits: STARTING_SPEND_LIMITS,
  keep: STARTING_RETENTION,
  papers: STARTING_PAPERS,
  scale: NO_SCALE,
}

export type SettingsService = ReturnType<typeof createSettings>

/**
 * The settings of a person, the site or the administrator for this station; for a new one, that the first questions
 * are due.
 */
export function createSettings(
  rows: SettingStore,
  { policy, bySite }: { policy: Policy | null; bySite: Pick<SiteSettingsHere, 'settings' | 'ownPart'> | null },
  onChange: (saved: Settings) => void,
) {
  const inTurn = createKeyedMutex()
  const saved = async (): Promise<Settings> =>
    (await rows.read(SETTING, settingsSchema)) ?? settingsSchema.parse({ firstRun: 'due' })
  /** Settings of the site or the administrator are never saved: they end with the membership, and with the file. */
  const holding = (own: Settings): Settings => ({ ...own, ...bySite?.settings(), ...policy?.settings })
  const read = async (): Promise<Settings> => holding(await saved())
  return {
    read,
    /** Whether the station's name is the one at its site, and cannot be changed here. */
    isNamedBySite: bySite !== null,
    /** When freight is picked up, by carrier. */
    pickups: async (): Promise<PickupTermsOf> => pickupTermsOf(await read()),
    spendLimits: async (): Promise<SpendLimits> => (await read()).spendLimits ?? STARTING_SPEND_LIMITS,
    /** @throws StationError SET_BY_POLICY, SET_BY_SITE that names the setting */
    update: async (patch: Partial<Settings>): Promise<Settings> => {
      refuseManaged(policy, Object.keys(patch))
      const own = bySite?.ownPart(patch) ?? patch
      // All of them are one row: each change is made to the one before it.
      return inTurn(SETTING, async () => {
        const before = await saved()
        const next = settingsSchema.parse({ ...before, ...own })
        await rows.write(SETTING, next, changed({ ...STARTING, ...before }, { ...STARTING, ...next }))
        const now = holding(next)
        onChange(now)
        return now
      })
    },
  }
}
