import { StationError } from '../../../src-shared/station/error.ts'
import type { PrinterOptions } from '../../../src-shared/station/printing/printer-settings.ts'
import { LABEL_PURPOSES, type Printer, type PrintPurpose } from '../../../src-shared/station/printing/printing.ts'
import { validateLabels } from '../../labels/conversion/validate.ts'
import { ConversionProblem } from '../../labels/conversion/problem.ts'

/** What goes to the printer, and what was left out of it. */
export interface DocumentUnderPolicy {
  document: Uint8Array
  stripped: string[]
}

/** Purposes whose documents are labels in the printer's language; the others are papers, or receipts. */
const LABELS: readonly PrintPurpose[] = [
  ...LABEL_PURPOSES,
  'file',
  'test',
  'hold-tag',
  'packing-slip',
  'print-list',
  'command-sheet',
  'template',
]

/**
 * Applies a printer's policy to a label that is not yet validated for it: those composed here. What is no whole label
 * passes as it is: whether it may be printed at all is validated before (`labels/conversion/validate.ts`).
 * @throws StationError LABEL_REFUSED when the policy is `block` and the label changes settings (details.settings)
 */
export function applyPolicy(
  { document, purpose }: { document: Uint8Array; purpose: PrintPurpose },
  { language, dpi, media }: Pick<Printer, 'language' | 'dpi' | 'media'>,
  { carrierSettings, allowedCommands }: Pick<PrinterOptions, 'carrierSettings' | 'allowedCommands'>,
): DocumentUnderPolicy {
  if (!LABELS.includes(purpose)) return { document, stripped: [] }
  try {
    const validated = validateLabels([document], { language, dpi, media, carrierSettings, allowedCommands })
    return { document: validated.bytes, stripped: validated.stripped }
  } catch (error) {
    if (!(error instanceof ConversionProblem)) throw error
    const { code, message, details } = error
    if (code === 'LABEL_REFUSED' && 'settings' in details) throw new StationError({ code, message, details })
    return { document, stripped: [] }
  }
}
