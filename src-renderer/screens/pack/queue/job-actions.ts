import { isAskable, isStale, isUnsent, maySendAgain, mayStop } from '../../../../src-shared/machine/print-job.ts'
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

/** Other printers that take a job of `from` as it is: its language and dots, and labels as wide and at least as long. */
export function moveTargets(from: Printer | null, printers: readonly Printer[]): Printer[] {
  if (from === null) return []
  return printers.filter(
    ({ printerId, language, dpi, media }) =>
      printerId !== from.printerId &&
      language === from.language &&
      dpi === from.dpi &&
      Math.abs(media.widthIn - from.media.widthIn) <= PLAY_IN &&
      media.heightIn >= from.media.heightIn - PLAY_IN,
  )
}

/** By how much labels of one size differ in how they are written down, in inches. */
const PLAY_IN = 0.25
