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
  'endofday.get': returns<EndOfDay>()(endOfDayInputSchema, atSite.packer),
  /** Makes and keeps a manifest for each carrier. WRONG_STATE when a shipment is not ready or on a manifest already. */
  'endofday.close': returns<Manifest[]>()(closeDayInputSchema, atSite.clerk),
  /** The very bytes that were made at closing. */
  'endofday.download': returns<DocumentContent>()(manifestIdSchema, atSite.packer),
  'endofday.pages': returns<DocumentPages>()(manifestPagesSchema, atSite.packer),
  /** On this station's office printer; NO_OFFICE_PRINTER when none is chosen. */
  'endofday.print': returns<PrintJob>()(printManifestSchema, atSite.packer),
  /** The driver did not take it: its shipments can go on another manifest. */
  'endofday.void': returns<Manifest>()(voidManifestSchema, atSite.supervisor),
  /** How much each carrier picks up on each of seven days; without refused and canceled bookings. */
  'pickups.week': returns<PickupWeek>()(pickupWeekSchema, atSite.packer),
  /** The pickups behind a number of the week. */
  'pickups.list': returns<PickupList>()(pickupListSchema, atSite.packer),
} as const
