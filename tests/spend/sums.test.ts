import { describe, expect, it } from 'vitest'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { invoiceStore } from '../../src-main/spend/invoices.rows.ts'
import { refundStore } from '../../src-main/spend/refunds.rows.ts'
import { spendSums } from '../../src-main/spend/sums.rows.ts'
import { rangeOf } from '../../src-main/kernel/sqlite/week-sums.ts'
import { SPEND_BY, type SpendSums } from '../../src-shared/station/spend/spend.ts'
import { addDays, mondayOf } from '../../src-shared/station/day.ts'
import { newBooking } from '../support/bookings.ts'
import fc from '../support/fast-check.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { newStores } from '../support/new-stores.ts'

const CARRIERS = ['Northline Freight', 'Redwood LTL', 'Estafeta']
const CONSIGNEES = ['Globex Corporation', 'Initech']
const CURRENCIES = ['USD', 'MXN']
const AMOUNTS = ['quoted', 'charged', 'billed', 'disputed', 'unquoted', 'refundDue', 'refundReceived'] as const

/** What a booking of the model is, told apart from how the ledger keeps it. */
interface Model {
  seq: number
  day: string
  carrier: string
  consignee: string
  isBooked: boolean
  total: { minor: number; currency: string } | null
  charged: { minor: number; currency: string } | null
  refund: { minor: number; currency: string } | null
  isCancelled: boolean
  isReceived: boolean
  bills: { lineId: string; minor: number; currency: string; unquoted: number; isDisputed: boolean }[]
}

type Sums = Map<string, SpendSums>
const zero = (currency: string): SpendSums => ({
  currency,
  bookings: 0,
  cancelled: 0,
  quoted: 0,
  charged: 0,
  billed: 0,
  disputed: 0,
  unquoted: 0,
  refundDue: 0,
  refundReceived: 0,
})

/** Counted anew from the bookings. */
function recount(models: readonly Model[], nameOf: (model: Model) => string): Sums {
  const sums: Sums = new Map()
  const at = (model: Model, currency: string) => {
    const key = `${nameOf(model)}|${currency}`
    const found = sums.get(key) ?? zero(currency)
    sums.set(key, found)
    return found
  }
  for (const model of models) {
    if (!model.isBooked) continue
    const quoted = at(model, model.total?.currency ?? '')
    quoted.bookings += 1
    if (model.isCancelled) quoted.cancelled += 1
    quoted.quoted += model.total?.minor ?? 0
    const charged = model.charged ?? model.total
    at(model, charged?.currency ?? '').charged += charged?.minor ?? 0
    if (model.refund)
      at(model, model.refund.currency)[model.isReceived ? 'refundReceived' : 'refundDue'] += model.refund.minor
    for (const bill of model.bills) {
      const row = at(model, bill.currency)
      row.billed += bill.minor
      row.unquoted += bill.unquoted
      if (bill.isDisputed) row.disputed += bill.minor
    }
  }
  return sums
}

const moneyArbitrary = fc.record({
  minor: fc.integer({ min: 1, max: 90_000 }),
  currency: fc.constantFrom(...CURRENCIES),
})
const moveArbitrary = fc.oneof(
  fc.record({
    do: fc.constant('add' as const),
    carrier: fc.constantFrom(...CARRIERS),
    consignee: fc.constantFrom(...CONSIGNEES),
    total: fc.option(moneyArbitrary),
    daysOn: fc.integer({ min: 0, max: 9 }),
  }),
  fc.record({ do: fc.constant('book' as const), which: fc.nat(), charged: fc.option(moneyArbitrary) }),
  fc.record({
    do: fc.constant('cancel' as const),
    which: fc.nat(),
    refund: fc.option(moneyArbitrary),
    isPaid: fc.boolean(),
  }),
  fc.record({ do: fc.constant('receive' as const), which: fc.nat(), isReceived: fc.boolean() }),
  fc.record({
    do: fc.constant('rename' as const),
    which: fc.nat(),
    consignee: fc.constantFrom(...CONSIGNEES, 'Hooli'),
  }),
  fc.record({
    do: fc.constant('bill' as const),
    which: fc.nat(),
    billed: moneyArbitrary,
    extra: fc.integer({ min: 0, max: 900 }),
  }),
  fc.record({
    do: fc.constant('settle' as const),
    which: fc.nat(),
    to: fc.constantFrom('disputed' as const, 'accepted' as const, 'open' as const),
  }),
  fc.record({ do: fc.constant('count' as const) }),
)
type Move = typeof moveArbitrary extends fc.Arbitrary<infer M> ? M : never

