import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { formCommands as rows } from '../../src-shared/station/commands/form.ts'
import type { Services } from '../app/services.ts'

type Ports = Pick<Services, 'presets' | 'drafts' | 'preferences'>

/** The commands about what forms and screens remember. */
export function formCommands({ presets, drafts, preferences }: Ports): Pick<CommandHandlers, keyof typeof rows> {
  return {
    'presets.list': () => presets.list(),
    'presets.save': (input) => presets.save(input),
    'presets.remove': ({ presetId }) => presets.remove(presetId),

    'drafts.save': async (input) => {
      await drafts.save(input)
      return { isSaved: true }
    },
    'drafts.get': async ({ form, key }) => ({ draft: await drafts.get(form, key) }),
    'drafts.list': ({ form, limit }) => drafts.list(form, limit),
    'drafts.remove': async ({ form, key }) => {
      await drafts.remove(form, key)
      return { isRemoved: true }
    },

    'preferences.list': () => preferences.list(),
    'preferences.set': async ({ name, value }) => {
      await preferences.set(name, value)
      return { isSaved: true }
    },
  }
}
