import { isAskable, isStale, isUnsent, maySendAgain, mayStop } from '../../../../src-shared/machine/print-job.ts'
import { printerDifference, type PrinterPlace } from '../../../../src-shared/station/printing/other-printer.ts'
import type { PrintJob, Printer } from '../../../../src-shared/station/printing/printing.ts'

/** The actions of a person on a job. */
export type JobAction = 'printed' | 'print-again' | 'print-now' | 'drop' | 'retry' | 'move' | 'cancel' | 'stop'

/** In the order of the buttons; the first is what most people want. */
export function actionsOf(job: PrintJob): readonly JobAction[] {
  if (mayStop(job)) return ['stop']
  if (isStale(job)) return ['print-now', 'drop', 'move']
  if (isAskable(job)) return ['printed', 'print-again']
  if (maySendAgain(job)) return ['retry', 'move', 'cancel']
  return isUnsent(job) ? ['move', 'cancel'] : []
}

/** What is loaded in printers, by their id; one that is not in it is not known. */
export type LoadedPapers = Readonly<Record<string, Pick<PrinterPlace, 'paper' | 'stock'>>>

/** Other printers that take a job of `from` as it is, as far as their profiles and what is loaded show. */
export function moveTargets(
  job: Pick<PrintJob, 'purpose'>,
  from: Printer | null,
  printers: readonly Printer[],
  loaded: LoadedPapers = {},
): Printer[] {
  if (from === null) return []
  const placeOf = (printer: Printer): PrinterPlace => ({ printer, ...loaded[printer.printerId] })
  return printers.filter(
    (printer) =>
      printer.printerId !== from.printerId && printerDifference(job, placeOf(from), placeOf(printer)) === null,
  )
}
