import { settingsSchema, type Settings } from '../../src-shared/station/app/state.ts'
import type { SettingStore } from '../store/ledger/settings/settings.ts'

const SETTING = 'settings'

export type SettingsService = ReturnType<typeof createSettings>

/** What a person has set for this station; of a new one, that the first questions are due. */
export function createSettings(rows: SettingStore, onChange: (saved: Settings) => void) {
  const read = async (): Promise<Settings> =>
    (await rows.read(SETTING, settingsSchema)) ?? settingsSchema.parse({ firstRun: 'due' })
  return {
    read,
    update: async (patch: Partial<Settings>): Promise<Settings> => {
      const next = settingsSchema.parse({ ...(await read()), ...patch })
      await rows.write(SETTING, next, patch)
      onChange(next)
      return next
    },
  }
}
