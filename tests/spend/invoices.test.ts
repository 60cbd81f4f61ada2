import { describe, expect, it } from 'vitest'
import type { BilledLine } from '../../src-main/spend/invoices.rows.ts'
import { invoiceStore } from '../../src-main/spend/invoices.rows.ts'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { textOfBytes } from '../../src-main/imports/csv/csv-read.ts'
import { importInvoices } from '../../src-main/spend/invoice-csv.ts'
import { newBooking } from '../support/bookings.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { newStores } from '../support/new-stores.ts'

async function read(text: string) {
  const lines: BilledLine[] = []
  const result = await importInvoices(text, async (line) => {
    lines.push(line)
    return 'added'
  })
  return { lines, result }
}

describe('a CSV file of invoices', () => {
  it('is read by what carriers call its columns, in minor units of its currency', async () => {
    const { lines } = await read(
      [
        'Invoice Number;Pro No.;Invoice Amount;Moneda;Accessorial charges',
        'A-1;P-1;"$1,412.805";;"DETENTION:85"',
        'A-1;P-2;900;jpy;',
      ].join('\n'),
    )
    expect(lines).toMatchObject([
      { pro: 'P-1', billed: { minor: 141_281, currency: 'USD' }, charges: [{ code: 'DETENTION', minor: 8_500 }] },
      { pro: 'P-2', billed: { minor: 900, currency: 'JPY' }, charges: [] },
    ])
  })

  it('is read as a spreadsheet saves it: below a title, with credits and days of the United States, without its totals', async () => {
    const { lines, result } = await read(
      [
        'Northline Freight;;',
        'Statement of November;;',
        'Invoice;PRO;Amount;Date',
        'A-1;"=""5630000055""";(35.00);11/12/2026',
        'A-1;P-2;50.00-;2026-11-12',
        'A-1;P-3;$(12.00);',
        'TOTAL;;412.80;',
        'A-1;5.63E+09;12.00;',
      ].join('\n'),
    )
    expect(lines.map(({ pro, billed, invoicedOn }) => [pro, billed.minor, invoicedOn])).toEqual([
      ['5630000055', -3500, '2026-11-12'],
      ['P-2', -5000, '2026-11-12'],
      ['P-3', -1200, null],
    ])
    expect(result.problems).toMatchObject([{ row: 8, column: 'pro', kind: 'number' }])
  })

  it('is read in the encodings of a spreadsheet', () => {
    const text = 'invoice,pro,amount,carrier\r\nA-1,P-1,12,Peña\r\n'
    for (const bytes of [
      Buffer.from(text, 'latin1'),
      Buffer.from(text),
      Buffer.from(`\ufeff${text}`, 'utf16le'),
      Buffer.from(text, 'utf16le'),
    ])
      expect(textOfBytes(bytes)).toBe(text)
  })

  it('names the row and the column of what cannot be read, and takes the others', async () => {
    const { lines, result } = await read(
      [
        'invoice,pro,amount,currency,date,accessorials',
        'A-1,P-1,412.80,USD,2026-11-21,"DETENTION:85; Liftgate delivery:40.50"',
        'A-1,,12.00,USD,,',
        'A-1,P-3,12.3.4,USD,,',
        'A-1,P-4,12,DOLLARS,,',
        'A-1,P-5,12,USD,21/11/2026,',
        'A-1,P-6,12,USD,,DETENTION',
      ].join('\r\n'),
    )
    expect(lines).toEqual([
      {
        invoice: 'A-1',
        pro: 'P-1',
        carrier: '',
        invoicedOn: '2026-11-21',
        billed: { minor: 41_280, currency: 'USD' },
        charges: [
          { code: 'DETENTION', minor: 8_500 },
          { code: 'LIFTGATE_DELIVERY', minor: 4_050 },
        ],
      },
    ])
    expect(result).toMatchObject({ added: 1, known: 0 })
    expect(result.problems.map(({ row, column }) => `${row} ${column}`)).toEqual([
      '3 pro',
      '4 amount',
      '5 currency',
      '6 date',
      '7 accessorials',
    ])
  })

  it('is refused whole without a column that it needs, or empty', async () => {
    await expect(read('invoice,amount\nA-1,12')).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
      details: { missing: ['pro'] },
    })
    await expect(read('')).rejects.toMatchObject({ code: 'UNREADABLE_FILE', details: { why: 'empty' } })
  })
})

