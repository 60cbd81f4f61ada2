/** Asks for one of the printer's variables (Set-Get-Do). It changes nothing. */
export function askVariable(name: string): string {
  return `! U1 getvar "${name}"\r\n`
}

/** How many labels the printer has printed in its life. */
export const ODOMETER = 'odometer.total_label_count'
/** Dots across that it prints. */
export const PRINT_WIDTH = 'ezpl.print_width'
/** What it understands, `zpl` or `epl_zpl` for instance. */
export const LANGUAGES = 'device.languages'

/** Its serial number (Set-Get-Do, device.unique_id). */
export const SERIAL = 'device.unique_id'

const ANSWER = /"([^"\r\n]{0,80})"/g

/** The last whole answer, without its quotes; null while it is not there. `?` is a variable it does not know. */
export function variableOf(bytes: Uint8Array): string | null {
  return [...Buffer.from(bytes).toString('latin1').matchAll(ANSWER)].at(-1)?.[1] ?? null
}

/** An answer that is a serial number; null for any other. */
export function serialOf(answer: string | null): string | null {
  return answer !== null && /[a-z0-9]/i.test(answer) ? answer.trim() : null
}

/** An answer that is a whole number; null for any other. */
export function numberOf(answer: string | null): number | null {
  return answer !== null && /^\d{1,12}$/.test(answer) ? Number(answer) : null
}
