/**
 * What a scanner typed as the code on the label: control characters, blanks at both ends, and the AIM identifier some
 * scanners put in front (`]C1`, ISO/IEC 15424) are stripped.
 */
export function scannedCode(typed: string): string {
  return typed
    .replaceAll(/\p{Cc}/gu, '')
    .trim()
    .replace(/^\][A-Za-z][0-9A-Za-z]\s*/, '')
}
