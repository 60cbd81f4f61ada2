import { StationError, type StationErrorData } from '../../../src-shared/station/error.ts'
import { DOTS_PER_MM, type Printer } from '../../../src-shared/station/printing/printing.ts'
import type { TcpAddress } from '../transports/uri.ts'
import type { HostIdentity } from './host-identity.ts'
import { LANGUAGES, numberOf, PRINT_WIDTH } from './odometer.ts'
import { identify, probeZpl, readVariable, type Probe } from './probe.ts'

/** A port of its own for questions, on models that have it: asking there does not hold up printing. */
const SIDE_PORT = 9200
const MM_PER_INCH = 25.4

/** What a look at a ZPL printer found. */
export interface Findings {
  identity: HostIdentity | null
  /** Where it answers; null: nowhere. */
  statusPort: number | null
  probe: Probe
  mismatch: StationErrorData | null
}

type Profile = Pick<Printer, 'name' | 'dpi' | 'media' | 'language'>

/** Looks where a printer answers, who it is, and whether that fits its profile. Only for profiles that say ZPL. */
export async function findOut(address: TcpAddress, profile: Profile, deadlineMs: number): Promise<Findings> {
  const options = { deadlineMs }
  const side = { ...address, port: SIDE_PORT }
  const own = await probeZpl(address, options)
  if (own.kind === 'unreachable') return { identity: null, statusPort: null, probe: own, mismatch: null }
  const beside = await probeZpl(side, { deadlineMs: Math.min(deadlineMs, 500) })
  const answers = (probe: Probe) => probe.kind === 'answered' || probe.kind === 'attention'
  const port = answers(beside) ? SIDE_PORT : answers(own) ? address.port : null
  if (port === null) return { identity: null, statusPort: null, probe: own, mismatch: null }
  const from = { ...address, port }
  const identity = await identify(from, options)
  const width = numberOf(await readVariable(from, PRINT_WIDTH, options))
  const languages = await readVariable(from, LANGUAGES, options)
  return {
    identity,
    statusPort: port,
    probe: answers(own) ? own : beside,
    mismatch: mismatchOf(profile, identity?.dotsPerMm ?? null, width, languages),
  }
}

/** The first thing in which a printer is not what its profile says, with both values; null when all fits. */
function mismatchOf(
  { name, dpi, media, language }: Profile,
  dotsPerMm: number | null,
  widthDots: number | null,
  languages: string | null,
): StationErrorData | null {
  const differs = (field: string, profile: string, printer: string): StationErrorData =>
    new StationError({
      code: 'PRINTER_MISMATCH',
      message: `${name} is set up with ${profile}, but the printer says ${printer}. Change one of them.`,
      details: { field, profile, printer },
    }).toData()
  if (dotsPerMm !== null && dotsPerMm !== DOTS_PER_MM[dpi]) {
    const printers = Object.entries(DOTS_PER_MM).find(([, dots]) => dots === dotsPerMm)?.[0] ?? '152'
    return differs('dpi', `${dpi} dpi`, `${printers} dpi`)
  }
  if (languages !== null && /epl|line_print|cpcl/i.test(languages) && !/zpl/i.test(languages)) {
    return differs('language', language, languages.toUpperCase())
  }
  const neededDots = Math.floor(media.widthIn * MM_PER_INCH * DOTS_PER_MM[dpi])
  // A tenth of the width is the play of real media and margins.
  if (widthDots !== null && widthDots > 0 && widthDots < neededDots * 0.9) {
    const inches = (widthDots / DOTS_PER_MM[dpi] / MM_PER_INCH).toFixed(2)
    return differs('mediaWidth', `${media.widthIn} in of media width`, `${inches} in`)
  }
  return null
}
