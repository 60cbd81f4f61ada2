import type { CommandRow } from '../command-row.ts'
import { DANGEROUS_ROWS } from './table/dangerous.ts'
import { HOST_ROWS } from './table/host.ts'
import { JOB_ROWS } from './table/jobs.ts'
import { LABEL_SETTING_ROWS } from './table/label-settings.ts'
import { LAYOUT_ROWS } from './table/layout.ts'
import { NETWORK_ROWS } from './table/network.ts'
import { PRINTER_SETTING_ROWS } from './table/printer-settings.ts'
import { STORAGE_ROWS } from './table/storage.ts'

/** Every command of ZPL II that is known here. Scanner, policy, preview and docs/label-commands.md read nothing else. */
export const ZPL_COMMANDS: readonly CommandRow[] = [
  ...LAYOUT_ROWS,
  ...LABEL_SETTING_ROWS,
  ...PRINTER_SETTING_ROWS,
  ...STORAGE_ROWS,
  ...JOB_ROWS,
  ...HOST_ROWS,
  ...NETWORK_ROWS,
  ...DANGEROUS_ROWS,
]

const BY_NAME = new Map(ZPL_COMMANDS.map((row) => [row.prefix + row.name, row]))

/**
 * The row of a command as a printer reads it.
 * @param full standard prefix and the two characters behind it, in upper case; the second one of `^A` is its font.
 */
export function zplCommand(full: string): CommandRow | null {
  const known = BY_NAME.get(full)
  if (known) return known
  if (/^\^A[A-Z0-9]$/.test(full)) return BY_NAME.get('^A') ?? null
  return full === '^F1' ? (BY_NAME.get('^F16') ?? null) : null
}
