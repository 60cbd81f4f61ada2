import { profileOf } from '../../../src-shared/station/printing/devices/find-profile.ts'
import type { PrinterOptions } from '../../../src-shared/station/printing/printer-settings.ts'

type Kind = Pick<PrinterOptions, 'profile' | 'foundProfile'>

/** Whether `~HQES` may be asked. */
export function knowsErrorsOf(options: Kind): boolean {
  return !(profileOf(options)?.quirks.includes('no-host-errors') ?? false)
}

/** Whether it would print a question instead of answering it. */
export function printsQuestions(options: Kind & Pick<PrinterOptions, 'paper'>): boolean {
  return options.paper === 'receipt' || (profileOf(options)?.quirks.includes('never-asked') ?? false)
}
