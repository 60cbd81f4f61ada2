import type { QuoteRequest } from '../../src-shared/freight/quote.ts'
import type { AddressBook } from '../addresses/address-book.ts'
import type { Base } from '../app/wire-base.ts'
import { isReferenceUsed } from '../booking/reconcile/match-shipment.ts'
import { spending } from '../booking/spending.rows.ts'
import { bookedElsewhere } from '../booking/submit/reference-use.ts'
import type { Booking } from '../booking/wire-booking.ts'
import { batchFixStore } from './batch/batch-fixes.rows.ts'
import { columnMapStore } from './batch/batch-maps.rows.ts'
import { batchQuoteStore } from './batch/batch-quotes.rows.ts'
import { batchRowStore } from './batch/batch.rows.ts'
import { batchStore } from './batch/batches.rows.ts'
import { createBatches } from './batch/batches.ts'
import { batchFiles } from './batch/files.ts'
import { wireOrders } from './orders/wire-orders.ts'

/** Files as bookings: batches that a person uploads, and orders of other systems. */
export async function wireImports(base: Base, booking: Booking, addressBook: AddressBook) {
  const { ledger, dataDir, clock, ids, emit, onFault, bookings, shipments, settings, language, environment } = base
  const { quotes, rules, outbox } = booking
  const client = () => base.link().client.at('booking')
  const common = {
    savedAddress: addressBook.wireAddress,
    defaultShipper: addressBook.defaultShipper,
    pickups: settings.pickups,
    submit: outbox.submit,
    priceTolerance: async () => (await settings.read()).priceTolerance,
    spending: spending(ledger.db),
    limits: settings.spendLimits,
    ...{ dataDir, language, clock, ids, onFault, environment },
  }
  /** Behind those for whom a person waits. */
  const quoteMany = async (request: QuoteRequest) =>
    quotes.requestForBatch(request, { key: environment(), client: client() })
  const {
    orders,
    orderBoard,
    takeOrders,
    freeReference,
    feed: orderFeed,
  } = await wireOrders({
    ...common,
    ...{ ledger: ledger.db, bookings, events: base.events, settings: base.settingRows, rules },
    environments: base.environments,
    references: { bookings, shipments, environments: base.environments },
    quote: (request, order) => quotes.request(request, undefined, order),
    quoteMany,
    quoteOf: quotes.get,
    onChange: () => emit('orders.changed', {}),
  })
  const batchRecords = batchStore(ledger.db, clock)
  const batches = createBatches({
    ...common,
    batches: batchRecords,
    rows: batchRowStore(ledger.db, environment),
    quotes: batchQuoteStore(ledger.db),
    fixes: batchFixStore(ledger.db, clock, environment),
    maps: columnMapStore(ledger.db, clock, base.sharing?.of('column_map')),
    files: batchFiles(dataDir),
    quote: async (request) => quoteMany(await rules.insured(request)),
    storedQuote: quotes.get,
    carrierRules: rules,
    isUsedAtService: (reference) => isReferenceUsed(client(), reference),
    isBookedElsewhere: async (reference) => (await bookedElsewhere({ bookings, shipments }, reference)) !== null,
    takeOrders: async (taken, source) => {
      const added = await takeOrders(taken, { origin: 'file', source }, () => ids.next('ord'))
      emit('orders.changed', {})
      return added
    },
    freeReference,
    restorations: base.restorations,
    onChange: (batchId) => emit('batches.changed', { batchId }),
  })
  await batches.start()
  return { orders, orderBoard, orderFeed, batchRecords, batches }
}
