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

/** Can this printer take a job made for that one? Its bytes are in one language and for one number of dots. */
export type MoveTarget = { printer: Printer; refusal: 'language' | 'dpi' | null }

/** Every other printer, those that can take the job first. */
export function moveTargets(from: Printer | null, printers: readonly Printer[]): MoveTarget[] {
  const targets = printers
    .filter(({ printerId }) => printerId !== from?.printerId)
    .map((printer): MoveTarget => {
      if (!from) return { printer, refusal: null }
      if (printer.language !== from.language) return { printer, refusal: 'language' }
      return { printer, refusal: printer.dpi === from.dpi ? null : 'dpi' }
    })
  return [...targets.filter(({ refusal }) => !refusal), ...targets.filter(({ refusal }) => refusal)]
}
