import { z } from 'zod'
import { printerOptionsSchema, type StoredPrinter } from '../../../src-shared/station/printing/printer-settings.ts'
import {
  PRINTER_DPIS,
  PRINTER_LANGUAGES,
  printerConnectionSchema,
} from '../../../src-shared/station/printing/printing.ts'
import { jsonColumn } from '../../kernel/sqlite/json-column.ts'

const rowSchema = z.object({
  printer_id: z.string(),
  name: z.string(),
  language: z.enum(PRINTER_LANGUAGES),
  dpi: z.literal(PRINTER_DPIS),
  media_width_in: z.number(),
  media_height_in: z.number(),
  connection: jsonColumn(printerConnectionSchema),
  is_default: z.int(),
  options: jsonColumn(printerOptionsSchema),
  is_paused: z.int(),
})

/** Parses a row of printer, also one that was joined to something else. */
export function toStoredPrinter(raw: unknown): StoredPrinter {
  const row = rowSchema.parse(raw)
  return {
    printer: {
      printerId: row.printer_id,
      name: row.name,
      language: row.language,
      dpi: row.dpi,
      media: { widthIn: row.media_width_in, heightIn: row.media_height_in },
      connection: row.connection,
      isDefault: row.is_default === 1,
    },
    options: row.options,
    isQueuePaused: row.is_paused === 1,
  }
}
