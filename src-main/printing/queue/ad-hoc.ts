import { z } from 'zod'
import { printerOptionsSchema } from '../../../src-shared/station/printing/printer-settings.ts'
import {
  mediaSchema,
  PRINTER_DPIS,
  PRINTER_LANGUAGES,
  type Printer,
} from '../../../src-shared/station/printing/printing.ts'
import { parsePrinterUri } from '../transports/uri.ts'

/** What must be known of a printer that is only named by its address. */
export type AdHocPrinter = Pick<Printer, 'language' | 'dpi' | 'media'> & { uri: string }

/** How a printer is treated that a job only names by its address. */
export const UNKEPT_OPTIONS = printerOptionsSchema.parse({})

const ID = /^(?<uri>.+)#(?<language>[A-Z]+),(?<dpi>\d+),(?<width>[\d.]+)x(?<height>[\d.]+)$/

const partsSchema = z.object({
  uri: z.string(),
  language: z.enum(PRINTER_LANGUAGES),
  dpi: z.coerce.number().pipe(z.literal(PRINTER_DPIS)),
  width: z.coerce.number().pipe(mediaSchema.shape.widthIn),
  height: z.coerce.number().pipe(mediaSchema.shape.heightIn),
})

/**
 * A printer that is not kept among the printers, only named by a job. Everything that is known of it is its id, so that a
 * job for it still finds its way after a restart.
 * @throws StationError INVALID_PRINTER_ADDRESS
 */
export function adHocPrinter({ uri, language, dpi, media }: AdHocPrinter): Printer {
  parsePrinterUri(uri)
  return {
    printerId: `${uri}#${language},${dpi},${media.widthIn}x${media.heightIn}`,
    name: uri,
    language,
    dpi,
    media,
    connection: { kind: 'tcp', uri },
    isDefault: false,
  }
}

/** The printer an id of `adHocPrinter` names; null for any other id. */
export function adHocPrinterOf(printerId: string): Printer | null {
  const parsed = partsSchema.safeParse(ID.exec(printerId)?.groups)
  if (!parsed.success) return null
  const { width, height, ...rest } = parsed.data
  return adHocPrinter({ ...rest, media: { widthIn: width, heightIn: height } })
}
