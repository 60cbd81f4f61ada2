import type { PrintJob } from '../../../src-shared/station/printing.ts'
import type { ScanCommand } from '../../../src-shared/station/scan-command.ts'
import type { Outcome } from './band.ts'
import type { JobAction } from './job-actions.ts'
import { isWaiting } from './queue-view.ts'
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

/** Does what a barcode of the command sheet says. No command answers a question with yes: it opens it, or closes it. */
export async function obey(desk: CommandTarget, command: ScanCommand): Promise<void> {
  switch (command) {
    case 'NEXT':
      desk.acknowledge()
      return desk.sound('good')
    case 'CANCEL':
      return cancelWhatIsOpen(desk)
    case 'PRINT':
      return printAgain(desk)
    case 'REPRINT':
      return desk.askReprint() ? desk.sound('good') : desk.refuse(command)
    case 'VOID':
      return desk.askVoid() ? desk.sound('good') : desk.refuse(command)
  }
}

/** Whatever is on screen and did not come out, once more. What did come out asks why. */
async function printAgain(desk: CommandTarget): Promise<void> {
  const { outcome, job } = desk
  if (!outcome || outcome.kind === 'no-target' || outcome.kind === 'ambiguous') return desk.refuse('PRINT')
  if (job?.state === 'FAILED') return desk.act(job, 'retry')
  // It is on its way: one label is enough.
  if (job && isWaiting(job)) return job.question === 'stale' ? desk.act(job, 'print-now') : desk.sound('bad')
  if (job || outcome.kind === 'already-printed') return desk.sound(desk.askReprint() ? 'good' : 'bad')
  await desk.again()
}

/** The question that is open, else the label that has not begun, else the screen. */
async function cancelWhatIsOpen(desk: CommandTarget): Promise<void> {
  const { job, outcome } = desk
  if (desk.isAskingVoid) desk.isAskingVoid = false
  else if (desk.isAskingReason || outcome?.kind === 'repeat' || !job || !isWaiting(job)) desk.acknowledge()
  else await desk.act(job, 'cancel')
  desk.sound('good')
}
