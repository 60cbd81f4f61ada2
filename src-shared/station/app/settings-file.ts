import { z } from 'zod'
import { columnMapSchema } from '../batch/batch-field.ts'
import { boundedJson } from '../../bounded-json.ts'
import { logoSchema } from '../documents/papers.ts'
import { labelStockSchema } from '../printing/label-stock.ts'
import { printerInputSchema } from '../printing/printing.ts'
import {
  PRINT_DOCUMENTS,
  printerOptionsPatchSchema,
  printRouteSchema,
  printRulesSchema,
} from '../printing/printer-settings.ts'
import { feedSettingsSchema } from '../orders/feed.ts'
import { presetInputSchema } from '../quote/preset.ts'
import { receiverSettingsSchema } from '../tracking/webhook-receiver.ts'
import { apiSettingsSchema, MOST_PAGES, originSchema } from './connections.ts'
import { signInRulesSchema } from './people.ts'
import { settingsPatchSchema } from './state.ts'

/** The form of the file; another one is refused by its field `waybillSettings`. */
export const SETTINGS_FILE_VERSION = 1

const MOST_NAMED = 1_000
const name = z.string().trim().min(1, 'name is required').max(80)
const printerName = printerInputSchema.shape.name

const fileRouteSchema = z.object({
  document: z.enum(PRINT_DOCUMENTS),
  /** Null: the default printer. */
  printer: printerName.nullable(),
  copies: printRouteSchema.shape.copies,
  fallbackPrinter: printerName.nullable().default(null),
})

/**
 * An administrator's settings for a station, without ids, keys and secrets: things are called by their names. Absent
 * settings stay as they are.
 */
export const settingsFileSchema = z.object({
  waybillSettings: z.literal(SETTINGS_FILE_VERSION, {
    error: `must be ${SETTINGS_FILE_VERSION}: the file is from another version of Waybill`,
  }),
  station: settingsPatchSchema.omit({ firstRun: true }).optional(),
  /** The logo on packing slips, as base64 of a PNG file; null: none. */
  logo: logoSchema.optional(),
  signIn: signInRulesSchema.optional(),
  api: apiSettingsSchema.optional(),
  /** Of web pages that may print through the API. */
  webPages: z
    .array(z.object({ origin: originSchema }))
    .max(MOST_PAGES)
    .optional(),
  webhookReceiver: receiverSettingsSchema.optional(),
  /** The folder of orders; the importer is the person who allows bookings by scan. */
  orderFeed: feedSettingsSchema.optional(),
  stock: z
    .array(labelStockSchema.omit({ stockId: true }))
    .max(MOST_NAMED)
    .optional(),
  printers: z
    .array(
      printerInputSchema.omit({ printerId: true }).extend({
        isDefault: z.boolean().default(false),
        /** An SNMP community is a password, and is never in the file. */
        options: printerOptionsPatchSchema.omit({ snmpCommunity: true, stockId: true }).default({}),
        /** The labels that are loaded, by name. */
        stock: labelStockSchema.shape.name.nullable().default(null),
      }),
    )
    .max(MOST_NAMED)
    .optional(),
  printRules: printRulesSchema.extend({ routes: z.array(fileRouteSchema).max(20) }).optional(),
  presets: z.array(presetInputSchema).max(MOST_NAMED).optional(),
  columnMaps: z
    .array(z.object({ name, map: columnMapSchema }))
    .max(MOST_NAMED)
    .optional(),
})
export type SettingsFile = z.output<typeof settingsFileSchema>

/** Input of `settings.diff` and `settings.import`. */
export const settingsFileInputSchema = z.object({
  file: boundedJson({ depth: 12, values: 20_000, text: 4 * 1024 * 1024 }),
})

/** One field that an import would change. */
export interface SettingDifference {
  /** As in `printers[Dock 1].dpi`: list items are called by their name. */
  path: string
  /** Null: there is none. */
  now: unknown
  then: unknown
}

/** The changes of an import. */
export interface SettingsImport {
  changed: SettingDifference[]
}
