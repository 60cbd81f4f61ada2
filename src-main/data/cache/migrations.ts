import { bareReference } from './migrations/17-bare-reference.ts'
import { openReferences } from './migrations/16-open-references.ts'
import { barePro } from './migrations/15-bare-pro.ts'
import { deadColumns } from './migrations/05-dead-columns.ts'
import { createdFilter } from './migrations/07-created-filter.ts'
import { documents } from './migrations/04-documents.ts'
import { first } from './migrations/01-first.ts'
import { setAside } from './migrations/06-set-aside.ts'
import { quotes } from './migrations/03-quotes.ts'
import { quotesOfBatches } from './migrations/08-quotes-of-batches.ts'
import { trackedByMany } from './migrations/09-tracked-by-many.ts'
import { siteNews } from './migrations/11-site-news.ts'
import { onTime } from './migrations/10-on-time.ts'
import { pickupNumber } from './migrations/13-pickup-number.ts'
import { moreSorts } from './migrations/14-more-sorts.ts'
import { sorts } from './migrations/12-sorts.ts'
import { tracking } from './migrations/02-tracking.ts'

/** cache.db, version by version: what can be fetched again. Times are ISO 8601 text, amounts integer minor units. */
export const CACHE_MIGRATIONS = [
  first,
  tracking,
  quotes,
  documents,
  deadColumns,
  setAside,
  createdFilter,
  quotesOfBatches,
  trackedByMany,
  onTime,
  siteNews,
  sorts,
  pickupNumber,
  moreSorts,
  barePro,
  openReferences,
  bareReference,
] as const
