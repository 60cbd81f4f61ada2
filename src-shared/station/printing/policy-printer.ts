import type { PrinterLanguage } from './printing.ts'

const PREFIX = 'policy_'

/**
 * The printerId of a printer that the administrator's file names. Another language is another printer: jobs of the first are in
 * its language and may be sent again.
 */
export function policyPrinterId(id: string, language: PrinterLanguage): string {
  return `${PREFIX}${id}_${language.toLowerCase()}`
}

/** Whether the administrator's file names it, or did when it was last read. */
export function isPolicyPrinter(printerId: string): boolean {
  return printerId.startsWith(PREFIX)
}
