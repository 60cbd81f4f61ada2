import { isDeepStrictEqual } from 'node:util'
import { StationError } from '../../../src-shared/station/error.ts'
import { isPolicyPrinter } from '../../../src-shared/station/printing/policy-printer.ts'
import type { PrinterStore } from './printers.rows.ts'
import type { LaidPrinter } from '../../app/policy.ts'
import type { Rules } from './rules.ts'

/**
 * Makes the station's printers what the administrator's file says: those that it names are there as it says, and those that it
 * named before go, from their routes as well. One that still has open jobs stays until it has none, and goes at a later
 * opening. Printers that people added are not touched.
 */
export async function layPrinters(store: PrinterStore, rules: Rules, laid: readonly LaidPrinter[]): Promise<void> {
  const kept = await store.list()
  for (const { isDefault: _, ...profile } of laid) {
    const before = kept.find(({ printerId }) => printerId === profile.printerId)
    if (before === undefined) await store.add(profile, 'station')
    else if (!isDeepStrictEqual(before, { ...profile, isDefault: before.isDefault }))
      await store.change(profile, 'station')
  }
  const decided = laid.find(({ isDefault }) => isDefault)
  if (decided && !kept.some(({ printerId, isDefault }) => isDefault && printerId === decided.printerId)) {
    await store.setDefault(decided.printerId, 'station')
  }
  for (const { printerId } of kept) {
    if (!isPolicyPrinter(printerId) || laid.some((one) => one.printerId === printerId)) continue
    await rules.forget(printerId)
    await removeUnlessBusy(store, printerId)
  }
}

async function removeUnlessBusy(store: PrinterStore, printerId: string): Promise<void> {
  try {
    await store.remove(printerId, 'station')
  } catch (error) {
    if (!(error instanceof StationError && error.code === 'WRONG_STATE')) throw error
  }
}
