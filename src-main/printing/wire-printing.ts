import type { Base } from '../app/wire-base.ts'
import type { Conversion } from '../labels/conversion/conversion.ts'
import { openSheets } from '../packing/sheets.ts'
import { createPrinting } from './printing.ts'

/** The queue and the printers of this station. */
export const wirePrinting = (base: Base, conversion: Conversion) =>
  createPrinting({
    ledger: base.ledger.db,
    clock: base.clock,
    ids: base.ids,
    emit: base.emit,
    draw: (document, target) => conversion.preview(document, target),
    sheets: (job) => openSheets(conversion, job),
    launcher: base.options.launcher,
    onFault: base.onFault,
    policy: base.policy,
    bySite: base.siteSettings,
  })
