import { z } from 'zod'
import type { Outcome } from '../result/banner.ts'
import type { Banner } from '../result/banner-look.ts'
import { scanEntryOf, scanEntrySchema, withEntry, type ScanEntry } from './scan-entry.ts'

const KEY = 'waybill.scans'
const KEPT = 40

function kept(): ScanEntry[] {
  try {
    return z.array(scanEntrySchema).parse(JSON.parse(sessionStorage.getItem(KEY) ?? '[]'))
  } catch {
    // Not ours, or of another version: an empty list is right.
    return []
  }
}

/** The last scans at this window, newest first; they survive a reload, not the end of the day. */
export class ScanHistory {
  entries = $state.raw<readonly ScanEntry[]>(kept())

  add(outcome: Outcome, banner: Banner): void {
    const entry = scanEntryOf(outcome, banner, (this.entries[0]?.id ?? 0) + 1, Date.now())
    this.entries = withEntry(this.entries, entry).slice(0, KEPT)
    try {
      sessionStorage.setItem(KEY, JSON.stringify(this.entries))
    } catch {
      // No room: the list on screen is what counts.
    }
  }
}
