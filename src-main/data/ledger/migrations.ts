import { siteDays } from './migrations/43-site-days.ts'
import { orderBoard } from './migrations/44-order-board.ts'
import { keychainName } from './migrations/47-keychain-name.ts'
import { setBack } from './migrations/46-set-back.ts'
import { shippedTo } from './migrations/45-shipped-to.ts'
import { bareReference } from './migrations/41-bare-reference.ts'
import { consigneeMail } from './migrations/42-consignee-mail.ts'
import { badgeTries } from './migrations/38-badge-tries.ts'
import { barePro } from './migrations/37-bare-pro.ts'
import { approvals } from './migrations/27-approvals.ts'
import { attention } from './migrations/05-attention.ts'
import { batchQuotes } from './migrations/39-batch-quotes.ts'
import { bookings } from './migrations/02-bookings.ts'
import { bookingText } from './migrations/34-booking-text.ts'
import { connections } from './migrations/18-connections.ts'
import { forgotten } from './migrations/19-forgotten.ts'
import { packedDocuments } from './migrations/35-packed-documents.ts'
import { toldUnder } from './migrations/36-told-under.ts'
import { deadColumns } from './migrations/10-dead-columns.ts'
import { endOfDay } from './migrations/06-endofday.ts'
import { first } from './migrations/01-first.ts'
import { inbox } from './migrations/16-inbox.ts'
import { orders } from './migrations/21-orders.ts'
import { batchFixes } from './migrations/25-batch-fixes.ts'
import { jobPages } from './migrations/28-job-pages.ts'
import { siteManifests } from './migrations/30-site-manifests.ts'
import { fleet } from './migrations/31-fleet.ts'
import { sharedAttention } from './migrations/32-shared-attention.ts'
import { forgottenElsewhere } from './migrations/33-forgotten-elsewhere.ts'
import { keep } from './migrations/13-keep.ts'
import { labelTemplates } from './migrations/20-label-templates.ts'
import { noteAuthor } from './migrations/12-note-author.ts'
import { noErrands } from './migrations/40-no-errands.ts'
import { people } from './migrations/14-people.ts'
import { preferences } from './migrations/09-preferences.ts'
import { printing } from './migrations/04-printing.ts'
import { approvalsElsewhere } from './migrations/29-approvals-elsewhere.ts'
import { spool } from './migrations/15-spool.ts'
import { records } from './migrations/03-records.ts'
import { recovery } from './migrations/07-recovery.ts'
import { years } from './migrations/11-years.ts'
import { returns } from './migrations/22-returns.ts'
import { rules } from './migrations/17-rules.ts'
import { site } from './migrations/23-site.ts'
import { spend } from './migrations/24-spend.ts'
import { restored } from './migrations/08-restored.ts'
import { sharedRecords } from './migrations/26-shared-records.ts'

/**
 * ledger.db, version by version: what must never be lost. Times are ISO 8601 text in UTC, amounts integer minor units.
 * A migration that has been released is never edited.
 */
export const LEDGER_MIGRATIONS = [
  first,
  bookings,
  records,
  printing,
  attention,
  endOfDay,
  recovery,
  restored,
  preferences,
  deadColumns,
  years,
  noteAuthor,
  keep,
  people,
  spool,
  inbox,
  rules,
  connections,
  forgotten,
  labelTemplates,
  orders,
  returns,
  site,
  spend,
  batchFixes,
  sharedRecords,
  approvals,
  jobPages,
  approvalsElsewhere,
  siteManifests,
  fleet,
  sharedAttention,
  forgottenElsewhere,
  bookingText,
  packedDocuments,
  toldUnder,
  barePro,
  badgeTries,
  batchQuotes,
  noErrands,
  bareReference,
  consigneeMail,
  siteDays,
  orderBoard,
  shippedTo,
  setBack,
  keychainName,
] as const
