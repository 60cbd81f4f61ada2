import { z } from 'zod'
import { addressInputSchema, type AddressImport, type AddressSaved, type SavedAddress } from '../address-book.ts'
import { auditExportSchema, auditQuerySchema, type AuditPage, type CsvPiece } from '../audit.ts'
import { limit, nothing, returns } from '../command.ts'
import { draftKeySchema, draftListSchema, draftSaveSchema, type Draft } from '../draft.ts'
import { presetInputSchema, type CargoPreset } from '../preset.ts'
import { requestQuerySchema, type LoggedRequestDetail, type RequestPage } from '../request-log.ts'

const address = z.object({ addressId: z.string().min(1).max(80) })

/** The rows of the command table about what the station remembers. */
export const recordCommands = {
  /** By what is used most. */
  'addressBook.list': returns<SavedAddress[]>()(z.object({ limit })),
  /** As a person types: every word must begin a word of the entry. */
  'addressBook.search': returns<SavedAddress[]>()(
    z.object({ text: z.string().max(120), limit: z.int().min(1).max(100).default(20) }),
  ),
  /** Also one that was removed. */
  'addressBook.get': returns<SavedAddress>()(address),
  'addressBook.removed': returns<SavedAddress[]>()(z.object({ limit })),
  'addressBook.save': returns<AddressSaved>()(addressInputSchema),
  /** Can be undone with `restore`. */
  'addressBook.remove': returns<SavedAddress>()(address),
  'addressBook.restore': returns<SavedAddress>()(address),
  'addressBook.setDefault': returns<SavedAddress[]>()(z.object({ addressId: z.string().min(1).max(80).nullable() })),
  'addressBook.noteUse': returns<SavedAddress>()(address),
  /** A piece of the whole book as CSV; go on with `after: next`. */
  'addressBook.exportCsv': returns<CsvPiece<number>>()(z.object({ after: z.int().min(0).default(0) })),
  'addressBook.importCsv': returns<AddressImport>()(
    z.object({ base64: z.base64({ error: 'must be base64' }).max(950_000, 'a file holds at most 700 kB; split it') }),
  ),

  'presets.list': returns<CargoPreset[]>()(nothing),
  'presets.save': returns<CargoPreset[]>()(presetInputSchema),
  'presets.remove': returns<CargoPreset[]>()(z.object({ presetId: z.string().min(1) })),

  'drafts.save': returns<{ isSaved: true }>()(draftSaveSchema),
  'drafts.get': returns<{ draft: Draft | null }>()(draftKeySchema),
  'drafts.list': returns<Draft[]>()(draftListSchema),
  'drafts.remove': returns<{ isRemoved: true }>()(draftKeySchema),

  'audit.list': returns<AuditPage>()(auditQuerySchema),
  /** A piece of what the filters leave, as CSV; go on with `before: next`. */
  'audit.exportCsv': returns<CsvPiece<number>>()(auditExportSchema),

  'requests.list': returns<RequestPage>()(requestQuerySchema),
  'requests.get': returns<LoggedRequestDetail>()(z.object({ id: z.int().positive() })),
} as const
