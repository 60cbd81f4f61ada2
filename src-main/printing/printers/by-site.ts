import type { PrinterOptions } from '../../../src-shared/station/printing/printer-settings.ts'
import type { SiteSettingsHere } from '../../site/site-settings.ts'
import type { PrinterStore } from './printers.rows.ts'

/** What the site decides of how printers are treated. */
export type PrintingBySite = Pick<SiteSettingsHere, 'at' | 'refuse'>

/** Printers as they stand here, each treated as the site decides. */
export function printersBySite(store: PrinterStore, bySite: PrintingBySite): PrinterStore {
  const held = (options: PrinterOptions): PrinterOptions => {
    const { printing } = bySite.at()
    return printing === null ? options : { ...options, carrierSettings: printing.carrierSettings }
  }
  return {
    ...store,
    kept: async (printerId) => {
      const kept = await store.kept(printerId)
      return { ...kept, options: held(kept.options) }
    },
    care: async (printerId) => {
      const care = await store.care(printerId)
      return { ...care, options: held(care.options) }
    },
    setOptions: async (printerId, patch, actor) => {
      if (patch.carrierSettings !== undefined) bySite.refuse(['printing'])
      const care = await store.setOptions(printerId, patch, actor)
      return { ...care, options: held(care.options) }
    },
  }
}
