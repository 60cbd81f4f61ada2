import { isStale, isWaiting, maySendAgain } from '../../../../src-shared/machine/print-job.ts'
import type { PrintJob } from '../../../../src-shared/station/printing/printing.ts'
import type { ScanCommand } from '../../../../src-shared/station/printing/scan-command.ts'
import type { Outcome } from '../result/banner.ts'
import type { JobAction } from '../queue/job-actions.ts'
import type { Sound } from './tones.ts'

/** The packing station, as far as a scanned command may act on it. */
export interface CommandTarget {
  readonly outcome: Outcome | null
  readonly job: PrintJob | null
  readonly isAskingReason: boolean
  isAskingVoid: boolean
  sound(sound: Sound): void
  /** Says that there is nothing the command could be about. */
  refuse(command: ScanCommand): void
  acknowledge(): void
  askReprint(): boolean
  askVoid(): boolean
  again(): Promise<void>
  act(job: PrintJob, action: Exclude<JobAction, 'move'>): Promise<void>
}

/** Runs a barcode of the command sheet. No command answers a question with yes: it opens it, or closes it. */
export async function obey(controller: CommandTarget, command: ScanCommand): Promise<void> {
  switch (command) {
    case 'NEXT':
      controller.acknowledge()
      return controller.sound('good')
    case 'CANCEL':
      return cancelWhatIsOpen(controller)
    case 'PRINT':
      return printAgain(controller)
    case 'REPRINT':
      return controller.askReprint() ? controller.sound('good') : controller.refuse(command)
    case 'VOID':
      return controller.askVoid() ? controller.sound('good') : controller.refuse(command)
  }
}

/** Retries the label on screen that did not come out. A label that did come out asks why. */
async function printAgain(controller: CommandTarget): Promise<void> {
  const { outcome, job } = controller
  if (!outcome || outcome.kind === 'no-target' || outcome.kind === 'ambiguous') return controller.refuse('PRINT')
  if (job && maySendAgain(job)) return controller.act(job, 'retry')
  // It is on its way: one label is enough.
  if (job && isWaiting(job)) return isStale(job) ? controller.act(job, 'print-now') : controller.sound('bad')
  if (job || outcome.kind === 'already-printed' || outcome.kind === 'asks')
    return controller.sound(controller.askReprint() ? 'good' : 'bad')
  await controller.again()
}

/** The question that is open, else the label that has not begun, else the screen. */
async function cancelWhatIsOpen(controller: CommandTarget): Promise<void> {
  const { job, outcome } = controller
  if (controller.isAskingVoid) controller.isAskingVoid = false
  else if (controller.isAskingReason || outcome?.kind === 'repeat' || !job || !isWaiting(job)) controller.acknowledge()
  else await controller.act(job, 'cancel')
  controller.sound('good')
}
