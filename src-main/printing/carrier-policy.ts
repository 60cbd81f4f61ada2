import { judgeZpl, stripZpl } from '../../src-labels/zpl/scan.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { PrinterOptions } from '../../src-shared/station/printer-care.ts'
import type { PrinterLanguage } from '../../src-shared/station/printing.ts'

/** What goes to the printer, and what was left out of it. */
export interface PolicedDocument {
  document: Uint8Array
  stripped: string[]
}

/**
 * Applies a printer's policy to a carrier's label: one `^MMT` would break peel-off mode for every label after it.
 * EPL, and what is no whole ZPL label, passes as it is: whether it may be printed at all is judged before.
 * @throws StationError LABEL_REFUSED when the policy is `block` and the label changes settings (details.settings)
 */
export function policed(
  document: Uint8Array,
  language: PrinterLanguage,
  policy: PrinterOptions['carrierSettings'],
): PolicedDocument {
  if (language !== 'ZPL' || policy === 'allow') return { document, stripped: [] }
  const { verdict, settings } = judgeZpl(document)
  if (verdict !== 'whole' || settings.length === 0) return { document, stripped: [] }
  const names = [...new Set(settings.map(({ name }) => name))]
  if (policy === 'strip') return { document: stripZpl(document, settings), stripped: names }
  throw new StationError({
    code: 'LABEL_REFUSED',
    message: `The label was not printed: it changes settings of the printer (${names.join(' ')}), which this printer refuses.`,
    details: { settings: names },
  })
}