describe('lines of invoices', () => {
  it('agree, differ, are billed twice, wait for their booking, and are settled by a person', async () => {
    const clock = new FakeClock('2026-11-21T15:00:00.000Z')
    const ledger = await openLedger(newStores(), clock)
    try {
      const { db } = ledger
      let ids = 0
      const invoices = invoiceStore(db, clock, { next: (prefix) => `${prefix}_${ids++}` })
      const bookings = bookingStore(db, clock)
      const line = (invoice: string, pro: string, minor: number): BilledLine => ({
        invoice,
        pro,
        carrier: 'Northline Freight',
        invoicedOn: null,
        billed: { minor, currency: 'USD' },
        charges: [],
      })
      const book = async (id: string, pro: string) => {
        await bookings.submit(newBooking(id))
        db.prepare(`UPDATE booking SET state = 'BOOKED', pro_number = ? WHERE booking_id = ?`).run(pro, `bkg_${id}`)
      }
      const states = async () => {
        const found = await Promise.all(
          (['agrees', 'differs', 'unmatched', 'disputed', 'accepted'] as const).map(async (state) =>
            (await invoices.list('embedded', { state, limit: 100 })).lines.map(
              ({ invoice, pro, expected }) => `${invoice} ${pro} ${state} ${expected?.minor ?? '-'}`,
            ),
          ),
        )
        return found.flat().toSorted()
      }
      await book('1', 'P-1')
      await invoices.add('embedded', line('A-1', 'P-1', 41_280))
      await invoices.add('embedded', line('A-2', 'P-1', 41_280))
      await invoices.add('embedded', line('A-1', 'P-2', 50_000))
      expect(await invoices.add('embedded', line('A-1', 'P-2', 50_000))).toBe('known')
      expect(await invoices.add('embedded', line('A-1', 'P-2', 50_001))).toBe('other')
      expect(await states()).toEqual(['A-1 P-1 agrees 41280', 'A-1 P-2 unmatched -', 'A-2 P-1 differs 0'])

      await book('2', 'P-2')
      expect(await invoices.matchMore('other-service', 0)).toBe(null)
      expect(await invoices.matchMore('embedded', 0)).toBe(null)
      expect(await states()).toEqual(['A-1 P-1 agrees 41280', 'A-1 P-2 differs 41280', 'A-2 P-1 differs 0'])

      await invoices.settle({ lineId: 'inv_2', to: 'disputed', note: 'Asked the carrier' })
      const accepted = await invoices.settle({ lineId: 'inv_1', to: 'accepted', note: '' })
      expect(accepted).toMatchObject({ state: 'accepted', settledAt: '2026-11-21T15:00:00.000Z' })
      expect(await states()).toEqual(['A-1 P-1 agrees 41280', 'A-1 P-2 disputed 41280', 'A-2 P-1 accepted 0'])
      expect(await invoices.settle({ lineId: 'inv_1', to: 'open', note: '' })).toMatchObject({
        state: 'differs',
        settledAt: null,
      })

      // Written otherwise, and one that two carriers use: that of the carrier which bills it.
      await book('4', '563-0000017')
      await book('5', '5630000017')
      db.exec(
        `UPDATE booking SET summary = json_set(summary, '$.carrierName', 'Harbor Lines') WHERE booking_id = 'bkg_5'`,
      )
      await invoices.add('embedded', line('A-4', '563 0000017', 41_280))
      const [billed] = (await invoices.list('embedded', { state: 'agrees', limit: 1 })).lines
      expect(billed).toMatchObject({ invoice: 'A-4', booking: { bookingId: 'bkg_4' } })

      // Canceled, with a refund of all but a fee: the fee is what may be billed.
      await book('3', 'P-3')
      const cancellation = {
        ...{ reason: null, refund: { minor: 36_280, currency: 'USD' }, refundStatus: 'PENDING' },
        cancelledAt: '2026-11-20T15:00:00.000Z',
      }
      db.prepare(`UPDATE booking SET cancellation = ? WHERE booking_id = 'bkg_3'`).run(JSON.stringify(cancellation))
      await invoices.add('embedded', line('A-3', 'P-3', 41_280))
      expect(await states()).toContain('A-3 P-3 differs 5000')
      await expect(invoices.settle({ lineId: 'inv_0', to: 'disputed', note: '' })).rejects.toMatchObject({
        code: 'WRONG_STATE',
      })
      await expect(invoices.settle({ lineId: 'none', to: 'disputed', note: '' })).rejects.toMatchObject({
        code: 'NOT_FOUND',
      })
    } finally {
      ledger.close()
    }
  })
})
