import { profileNamed } from '../../../src-shared/station/printing/devices/find-profile.ts'
import type { PrinterOptions } from '../../../src-shared/station/printing/printer-settings.ts'

/** What a printer's name reveals, to be kept with it. */
export function learnedOf(
  model: string,
  memoryKb: number | null,
): Pick<PrinterOptions, 'foundModel' | 'foundProfile' | 'foundMemoryKb'> {
  return { foundModel: model.slice(0, 200), foundProfile: profileNamed(model)?.id ?? null, foundMemoryKb: memoryKb }
}
