import type { LabelStock } from './label-stock.ts'
import type { PrinterOptions } from './printer-settings.ts'
import type { Media, Printer, PrintJob } from './printing.ts'

/** A printer as a job finds it; what is not known of it is not compared. */
export interface PrinterPlace {
  printer: Pick<Printer, 'language' | 'dpi' | 'media' | 'connection'>
  paper?: PrinterOptions['paper'] | undefined
  /** What is loaded; absent: labels of its media. */
  stock?: Pick<LabelStock, 'media' | 'tracking'> | null
}

/** In what another printer differs, so that a job's bytes are none for it; the values as a person reads them. */
export interface PrinterDifference {
  field: 'paper' | 'language' | 'dpi' | 'connection' | 'media'
  from: string | number
  to: string | number
}

/** By how much labels of one size differ in how they are written down, in inches. */
const PLAY_IN = 0.25

/**
 * Why a job that was made for one printer may not go to another; null: it may. That takes its language and dots, and has
 * labels as wide and at least as long. A paper for a queue of the operating system is a PDF, and for any other printer none.
 */
export function printerDifference(
  { purpose }: Pick<PrintJob, 'purpose'>,
  from: PrinterPlace,
  to: PrinterPlace,
): PrinterDifference | null {
  const differs = <T extends string | number>(field: PrinterDifference['field'], before: T, after: T) =>
    before === after ? null : { field, from: before, to: after }
  const isPdf = purpose === 'office' || purpose === 'bol'
  return (
    (from.paper && to.paper ? differs('paper', from.paper, to.paper) : null) ??
    differs('language', from.printer.language, to.printer.language) ??
    differs('dpi', from.printer.dpi, to.printer.dpi) ??
    (isPdf ? differs('connection', kindOf(from), kindOf(to)) : null) ??
    (isLargeEnough(from, to) ? null : differs('media', sizeText(mediaOf(from)), sizeText(mediaOf(to))))
  )
}

const mediaOf = ({ printer, stock }: PrinterPlace): Media => stock?.media ?? printer.media
const sizeText = ({ widthIn, heightIn }: Media): string => `${widthIn} × ${heightIn} in`
const kindOf = ({ printer }: PrinterPlace): string => (printer.connection.kind === 'queue' ? 'queue' : 'label printer')

function isLargeEnough(from: PrinterPlace, to: PrinterPlace): boolean {
  const [before, after] = [mediaOf(from), mediaOf(to)]
  const isLongEnough = to.stock?.tracking === 'continuous' || after.heightIn >= before.heightIn - PLAY_IN
  return Math.abs(after.widthIn - before.widthIn) <= PLAY_IN && isLongEnough
}
