import { pickupListSchema, pickupWeekSchema, type PickupList, type PickupWeek } from '../booking/pickups.ts'
import { atSite, returns } from '../command.ts'
import type { DocumentContent, DocumentPages } from '../documents/document.ts'
import {
  closeDayInputSchema,
  endOfDayInputSchema,
  manifestIdSchema,
  manifestPagesSchema,
  printManifestSchema,
  voidManifestSchema,
  type EndOfDay,
  type Manifest,
} from '../documents/endofday.ts'
import type { PrintJob } from '../printing/printing.ts'

/** The End of day screen's rows of the command table. */
export const endOfDayCommands = {
  /** Returns the day's shipments by carrier, and its manifests. */
  'endofday.get': returns<EndOfDay>()(endOfDayInputSchema, atSite.packer),
  /**
   * Closes the day of carriers: makes a manifest for each. WRONG_STATE when a shipment is not ready or on a manifest
   * already.
   */
  'endofday.close': returns<Manifest[]>()(closeDayInputSchema, atSite.clerk),
  /** Returns a manifest, the very bytes that were made at closing. */
  'endofday.download': returns<DocumentContent>()(manifestIdSchema, atSite.packer),
  /** Draws a manifest for the screen. */
  'endofday.pages': returns<DocumentPages>()(manifestPagesSchema, atSite.packer),
  /** Prints a manifest on this station's office printer. NO_OFFICE_PRINTER when none is chosen. */
  'endofday.print': returns<PrintJob>()(printManifestSchema, atSite.packer),
  /** Voids a manifest. The driver did not take it: its shipments can go on another manifest. */
  'endofday.void': returns<Manifest>()(voidManifestSchema, atSite.supervisor),
  /** Returns how much each carrier picks up on each of seven days, without refused and canceled bookings. */
  'pickups.week': returns<PickupWeek>()(pickupWeekSchema, atSite.packer),
  /** Lists the pickups behind a number of the week. */
  'pickups.list': returns<PickupList>()(pickupListSchema, atSite.packer),
} as const
