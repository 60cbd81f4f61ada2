import { zplCommand } from '../../../src-labels/zpl/command-table.ts'
import { eplCommand } from '../../../src-labels/epl/command-table.ts'
import type { Inspection } from '../../../src-labels/inspect.ts'
import { say } from '../../../src-labels/sentence.ts'
import { isSetting, labelsToSend } from '../../../src-labels/to-send.ts'
import type { Policy } from '../../../src-labels/validation.ts'
import type { PrinterOptions } from '../../../src-shared/station/printing/printer-settings.ts'
import type { Printer } from '../../../src-shared/station/printing/printing.ts'
import { ConversionProblem, reported } from './problem.ts'

/** The printer that labels are validated for, and what its owner lets them set. */
export type ValidationTarget = Pick<Printer, 'language' | 'dpi' | 'media'> &
  Pick<PrinterOptions, 'carrierSettings' | 'allowedCommands'>

/** What goes to the printer: the labels as one stream, fit to print. */
export interface ValidatedLabels {
  bytes: Uint8Array
  /** Labels that come out, copies included. */
  labels: number
  /** Names of commands that were left out, each once. */
  stripped: string[]
  /** The end of `bytes` that sets the printer back behind the last label, Latin-1. */
  setBack: string
}

/**
 * Judges documents in the printer's language that go to it as one, in one pass: each must be whole, one `^MMT` would break
 * peel-off mode for every label after it, and what lays out these labels and would stay is set back behind them.
 * @throws ConversionProblem LABEL_TRUNCATED or LABEL_REFUSED about the first of them, also where the printer lets no label change its settings
 */
export function validateLabels(documents: readonly Uint8Array[], target: ValidationTarget): ValidatedLabels {
  const { language, dpi, media, carrierSettings, allowedCommands } = target
  const policy = policyOf(allowedCommands)
  const keepsSettings = carrierSettings === 'allow'
  const { inspection, bytes, leftOut, setBack } = labelsToSend(documents, {
    language,
    dpi,
    media,
    policy,
    keepsSettings,
  })
  if (inspection.result !== 'whole' || bytes === null) throw notFit(language, inspection)
  const settings = inspection.stripped.filter((name) => isSetting(name, language))
  if (carrierSettings === 'block' && settings.length > 0) {
    const message = `The label was not printed: it changes settings of the printer (${settings.join(' ')}), which this printer refuses.`
    const said = reported(say('settings-blocked', { names: settings.join(' ') }))
    throw new ConversionProblem(message, { settings, said }, 'LABEL_REFUSED')
  }
  return { bytes, labels: inspection.copies, stripped: leftOut, setBack }
}

/** Why a label in a printer's language is not printed. */
export function notFit(
  language: Printer['language'],
  { result, reason, at, said }: Pick<Inspection, 'result' | 'reason' | 'at' | 'said'>,
): ConversionProblem {
  const [what, code] =
    result === 'truncated'
      ? (['is not complete', 'LABEL_TRUNCATED'] as const)
      : (['must not be printed', 'LABEL_REFUSED'] as const)
  return new ConversionProblem(
    `the ${language} label ${what}: ${reason} (byte ${at})`,
    { result, at, said: said.reason && reported(said.reason) },
    code,
  )
}

/** A profile may let through what would be left out, never what would be refused. */
function policyOf(allowed: readonly string[]): Policy {
  const isLeftOut = (name: string) => {
    const row = zplCommand(name) ?? eplCommand(name)
    // Where parameters decide, a name alone must not.
    return row === null || (row.treatment === 'strip' && row.decides === null)
  }
  return Object.fromEntries(allowed.filter(isLeftOut).map((name) => [name, 'pass']))
}
