import { StationError, type StationErrorData } from '../../../src-shared/station/error.ts'
import { DOTS_PER_MM, type Printer } from '../../../src-shared/station/printing/printing.ts'

/** A printer is not what its profile says, in one field. */
export function differs(name: string, field: string, profile: string, printer: string): StationErrorData {
  return new StationError({
    code: 'PRINTER_MISMATCH',
    message: `${name} is set up with ${profile}, but the printer says ${printer}. Change one of them.`,
    details: { field, profile, printer },
  }).toData()
}

/** Other dots than the profile's; null: the same, or the printer does not say. */
export function differentDots(
  { name, dpi }: Pick<Printer, 'name' | 'dpi'>,
  dotsPerMm: number | null,
): StationErrorData | null {
  if (dotsPerMm === null || dotsPerMm === DOTS_PER_MM[dpi]) return null
  const printers = Object.entries(DOTS_PER_MM).find(([, dots]) => dots === dotsPerMm)?.[0] ?? '152'
  return differs(name, 'dpi', `${dpi} dpi`, `${printers} dpi`)
}
