import { StationError } from '../../../src-shared/station/error.ts'
import { say } from '../../../src-labels/sentence.ts'
import type { PrinterOptions, StoredPrinter } from '../../../src-shared/station/printing/printer-settings.ts'
import { LABEL_PURPOSES, type Printer, type PrintPurpose } from '../../../src-shared/station/printing/printing.ts'
import { validateLabels } from '../../labels/conversion/validate.ts'
import { ConversionProblem, reported } from '../../labels/conversion/problem.ts'

/** What goes to the printer, and what was left out of it. */
export interface DocumentUnderPolicy {
  document: Uint8Array
  stripped: string[]
  setBack?: string
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
    return { document: validated.bytes, stripped: validated.stripped, setBack: validated.setBack }
  } catch (error) {
    if (!(error instanceof ConversionProblem)) throw error
    const { code, message, details } = error
    if (code === 'LABEL_REFUSED' && 'settings' in details) throw new StationError({ code, message, details })
    return { document, stripped: [] }
  }
}

/** LABEL_REFUSED: a printer leaves out, or refuses, what the label of another one may hold; null: it takes it as it is. */
export function keptOutByPolicy(
  label: { document: Uint8Array; purpose: PrintPurpose },
  { printer, options }: StoredPrinter,
): StationError | null {
  // A roll takes another language than the profile's.
  if (options.paper === 'receipt') return null
  const { stripped } = applyPolicy(label, printer, { ...options, carrierSettings: leastOf(options) })
  if (stripped.length === 0) return null
  const names = stripped.join(' ')
  return new StationError({
    code: 'LABEL_REFUSED',
    message: `${printer.name} cannot print this job: its label holds commands that ${printer.name} leaves out (${names}). Print it again for that printer.`,
    details: { settings: stripped, said: reported(say('settings-blocked', { names })) },
  })
}

/** Where settings are refused, they are to be named like those that are left out. */
const leastOf = ({ carrierSettings }: PrinterOptions): PrinterOptions['carrierSettings'] =>
  carrierSettings === 'block' ? 'strip' : carrierSettings
