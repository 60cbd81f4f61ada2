import { pickupListSchema, pickupWeekSchema, type PickupList, type PickupWeek } from '../booking/pickups.ts'
import { atSite, returns } from '../command.ts'
import type { DocumentContent, DocumentPages } from '../documents/document.ts'
import {
  closeDayInputSchema,
  endOfDayInputSchema,
  historyInputSchema,
  manifestIdSchema,
  manifestPagesSchema,
  printManifestSchema,
  printSummarySchema,
  voidManifestSchema,
  type DayFigures,
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
  /** Returns what was booked on a day, in all and by carrier, with spend and spend net of refunds. */
  'endofday.figures': returns<DayFigures>()(endOfDayInputSchema, atSite.packer),
  /** Returns the figures of the days up to this one that have any, newest first. */
  'endofday.history': returns<DayFigures[]>()(historyInputSchema, atSite.packer),
  /** Returns a day's figures and manifests as a sheet (PDF). */
  'endofday.downloadSummary': returns<DocumentContent>()(endOfDayInputSchema, atSite.packer),
  /** Prints that sheet on this station's office printer. NO_OFFICE_PRINTER when none is chosen. */
  'endofday.printSummary': returns<PrintJob>()(printSummarySchema, atSite.packer),
  /** Returns how much each carrier picks up on each of seven days, without refused and canceled bookings. */
  'pickups.week': returns<PickupWeek>()(pickupWeekSchema, atSite.packer),
  /** Lists the pickups behind a number of the week. */
  'pickups.list': returns<PickupList>()(pickupListSchema, atSite.packer),
} as const
