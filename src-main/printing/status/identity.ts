import { StationError, type StationErrorData } from '../../../src-shared/station/error.ts'
import type { PrinterOptions } from '../../../src-shared/station/printing/printer-settings.ts'
import type { Printer } from '../../../src-shared/station/printing/printing.ts'
import { differentDots } from './mismatch.ts'

/** Who a printer says that it is. */
export interface PrinterIdentity {
  model: string
  /** Null: it has none, or does not say. */
  serial: string | null
  dotsPerMm: number | null
}

/** The printer that was found at an address when it was last checked. */
export type KnownPrinter = Pick<Printer, 'name' | 'dpi'> & Pick<PrinterIdentity, 'model' | 'serial'>

/** Null: it has never said who it is, so it is not asked either. */
export function knownPrinter({ name, dpi }: Printer, { foundModel, foundSerial }: PrinterOptions): KnownPrinter | null {
  return foundModel === null ? null : { name, dpi, model: foundModel, serial: foundSerial }
}

/** Versions count for nothing: new firmware makes no other printer. */
const modelName = (model: string): string =>
  model
    .replace(/[\s,;]+V?\d+\.\d[\w.-]*/gi, '')
    .trim()
    .toLowerCase()

/** A printer that names only its model. */
export const named = (model: string): PrinterIdentity => ({ model, serial: null, dotsPerMm: null })

/** Whether both are one printer; without a serial number, one of the same model. */
export function isSamePrinter(known: Pick<KnownPrinter, 'model' | 'serial'>, who: PrinterIdentity): boolean {
  return modelName(known.model) === modelName(who.model) && (known.serial === null || known.serial === who.serial)
}

/** Another model than the one known here; null: the same, or nobody names one. */
export function modelProblem(known: KnownPrinter | null, model: string | null): StationErrorData | null {
  return known === null || model === null ? null : identityProblem({ ...known, serial: null }, named(model))
}

/**
 * Why nothing may be sent to the printer that answers; null: it is the one that is known here, with the dots of its
 * profile. @param who null: it did not say
 */
export function identityProblem(known: KnownPrinter, who: PrinterIdentity | null): StationErrorData | null {
  if (who !== null && isSamePrinter(known, who)) return differentDots(known, who.dotsPerMm)
  const now =
    who === null
      ? 'what answers there now does not say what it is'
      : `${who.model}${who.serial === null ? '' : `, serial number ${who.serial},`} answers there now`
  const was = `${known.model}${known.serial === null ? '' : `, serial number ${known.serial}`}`
  return new StationError({
    code: 'PRINTER_CHANGED',
    message: `${known.name} was ${was}, and ${now}. Nothing was sent. Check the printer under Settings > Printers.`,
    retryable: true,
    details: {
      was: { model: known.model, serial: known.serial },
      now: who && { model: who.model, serial: who.serial },
    },
  }).toData()
}
