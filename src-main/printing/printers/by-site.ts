import type { PrinterOptions } from '../../../src-shared/station/printing/printer-settings.ts'
import type { SiteSettingsHere } from '../../site/site-settings.ts'
import type { PrinterStore } from './printers.rows.ts'

/** What the site decides of how printers are treated. */
export type PrintingBySite = Pick<SiteSettingsHere, 'at' | 'refuse'>

/** This station's printers, each with the options that the site sets. */
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
    handling: async (printerId) => {
      const handling = await store.handling(printerId)
      return { ...handling, options: held(handling.options) }
    },
    setOptions: async (printerId, patch, actor) => {
      if (patch.carrierSettings !== undefined) bySite.refuse(['printing'])
      const handling = await store.setOptions(printerId, patch, actor)
      return { ...handling, options: held(handling.options) }
    },
  }
}
