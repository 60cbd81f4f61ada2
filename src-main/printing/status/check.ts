import type { StationErrorData } from '../../../src-shared/station/error.ts'
import { profileNamed } from '../../../src-shared/station/printing/devices/find-profile.ts'
import type { DeviceProfile } from '../../../src-shared/station/printing/devices/device-profile.ts'
import { DOTS_PER_MM, type Printer } from '../../../src-shared/station/printing/printing.ts'
import type { TcpAddress } from '../transports/uri.ts'
import { askerAt, type Asker } from './ask.ts'
import type { HostIdentity } from './host-identity.ts'
import { LANGUAGES, numberOf, PRINT_WIDTH, SERIAL, serialOf } from './odometer.ts'
import { differentDots, differs } from './mismatch.ts'
import { identify, probeZpl, readVariable, type Probe } from './probe.ts'

/** A port of its own for questions, on models that have it: asking there does not hold up printing. */
const SIDE_PORT = 9200
const MM_PER_INCH = 25.4

/** What a look at a ZPL printer found. */
export interface Findings {
  identity: (HostIdentity & { serial: string | null }) | null
  /** Where it answers; null: nowhere. */
  statusPort: number | null
  probe: Probe
  mismatch: StationErrorData | null
}

type Profile = Pick<Printer, 'name' | 'dpi' | 'media' | 'language'>

const answers = (probe: Probe) => probe.kind === 'answered' || probe.kind === 'attention'

/** Looks where a printer on the network answers, who it is, and whether that fits its profile. Only for profiles that say ZPL. */
export async function findOut(address: TcpAddress, profile: Profile, deadlineMs: number): Promise<Findings> {
  const own = await probeZpl(askerAt(address), { deadlineMs })
  if (own.kind === 'unreachable') return nobody(own)
  const beside = await probeZpl(askerAt({ ...address, port: SIDE_PORT }), { deadlineMs: Math.min(deadlineMs, 500) })
  const port = answers(beside) ? SIDE_PORT : answers(own) ? address.port : null
  if (port === null) return nobody(own)
  const who = await whoIs(askerAt({ ...address, port }), profile, deadlineMs)
  return { ...who, statusPort: port, probe: answers(own) ? own : beside }
}

/** Looks who answers on a way of its own, as a device. Only for profiles that say ZPL. */
export async function findOutBy(ask: Asker, profile: Profile, deadlineMs: number): Promise<Findings> {
  const probe = await probeZpl(ask, { deadlineMs })
  if (!answers(probe)) return nobody(probe)
  return { ...(await whoIs(ask, profile, deadlineMs)), statusPort: null, probe }
}

const nobody = (probe: Probe): Findings => ({ identity: null, statusPort: null, probe, mismatch: null })

async function whoIs(
  ask: Asker,
  profile: Profile,
  deadlineMs: number,
): Promise<Pick<Findings, 'identity' | 'mismatch'>> {
  const options = { deadlineMs }
  const identity = await identify(ask, options)
  const width = await readVariable(ask, PRINT_WIDTH, options)
  // One that has no variables at all is not asked for two more.
  const languages = width === null ? null : await readVariable(ask, LANGUAGES, options)
  const serial = width === null ? null : serialOf(await readVariable(ask, SERIAL, options))
  const kind = identity && profileNamed(identity.model)
  const mismatch =
    mismatchOf(profile, identity?.dotsPerMm ?? null, numberOf(width), languages) ?? (kind && unfitFor(profile, kind))
  return { identity: identity && { ...identity, serial }, mismatch }
}

/** What a kind of printer cannot do that its profile here asks of it; null: nothing. */
export function unfitFor({ name, dpi, media, language }: Profile, kind: DeviceProfile): StationErrorData | null {
  const cannot = (field: string, profile: string, printer: string) =>
    differs(name, field, profile, `${kind.name}: ${printer}`)
  if (!kind.languages.includes(language)) return cannot('language', language, kind.languages.join(', '))
  if (!kind.dpis.includes(dpi)) return cannot('dpi', `${dpi} dpi`, `${kind.dpis.join(', ')} dpi`)
  const mostIn = kind.widthMm / MM_PER_INCH
  // A tenth of the width is the play of real media and margins.
  if (mostIn < media.widthIn * 0.9)
    return cannot('mediaWidth', `${media.widthIn} in of media width`, `${mostIn.toFixed(2)} in`)
  return null
}

/** The first thing in which a printer is not what its profile says, with both values; null when all fits. */
function mismatchOf(
  { name, dpi, media, language }: Profile,
  dotsPerMm: number | null,
  widthDots: number | null,
  languages: string | null,
): StationErrorData | null {
  const dots = differentDots({ name, dpi }, dotsPerMm)
  if (dots !== null) return dots
  if (languages !== null && /epl|line_print|cpcl/i.test(languages) && !/zpl/i.test(languages)) {
    return differs(name, 'language', language, languages.toUpperCase())
  }
  const neededDots = Math.floor(media.widthIn * MM_PER_INCH * DOTS_PER_MM[dpi])
  // A tenth of the width is the play of real media and margins.
  if (widthDots !== null && widthDots > 0 && widthDots < neededDots * 0.9) {
    const inches = (widthDots / DOTS_PER_MM[dpi] / MM_PER_INCH).toFixed(2)
    return differs(name, 'mediaWidth', `${media.widthIn} in of media width`, `${inches} in`)
  }
  return null
}