/** Walks the moves in a real ledger and in the model, with bookings before `olderUntil` as of before the sums. */
async function walk(moves: readonly Move[], olderUntil: number, [start, length]: readonly [number, number]) {
  const clock = new FakeClock('2026-11-02T15:00:00.000Z')
  const ledger = await openLedger(newStores(), clock)
  const { db } = ledger
  const bookings = bookingStore(db, clock)
  const sums = spendSums(db)
  let ids = 0
  const invoices = invoiceStore(db, clock, { next: (prefix) => `${prefix}_${ids++}` })
  const refunds = refundStore(db, clock)
  db.prepare('UPDATE spend_backfill SET until = ?').run(olderUntil)
  const models: Model[] = []
  let isAllCounted = false
  const pick = (which: number) => (models.length === 0 ? null : (models[which % models.length] ?? null))
  try {
    for (const move of moves) {
      if (move.do === 'count') {
        isAllCounted = !(await sums.countOlder()) || isAllCounted
        continue
      }
      if (move.do === 'add') {
        clock.advance(move.daysOn * 24 * 60 * 60_000)
        const id = String(models.length)
        const base = newBooking(id)
        await bookings.submit({
          ...base,
          summary: { ...base.summary, carrierName: move.carrier, consigneeName: move.consignee, total: move.total },
        })
        models.push({
          seq: models.length + 1,
          day: clock.now().toISOString().slice(0, 10),
          carrier: move.carrier,
          consignee: move.consignee,
          total: move.total,
          isBooked: false,
          charged: null,
          refund: null,
          isCancelled: false,
          isReceived: false,
          bills: [],
        })
        continue
      }
      const model = pick(move.which)
      if (!model) continue
      const bookingId = `bkg_${model.seq - 1}`
      if (move.do === 'book' && !model.isBooked) {
        model.isBooked = true
        model.charged = move.charged
        db.prepare(
          `UPDATE booking SET state = 'BOOKED', pro_number = 'PRO' || seq, summary = json_patch(summary, ?) WHERE booking_id = ?`,
        ).run(JSON.stringify(move.charged ? { charged: move.charged } : {}), bookingId)
      } else if (move.do === 'cancel' && model.isBooked && !model.isCancelled) {
        model.isCancelled = true
        model.refund = move.refund
        model.isReceived = move.refund !== null && move.isPaid
        db.prepare('UPDATE booking SET cancellation = ? WHERE booking_id = ?').run(
          JSON.stringify({
            reason: null,
            refund: move.refund,
            refundStatus: move.isPaid ? 'COMPLETED' : 'PROCESSING',
            cancelledAt: clock.now().toISOString(),
          }),
          bookingId,
        )
      } else if (move.do === 'receive' && model.refund && !(model.isReceived && !move.isReceived)) {
        await refunds.note(bookingId, move.isReceived)
        model.isReceived = move.isReceived
      } else if (move.do === 'rename') {
        model.consignee = move.consignee
        db.prepare('UPDATE booking SET summary = json_patch(summary, ?) WHERE booking_id = ?').run(
          JSON.stringify({ consigneeName: move.consignee }),
          bookingId,
        )
      } else if (move.do === 'bill' && model.isBooked) {
        const invoice = `INV-${ids}`
        const line = {
          invoice,
          pro: `PRO${model.seq}`,
          carrier: '',
          invoicedOn: null,
          billed: move.billed,
          charges: move.extra > 0 ? [{ code: 'DETENTION', minor: move.extra }] : [],
        }
        expect(await invoices.add('embedded', line)).toBe('added')
        const lineId = `inv_${ids - 1}`
        model.bills.push({ lineId, ...move.billed, unquoted: move.extra, isDisputed: false })
      } else if (move.do === 'settle') {
        const bill = model.bills.at(-1)
        if (!bill) continue
        const { state } = await invoices
          .settle({ lineId: bill.lineId, to: move.to, note: '' })
          .catch(() => ({ state: 'agrees' }))
        bill.isDisputed = state === 'disputed'
      }
    }
    while (await sums.countOlder());
    const from = mondayOf(clock.now().toISOString().slice(0, 10))
    const whole = { from: '2026-01-05', until: from, limit: 5_000 }
    const reports = new Map(
      await Promise.all(SPEND_BY.map(async (by) => [by, await sums.report('embedded', { ...whole, by })] as const)),
    )
    const cut = await sums.report('embedded', { ...whole, by: 'carrier', limit: 1 })
    const part = { from: addDays('2026-01-05', start * 7), until: addDays('2026-01-05', (start + length) * 7) }
    const partly = await sums.report('embedded', { ...part, by: 'consignee', limit: 5_000 })
    const zeros: unknown = db
      .prepare(
        'SELECT count(*) FROM spend_sum WHERE bookings + cancelled = 0 AND quoted = 0 AND charged = 0 AND billed = 0 AND refund_due = 0 AND refund_received = 0 AND unquoted = 0 AND disputed = 0',
      )
      .pluck()
      .get()
    return { models, reports, cut, zeros, part, partly }
  } finally {
    ledger.close()
  }
}

