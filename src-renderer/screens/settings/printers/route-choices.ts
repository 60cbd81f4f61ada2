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

/** Printers that can take over for that one: its labels are made for its language and its dots. */
export function fallbackChoices(printers: readonly Printer[], printerId: string | null, none: string): Choice[] {
  const first = printers.find((printer) => printer.printerId === printerId)
  const fit = printers.filter(
    (printer) =>
      first &&
      printer.printerId !== first.printerId &&
      printer.language === first.language &&
      printer.dpi === first.dpi,
  )
  return printerChoices(fit, none)
}
