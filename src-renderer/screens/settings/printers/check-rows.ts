import type { PrinterCheck } from '../../../../src-shared/station/printing/printer-settings.ts'
import {
  DOTS_PER_MM,
  type Media,
  PRINTER_DPIS,
  type Printer,
  type PrinterDpi,
} from '../../../../src-shared/station/printing/printing.ts'
import { isSameSize } from '../../../../src-shared/station/printing/label-stock.ts'
import type { Locale } from '../../../locale/locale.svelte.ts'
import type { PlainKey } from '../../../messages/catalogue.ts'

/** One fact of the profile beside the printer's own report. */
export interface CheckRow {
  what: PlainKey
  here: string
  /** Null: not reported. */
  printer: string | null
  fits: boolean | null
}

const DIFFERING = { dpi: 'printers.dpi', language: 'printers.language', mediaWidth: 'printers.width' } as const

/** The resolution for this many dots a millimeter; null where no profile has it. */
function dpiOf(dotsPerMm: number | null): PrinterDpi | null {
  return PRINTER_DPIS.find((dpi) => DOTS_PER_MM[dpi] === dotsPerMm) ?? null
}

const sizeText = ({ widthIn, heightIn }: Media, locale: Pick<Locale, 't' | 'number'>): string =>
  locale.t('printerCheck.size', { width: locale.number(widthIn), height: locale.number(heightIn) })

/** The profile and the printer, value by value. What differs is as the printer reports it. */
export function checkRows(
  { dpi, language, media }: Printer,
  { dotsPerMm, statusPort, statusSource, problem }: PrinterCheck,
  locale: Pick<Locale, 't' | 'number'>,
): CheckRow[] {
  const reported = dpiOf(dotsPerMm)
  const isAnswered = statusPort !== null
  const rows: CheckRow[] = [
    {
      what: DIFFERING.dpi,
      here: `${dpi} dpi`,
      printer: dotsPerMm === null ? null : reported === null ? `${dotsPerMm}/mm` : `${reported} dpi`,
      fits: dotsPerMm === null ? null : reported === dpi,
    },
    { what: DIFFERING.language, here: language, printer: isAnswered ? language : null, fits: isAnswered ? true : null },
    { what: DIFFERING.mediaWidth, here: `${media.widthIn} in`, printer: null, fits: null },
  ]
  if (statusSource?.media) {
    rows.push({
      what: 'printerCheck.media',
      here: sizeText(media, locale),
      printer: sizeText(statusSource.media, locale),
      fits: isSameSize(media, statusSource.media),
    })
  }
  if (problem?.code !== 'PRINTER_MISMATCH') return rows
  const field = Object.entries(DIFFERING).find(([name]) => name === problem.details['field'])?.[1]
  const value = problem.details['printer']
  return rows.map((row) =>
    row.what === field && typeof value === 'string' ? { ...row, printer: value, fits: false } : row,
  )
}

/** The resolution to take over from the printer; null when it is the profile's, or unknown. */
export function dpiToTakeOver(printer: Printer, check: PrinterCheck): PrinterDpi | null {
  const reported = dpiOf(check.dotsPerMm)
  return reported !== null && reported !== printer.dpi ? reported : null
}