describe('Kept sums of spend', () => {
  it('are what a recount of the bookings gives, whatever moves, and whichever were there before', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(moveArbitrary, { minLength: 5, maxLength: 60 }),
        fc.nat(8),
        fc.tuple(fc.nat(60), fc.nat(160)),
        async (moves, older, weeks) => {
          const { models, reports, cut, zeros, part, partly } = await walk(moves, older, weeks)
          const names = {
            carrier: (model: Model) => model.carrier,
            consignee: (model: Model) => model.consignee,
            week: (model: Model) => mondayOf(model.day),
            lane: () => '? → Chicago, IL',
          }
          for (const by of SPEND_BY) {
            const report = reports.get(by)
            const rows = new Map(report?.rows.map(({ name, ...sums }) => [`${name ?? ''}|${sums.currency}`, sums]))
            expect(rows).toEqual(recount(models, names[by]))
          }
          const totals = new Map(reports.get('carrier')?.totals.map((sums) => [`|${sums.currency}`, sums]))
          expect(totals).toEqual(recount(models, () => ''))
          // Rows that are left out are in the row of the others: the totals stay the sums of the rows, per currency.
          for (const total of cut.totals) {
            const rows = cut.rows.filter(({ currency }) => currency === total.currency)
            for (const key of AMOUNTS) expect(rows.reduce((sum, row) => sum + row[key], 0)).toBe(total[key])
          }
          const inPart = models.filter(({ day }) => mondayOf(day) >= part.from && mondayOf(day) <= part.until)
          const partRows = new Map(partly.rows.map(({ name, ...sums }) => [`${name ?? ''}|${sums.currency}`, sums]))
          expect(partRows).toEqual(recount(inPart, names.consignee))
          expect(zeros).toBe(0)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('count the bookings whose money they hold: one kept, one canceled, one refunded', async () => {
    const add = { do: 'add', carrier: 'Estafeta', consignee: 'Initech', daysOn: 0 } as const
    const total = { minor: 100_00, currency: 'USD' }
    const book = { do: 'book', charged: null } as const
    const moves: Move[] = [0, 1, 2].flatMap((which) => [
      { ...add, total },
      { ...book, which },
    ])
    const { reports } = await walk(
      [
        ...moves,
        { do: 'cancel', which: 1, refund: null, isPaid: false },
        { do: 'cancel', which: 2, refund: total, isPaid: true },
      ],
      0,
      [0, 0],
    )
    const sums = { bookings: 3, cancelled: 2, quoted: 300_00, charged: 300_00, refundReceived: 100_00, refundDue: 0 }
    for (const by of SPEND_BY) expect(reports.get(by)).toMatchObject({ rows: [sums], totals: [sums] })
  })

  it('are read in two years of weeks at most, and in whole years between them', () => {
    const none = { fromYear: '2027', untilYear: '2025', headUntil: '2026-12-21', tailFrom: '9999-12-31' }
    expect(rangeOf('2026-01-12', '2026-12-21')).toMatchObject(none)
    expect(rangeOf('2026-01-05', '2026-12-28')).toMatchObject({ fromYear: '2026', untilYear: '2026' })
    expect(rangeOf('2024-06-03', '2027-03-01')).toMatchObject({
      headUntil: '2024-12-31',
      fromYear: '2025',
      untilYear: '2026',
      tailFrom: '2027-01-01',
    })
  })

  it('count a week from its Monday', () => {
    expect(mondayOf('2026-11-22')).toBe('2026-11-16')
    expect(mondayOf('2026-11-23')).toBe('2026-11-23')
    expect(addDays(mondayOf('2026-11-29'), 7)).toBe('2026-11-30')
  })
})
