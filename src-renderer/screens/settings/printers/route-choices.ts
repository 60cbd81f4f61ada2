import { moveTargets } from '../../pack/queue/job-actions.ts'
import type { Printer } from '../../../../src-shared/station/printing/printing.ts'

/** The value for no printer of its own. */
export const NONE = '-'

interface Choice {
  value: string
  label: string
}

export function printerChoices(printers: readonly Printer[], none: string): Choice[] {
  return [{ value: NONE, label: none }, ...printers.map(({ printerId, name }) => ({ value: printerId, label: name }))]
}

/** Printers that can take over for that one: they can print the labels that are made for it. */
export function fallbackChoices(printers: readonly Printer[], printerId: string | null, none: string): Choice[] {
  const first = printers.find((printer) => printer.printerId === printerId) ?? null
  return printerChoices(moveTargets({ purpose: 'label' }, first, printers), none)
}
