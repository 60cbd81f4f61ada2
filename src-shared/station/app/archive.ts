import { z } from 'zod'

/** A year as people write it; the station decides whether it is over. */
export const archiveYearSchema = z.object({ year: z.int().min(2000, 'year must be a year such as 2024').max(2999) })

/** The content of one year's file. */
export const archiveFactsSchema = z.object({
  year: z.int(),
  bookings: z.int(),
  /** Labels, print jobs' own documents and manifests' papers; the same bytes count once. */
  documents: z.int(),
  /** Rows of the audit log. */
  audit: z.int(),
  /** The first and the last booking, by the ledger's number. */
  firstSeq: z.int(),
  lastSeq: z.int(),
})
export type ArchiveFacts = z.infer<typeof archiveFactsSchema>

/** A year in a file of its own beside the ledger. Times are ISO 8601 in UTC. */
export const archiveSchema = archiveFactsSchema.extend({
  /** In the folder `archives` of the data folder. */
  name: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  /** When it was read back whole and compared with its source. */
  provenAt: z.string(),
  /** Since when its labels are in it alone; null: they are here as well. Manifests stay here too. */
  removedAt: z.string().nullable(),
})
export type Archive = z.infer<typeof archiveSchema>

/** Answer of a removal: how many documents were deleted here, and their size. */
export interface ArchiveRemoval {
  archive: Archive
  count: number
  bytes: number
}

/** Answer of `maintenance.archives`. */
export interface Archives {
  /** Oldest first. */
  archives: Archive[]
  /** The newest year that is over, by the station's clock. */
  lastYear: number
}
