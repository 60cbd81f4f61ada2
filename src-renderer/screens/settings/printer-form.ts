import {
  type PRINTER_DPIS,
  printerInputSchema,
  type Printer,
  type PrinterInput,
  type PrinterLanguage,
} from '../../../src-shared/station/printing.ts'
import { fieldErrors, type FieldErrors } from '../../forms/field-error.ts'
import { parseNumber } from '../../forms/number.ts'

/** A printer profile being typed. */
export interface PrinterForm {
  name: string
  language: PrinterLanguage
  dpi: `${(typeof PRINTER_DPIS)[number]}`
  widthIn: string
  heightIn: string
  kind: Printer['connection']['kind']
  uri: string
}

/** The form of a printer, or of a new one: a network label printer with 4 x 6 in labels, the commonest. */
export function printerFormFor(printer: Printer | null): PrinterForm {
  if (!printer) {
    return { name: '', language: 'ZPL', dpi: '203', widthIn: '4', heightIn: '6', kind: 'tcp', uri: 'tcp://' }
  }
  const { name, language, dpi, media, connection } = printer
  return {
    name,
    language,
    dpi: `${dpi}`,
    widthIn: String(media.widthIn),
    heightIn: String(media.heightIn),
    kind: connection.kind,
    uri: connection.kind === 'tcp' ? connection.uri : 'tcp://',
  }
}

const PRINTER_ADDRESS = /^tcp:\/\/(\[[0-9a-f:.]+\]|[^\s:/[\]]+)(:\d{1,5})?\/?$/i

/** The form as the station takes it, or what is wrong with it. */
export function parsePrinterForm(
  form: PrinterForm,
  printerId: string | undefined,
): { ok: true; input: PrinterInput } | { ok: false; errors: FieldErrors } {
  const parsed = printerInputSchema.safeParse({
    printerId,
    name: form.name,
    language: form.language,
    dpi: Number(form.dpi),
    media: { widthIn: parseNumber(form.widthIn), heightIn: parseNumber(form.heightIn) },
    connection: form.kind === 'tcp' ? { kind: 'tcp', uri: form.uri } : { kind: 'virtual' },
  })
  const isBadAddress = form.kind === 'tcp' && !PRINTER_ADDRESS.test(form.uri.trim())
  const errors: FieldErrors = {
    ...(parsed.success ? {} : fieldErrors(parsed.error)),
    ...(isBadAddress ? { 'connection.uri': { key: 'printers.badAddress' } as const } : {}),
  }
  return parsed.success && Object.keys(errors).length === 0 ? { ok: true, input: parsed.data } : { ok: false, errors }
}
