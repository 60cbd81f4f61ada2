import { z } from 'zod'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import type { FoundPrinter } from '../../../src-shared/station/printing/printer-settings.ts'
import {
  type PRINTER_DPIS,
  printerInputSchema,
  type Printer,
  type PrinterConnection,
  type PrinterInput,
  type PrinterLanguage,
} from '../../../src-shared/station/printing/printing.ts'
import { fieldErrors, type FieldErrors, type ParsedForm } from '../../forms/field-error.ts'
import { parseNumber } from '../../forms/number.ts'

/** A printer profile being typed. Each kind of connection keeps its input. */
export interface PrinterForm {
  name: string
  language: PrinterLanguage
  dpi: `${(typeof PRINTER_DPIS)[number]}`
  widthIn: string
  heightIn: string
  kind: PrinterConnection['kind']
  uri: string
  queue: string
  path: string
}

const NEW: PrinterForm = {
  name: '',
  language: 'ZPL',
  dpi: '203',
  widthIn: '4',
  heightIn: '6',
  kind: 'tcp',
  uri: 'tcp://',
  queue: '',
  path: '/dev/usb/lp0',
}

const connectionFields = (connection: PrinterConnection): Partial<PrinterForm> => {
  switch (connection.kind) {
    case 'tcp':
      return { kind: 'tcp', uri: connection.uri }
    case 'queue':
      return { kind: 'queue', queue: connection.name }
    case 'device':
      return { kind: 'device', path: connection.path }
    case 'virtual':
      return { kind: 'virtual' }
  }
}

/** The form of a printer, or of a new one: a network label printer with 4 x 6 in labels, the commonest. */
export function printerFormFor(printer: Printer | null): PrinterForm {
  if (!printer) return { ...NEW }
  const { name, language, dpi, media, connection } = printer
  return {
    ...NEW,
    name,
    language,
    dpi: `${dpi}`,
    widthIn: String(media.widthIn),
    heightIn: String(media.heightIn),
    ...connectionFields(connection),
  }
}

/** The form of a printer that was found: what it reports, and the most common values for the rest. */
export function formOfFound({ name, connection, language }: FoundPrinter): PrinterForm {
  return { ...NEW, name: name.slice(0, 60), ...(language ? { language } : {}), ...connectionFields(connection) }
}

const PRINTER_ADDRESS = /^tcp:\/\/(\[[0-9a-f:.]+\]|[^\s:/[\]]+)(:\d{1,5})?\/?$/i
const DEVICE_PATH = /^(\/[^\p{Cc}]+|\\\\\.\\[^\p{Cc}]+)$/u

function connectionOf(form: PrinterForm): PrinterConnection {
  switch (form.kind) {
    case 'tcp':
      return { kind: 'tcp', uri: form.uri }
    case 'queue':
      return { kind: 'queue', name: form.queue }
    case 'device':
      return { kind: 'device', path: form.path }
    case 'virtual':
      return { kind: 'virtual' }
  }
}

/** The error of the printer's address, with the right form. */
function connectionErrors({ kind, uri, queue, path }: PrinterForm): FieldErrors {
  if (kind === 'tcp' && !PRINTER_ADDRESS.test(uri.trim())) return { 'connection.uri': { key: 'printers.badAddress' } }
  if (kind === 'queue' && queue.trim() === '') return { 'connection.name': { key: 'field.required' } }
  if (kind === 'device' && !DEVICE_PATH.test(path.trim())) return { 'connection.path': { key: 'printers.badPath' } }
  return {}
}

const issuesSchema = z.object({ issues: z.array(z.object({ path: z.string() })) })

/** A refusal because another printer, or another kind of labels, has the name; null: it is for another reason. */
export function takenName({ code, details }: StationErrorData): FieldErrors | null {
  const { data } = issuesSchema.safeParse(details)
  const isName = code === 'INVALID_INPUT' && data?.issues.some(({ path }) => path === 'name')
  return isName === true ? { name: { key: 'printers.nameTaken' } } : null
}

/** The form as the station takes it, or its errors. */
export function parsePrinterForm(form: PrinterForm, printerId: string | undefined): ParsedForm<PrinterInput> {
  const parsed = printerInputSchema.safeParse({
    printerId,
    name: form.name,
    language: form.language,
    dpi: Number(form.dpi),
    media: { widthIn: parseNumber(form.widthIn), heightIn: parseNumber(form.heightIn) },
    connection: connectionOf(form),
  })
  const errors: FieldErrors = {
    ...(parsed.success ? {} : fieldErrors(parsed.error)),
    ...connectionErrors(form),
  }
  return parsed.success && Object.keys(errors).length === 0 ? { ok: true, input: parsed.data } : { ok: false, errors }
}
