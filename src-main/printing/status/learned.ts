import { profileNamed } from '../../../src-shared/station/printing/devices/find-profile.ts'
import type { PrinterOptions } from '../../../src-shared/station/printing/printer-settings.ts'

type Learned = Pick<PrinterOptions, 'foundModel' | 'foundProfile' | 'foundMemoryKb' | 'foundSerial'>

/** A printer that does not say who it is. */
export const UNNAMED: Learned = { foundModel: null, foundProfile: null, foundMemoryKb: null, foundSerial: null }

/** What a printer says of itself, to be kept with it. */
export function learnedOf(model: string, more: { memoryKb?: number | null; serial?: string | null } = {}): Learned {
  return {
    foundModel: model.slice(0, 200),
    foundProfile: profileNamed(model)?.id ?? null,
    foundMemoryKb: more.memoryKb ?? null,
    foundSerial: more.serial?.slice(0, 100) ?? null,
  }
}
