import { z } from 'zod'
import { draftKeySchema, draftListSchema, draftSaveSchema, type Draft } from '../app/draft.ts'
import { preferenceSetSchema, type Preferences } from '../app/preference.ts'
import { nothing, returns } from '../command.ts'
import { idSchema } from '../limits.ts'
import { presetInputSchema, type CargoPreset } from '../quote/preset.ts'

/** The rows of the command table about what forms and screens remember. */
export const formCommands = {
  'presets.list': returns<CargoPreset[]>()(nothing),
  'presets.save': returns<CargoPreset[]>()(presetInputSchema),
  'presets.remove': returns<CargoPreset[]>()(z.object({ presetId: idSchema('presetId') })),

  'drafts.save': returns<{ isSaved: true }>()(draftSaveSchema),
  'drafts.get': returns<{ draft: Draft | null }>()(draftKeySchema),
  'drafts.list': returns<Draft[]>()(draftListSchema),
  'drafts.remove': returns<{ isRemoved: true }>()(draftKeySchema),

  /** All that was ever preferred here. */
  'preferences.list': returns<Preferences>()(nothing),
  'preferences.set': returns<{ isSaved: true }>()(preferenceSetSchema),
} as const
