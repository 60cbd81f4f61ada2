import { SCAN_COMMANDS, type ScanCommand } from '../../../../src-shared/station/printing/scan-command.ts'

/**
 * The command a scan gives, if it is one. Only in capitals, as on the sheet: a reference that is called "next" stays one.
 */
export function scanCommandOf(scanned: string): ScanCommand | null {
  // What scanners put around a code: the AIM identifier in front, control characters anywhere.
  const code = scanned
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .replace(/^\][A-Za-z][0-9A-Za-z]\s*/, '')
  return SCAN_COMMANDS.find((command) => command === code) ?? null
}
