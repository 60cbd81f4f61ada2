import { DOTS_PER_MM, type Media, type PrinterDpi } from '../printing.ts'
import type { DeviceProfile } from './device-profile.ts'
import { CLONES, ELTRON, RECEIPT } from './others.ts'
import { ZEBRA } from './zebra.ts'

/** Every kind of printer that is known, in the order in which names are tried. */
export const DEVICE_PROFILES: readonly DeviceProfile[] = [...ZEBRA, ...ELTRON, ...CLONES, ...RECEIPT]

/** The profile of this model name; null for a name without meaning. */
export function profileNamed(model: string): DeviceProfile | null {
  return DEVICE_PROFILES.find(({ answersAs }) => answersAs.test(model)) ?? null
}

/** The kind with this id; null for none, and for one that only another version knows. */
export function profileById(id: string | null): DeviceProfile | null {
  return DEVICE_PROFILES.find((profile) => profile.id === id) ?? null
}

/** A person's choice goes before the printer's answer. */
export function profileOf({
  profile,
  foundProfile,
}: {
  profile: string | null
  foundProfile: string | null
}): DeviceProfile | null {
  return profileById(profile) ?? profileById(foundProfile)
}

const MM_PER_INCH = 25.4
/** Of a buffer that is shared with fonts and stored pictures, a label's dots can have so much. */
const SHARE = 0.5

/**
 * How many full labels of this size such a printer holds before it has printed one; null where its memory is not known.
 * @param memoryKb the printer's own report goes before its profile
 */
export function labelsInBuffer(
  { bufferKb }: Pick<DeviceProfile, 'bufferKb'>,
  { media, dpi, memoryKb }: { media: Media; dpi: PrinterDpi; memoryKb: number | null },
): number | null {
  const kilobytes = memoryKb ?? bufferKb
  if (kilobytes === null) return null
  const dots = (inches: number) => inches * MM_PER_INCH * DOTS_PER_MM[dpi]
  const labelBytes = (dots(media.widthIn) * dots(media.heightIn)) / 8
  return Math.max(1, Math.floor((kilobytes * 1024 * SHARE) / labelBytes))
}
