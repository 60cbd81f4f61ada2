import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { recordCommands as rows } from '../../src-shared/station/commands/records.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { Services } from '../services.ts'

/** The commands about what the station remembers. */
export function recordCommands({ records }: Services): Pick<CommandHandlers, keyof typeof rows> {
  const { addressBook, presets, drafts, audit, requests, requestLog } = records
  return {
    'addressBook.list': ({ limit }) => addressBook.search('', limit),
    'addressBook.search': ({ text, limit }) => addressBook.search(text, limit),
    'addressBook.get': ({ addressId }) => addressBook.get(addressId),
    'addressBook.removed': ({ limit }) => addressBook.removed(limit),
    'addressBook.save': (input) => addressBook.save(input),
    'addressBook.remove': ({ addressId }) => addressBook.remove(addressId),
    'addressBook.restore': ({ addressId }) => addressBook.restore(addressId),
    'addressBook.setDefault': async ({ addressId }) => {
      await addressBook.setDefault(addressId)
      return addressBook.search('', 100)
    },
    'addressBook.noteUse': ({ addressId }) => addressBook.noteUse(addressId),
    'addressBook.exportCsv': ({ after }) => addressBook.exportCsv(after),
    'addressBook.importCsv': ({ base64 }) => addressBook.importCsv(Buffer.from(base64, 'base64')),

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

    'audit.list': (query) => audit.list(query),
    'audit.exportCsv': (filter) => audit.exportCsv(filter),

    'requests.list': async (query) => {
      // What was called a moment ago is looked for too.
      await requestLog.flush()
      return requests.list(query)
    },
    'requests.get': async ({ id }) => {
      const found = await requests.get(id)
      if (found) return found
      throw new StationError({ code: 'NOT_FOUND', message: 'This call is not kept any more.', details: { id } })
    },
  }
}
