import type { AuditExport, CsvPiece } from '../../src-shared/station/audit.ts'
import type { CargoPreset, PresetInput } from '../../src-shared/station/preset.ts'
import type { Clock } from '../clock.ts'
import type { FreightLink } from '../environment.ts'
import type { Ids } from '../ids.ts'
import type { QuoteStore } from '../store/cache/quotes.ts'
import type { SqliteDatabase } from '../store/database.ts'
import { addressStore } from '../store/ledger/addresses.ts'
import { auditLog, type AuditFilter } from '../store/ledger/audit-log.ts'
import { draftStore } from '../store/ledger/drafts.ts'
import { presetStore } from '../store/ledger/presets.ts'
import { bookingsOfQuotes } from '../store/ledger/quote-bookings.ts'
import { requestStore } from '../store/ledger/requests.ts'
import { createAddressBook } from './address-book.ts'
import { askQuotes } from './ask-quote.ts'
import { auditCsv } from './audit-csv.ts'
import { createQuoteHistory } from './quote-history.ts'
import { createRequestLog } from './request-log.ts'

export interface RecordsOptions {
  ledger: SqliteDatabase
  quotes: QuoteStore
  link: () => FreightLink
  clock: Clock
  ids: Ids
  onFault: (error: unknown) => void
}

export type Records = ReturnType<typeof createRecords>

/** What the station remembers beside bookings and labels: addresses, presets, drafts, quotes, who did what, every call. */
export function createRecords({ ledger, quotes, link, clock, ids, onFault }: RecordsOptions) {
  const presets = presetStore(ledger, clock)
  const requests = requestStore(ledger)
  const log = auditLog(ledger)
  const ask = askQuotes({ link, clock, ids })
  return {
    ask,
    addressBook: createAddressBook({ addresses: addressStore(ledger, clock), ids }),
    presets: {
      list: presets.list,
      save: async (input: PresetInput): Promise<CargoPreset[]> => {
        await presets.save(ids.next('pre'), input)
        return presets.list()
      },
      remove: async (presetId: string): Promise<CargoPreset[]> => {
        await presets.remove(presetId)
        return presets.list()
      },
    },
    drafts: draftStore(ledger, clock),
    quoteHistory: createQuoteHistory({ quotes, bookings: bookingsOfQuotes(ledger), ask }),
    audit: {
      list: (filter: AuditFilter) => log.list(filter),
      exportCsv: (filter: AuditExport): Promise<CsvPiece<number>> => auditCsv(log, filter),
    },
    requests,
    requestLog: createRequestLog({ requests, clock, onFault }),
  }
}
