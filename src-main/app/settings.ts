import { settingsSchema, type Settings } from '../../src-shared/station/app/state.ts'
import { refuseManaged, type Policy } from './policy.ts'
import type { SettingStore } from '../store/ledger/settings/settings.ts'

const SETTING = 'settings'

export type SettingsService = ReturnType<typeof createSettings>

/** What a person or the administrator has set for this station; of a new one, that the first questions are due. */
export function createSettings(rows: SettingStore, policy: Policy | null, onChange: (saved: Settings) => void) {
  const saved = async (): Promise<Settings> =>
    (await rows.read(SETTING, settingsSchema)) ?? settingsSchema.parse({ firstRun: 'due' })
  /** What the administrator decides is never saved: it ends with the file. */
  const read = async (): Promise<Settings> => ({ ...(await saved()), ...policy?.settings })
  return {
    read,
    update: async (patch: Partial<Settings>): Promise<Settings> => {
      refuseManaged(policy, Object.keys(patch))
      const next = settingsSchema.parse({ ...(await saved()), ...patch })
      await rows.write(SETTING, next, patch)
      const now = { ...next, ...policy?.settings }
      onChange(now)
      return now
    },
  }
}
