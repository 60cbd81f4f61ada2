import { z } from 'zod'
import { draftKeySchema, draftListSchema, draftSaveSchema, type Draft } from '../app/draft.ts'
import { preferenceSetSchema, type Preferences } from '../app/preference.ts'
import { atSite, atStation, nothing, returns } from '../command.ts'
import { idSchema } from '../limits.ts'
import { presetInputSchema, type CargoPreset } from '../quote/preset.ts'

/** The rows of the command table about what forms and screens remember. */
export const formCommands = {
  /** Lists the saved cargo presets. */
  'presets.list': returns<CargoPreset[]>()(nothing, atSite.packer),
  /** Adds a cargo preset or changes one. */
  'presets.save': returns<CargoPreset[]>()(presetInputSchema, atSite.clerk),
  /** Removes a cargo preset. */
  'presets.remove': returns<CargoPreset[]>()(z.object({ presetId: idSchema('presetId') }), atSite.clerk),

  'drafts.save': returns<{ isSaved: true }>()(draftSaveSchema, atStation.packer),
  'drafts.get': returns<{ draft: Draft | null }>()(draftKeySchema, atStation.packer),
  'drafts.list': returns<Draft[]>()(draftListSchema, atStation.packer),
  'drafts.remove': returns<{ isRemoved: true }>()(draftKeySchema, atStation.packer),

  /** All that was ever preferred here. */
  'preferences.list': returns<Preferences>()(nothing, atStation.anyone),
  'preferences.set': returns<{ isSaved: true }>()(preferenceSetSchema, atStation.packer),
} as const
