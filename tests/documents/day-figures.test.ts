import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, it, onTestFinished } from 'vitest'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { dayFigureRows } from '../../src-main/documents/endofday/day-figures.rows.ts'
import { createDayFigures } from '../../src-main/documents/endofday/day-figures.ts'
import { daySummaryPdf } from '../../src-main/documents/endofday/day-summary-pdf.ts'
import { storeBytes } from '../../src-main/labels/document-bytes.rows.ts'
import { addDays, dayBegins } from '../../src-shared/station/day.ts'
import type { BookedFigures } from '../../src-shared/station/documents/endofday.ts'
import type { BookingState } from '../../src-shared/machine/booking.ts'
import type { PrintJobState } from '../../src-shared/station/printing/printing.ts'
import { pdfText } from '../sandbox/papers.ts'
import { newBooking } from '../support/bookings.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { newStores } from '../support/new-stores.ts'

const DAY = '2026-11-24'
const usd = (minor: number) => ({ minor, currency: 'USD' })
const mxn = (minor: number) => ({ minor, currency: 'MXN' })
type Amount = ReturnType<typeof usd>

interface Made {
  carrier?: string
  state?: BookingState
  holdUntil?: string
  total?: Amount | null
  charged?: Amount
  /** Canceled, with what comes back. */
  refund?: Amount | null
  label?: PrintJobState
  at?: Date
  environment?: string
}

async function desk() {
  const clock = new FakeClock('2026-11-24T15:00:00.000Z')
  const ledger = await openLedger(newStores(), clock)
  onTestFinished(() => ledger.close())
  const { db } = ledger
  const bookings = bookingStore(db, clock)
  const summaryOf = ({ carrier = 'Northline Freight', total = usd(10_000), charged }: Made) => ({
    ...newBooking('0').summary,
    ...{ carrierName: carrier, total },
    ...(charged === undefined ? {} : { charged }),
  })
  const cancellationOf = ({ refund }: Made) =>
    refund === undefined
      ? null
      : { reason: null, refund, refundStatus: 'PROCESSING', cancelledAt: '2026-11-24T16:00:00.000Z' }
  let count = 0

  const book = async (made: Made) => {
    const { bookingId } = await bookings.submit({ ...newBooking(String(++count)), summary: summaryOf(made) })
    const cancellation = cancellationOf(made)
    db.prepare(
      `UPDATE booking SET state = ?, hold_until = ?, cancellation = ?, shipment_id = ?, created_at = ?, environment = ?
       WHERE booking_id = ?`,
    ).run(
      made.state ?? 'BOOKED',
      made.holdUntil ?? null,
      cancellation && JSON.stringify(cancellation),
      `SHP-${count}`,
      (made.at ?? new Date(dayBegins(DAY).getTime() + 9 * 60 * 60_000)).toISOString(),
      made.environment ?? 'embedded',
      bookingId,
    )
    if (made.label === undefined) return
    db.prepare(
      `INSERT INTO print_job (job_id, printer_id, printer_name, shipment_id, title, purpose, copies, labels, sha256, bytes, state,
         created_at, updated_at) VALUES (?, 'prn_1', 'Zebra', ?, 'PO', 'label', 1, 1, ?, 4, ?, '', '')`,
    ).run(`job_${count}`, `SHP-${count}`, storeBytes(db, Buffer.from('^XA^')), made.label)
  }
  /** As the site told it of another station. */
  const bookElsewhere = (made: Made, print: 'printed' | 'failed' | null) => {
    const shipmentId = `SHP-other-${++count}`
    const record = {
      summary: summaryOf(made),
      course: { state: made.state ?? 'BOOKED', cancellation: cancellationOf(made) },
      hold: null,
      createdAt: (made.at ?? dayBegins(DAY)).toISOString(),
    }
    db.prepare(
      `INSERT INTO site_booking (booking_id, environment, reference, shipment_id, record) VALUES (?, 'embedded', '', ?, ?)`,
    ).run(`bkg_other_${count}`, shipmentId, JSON.stringify(record))
    if (print)
      db.prepare('INSERT INTO site_print (claim_id, shipment_id, fact) VALUES (?, ?, ?)').run(
        `claim_${count}`,
        shipmentId,
        JSON.stringify({ outcome: print }),
      )
  }
  const unused = () => Promise.reject(new Error('no sheet is made here'))
  const figures = createDayFigures({
    rows: dayFigureRows(db),
    manifests: { ofDay: unused },
    environment: () => 'embedded',
    settings: unused,
    officePrint: unused,
    clock,
    siteStationName: null,
  })
  return { book, bookElsewhere, figures }
}

const NOTHING: BookedFigures = {
  ...{ shipments: 0, canceled: 0, onHold: 0, notBooked: 0, notPrinted: 0 },
  ...{ spend: [], net: [] },
}

const CASES: [what: string, made: Made[], BookedFigures][] = [
  ['nothing', [], NOTHING],
  [
    'what was charged, and the quote where the service named no charge',
    [{ label: 'PRINTED' }, { label: 'SENT', charged: usd(12_345) }],
    { ...NOTHING, shipments: 2, spend: [usd(22_345)], net: [usd(22_345)] },
  ],
  [
    'two currencies as two sums',
    [{ label: 'PRINTED' }, { label: 'PRINTED', total: mxn(99_900) }, { label: 'PRINTED', total: mxn(100) }],
    { ...NOTHING, shipments: 3, spend: [mxn(100_000), usd(10_000)], net: [mxn(100_000), usd(10_000)] },
  ],
  [
    'a canceled shipment in spend, and without its refund in the net sum',
    [{ label: 'PRINTED' }, { refund: usd(7_500) }, { refund: null }, { refund: mxn(500) }],
    {
      ...NOTHING,
      ...{ shipments: 4, canceled: 3, spend: [usd(40_000)] },
      net: [mxn(-500), usd(32_500)],
    },
  ],
  [
    'no price of what is not booked, and nothing of what never will be',
    [
      { state: 'QUEUED', holdUntil: '2026-11-30' },
      { state: 'QUEUED' },
      { state: 'UNKNOWN', holdUntil: '2026-11-24' },
      { state: 'NEEDS_DECISION' },
      { state: 'REJECTED' },
      { state: 'CANCELLED' },
    ],
    { ...NOTHING, onHold: 1, notBooked: 3 },
  ],
  [
    'a label that no printer took as not printed',
    [{}, { label: 'FAILED' }, { label: 'UNKNOWN' }, { label: 'QUEUED' }, { label: 'PRINTED' }, { total: null }],
    { ...NOTHING, shipments: 6, notPrinted: 5, spend: [usd(50_000)], net: [usd(50_000)] },
  ],
  ['nothing of another service', [{ environment: 'elsewhere' }], NOTHING],
]

describe('a day in figures', () => {
  it.each(CASES)('counts %s', async (_, made, expected) => {
    const { book, figures } = await desk()
    for (const one of made) await book(one)
    expect(await figures.of(DAY)).toMatchObject(expected)
  })

  it('is split by carrier, by name; one without a figure is left out', async () => {
    const { book, figures } = await desk()
    await book({ carrier: 'Redwood LTL', label: 'PRINTED' })
    await book({ carrier: 'Estafeta', total: mxn(5_000) })
    await book({ carrier: 'Redwood LTL', refund: usd(10_000) })
    await book({ carrier: 'Averitt', state: 'REJECTED' })
    const { carriers, ...all } = await figures.of(DAY)
    expect(all).toMatchObject({ shipments: 3, canceled: 1, spend: [mxn(5_000), usd(20_000)] })
    expect(carriers).toEqual([
      { ...NOTHING, carrier: 'Estafeta', shipments: 1, notPrinted: 1, spend: [mxn(5_000)], net: [mxn(5_000)] },
      {
        ...NOTHING,
        ...{ carrier: 'Redwood LTL', shipments: 2, canceled: 1, spend: [usd(20_000)], net: [usd(10_000)] },
      },
    ])
  })

  it('begins and ends at this station’s midnight', async () => {
    const { book, figures } = await desk()
    const [start, end] = [dayBegins(DAY).getTime(), dayBegins(addDays(DAY, 1)).getTime()]
    for (const at of [start - 1, start, end - 1, end]) await book({ at: new Date(at) })
    const counts = []
    for (const back of [-1, 0, 1]) counts.push((await figures.of(addDays(DAY, back))).shipments)
    expect(counts).toEqual([1, 2, 1])
  })

  it('is that of the whole site, with the labels that came out there', async () => {
    const { book, bookElsewhere, figures } = await desk()
    await book({ label: 'PRINTED' })
    bookElsewhere({ total: usd(300) }, 'printed')
    bookElsewhere({ total: usd(20) }, 'failed')
    bookElsewhere({ refund: usd(1_000) }, null)
    bookElsewhere({ at: dayBegins(addDays(DAY, 1)) }, null)
    expect(await figures.of(DAY)).toMatchObject({
      ...{ shipments: 4, canceled: 1, notPrinted: 1, spend: [usd(20_320)], net: [usd(19_320)] },
    })
  })

  it('has a history of the days with figures, newest first, within the days that are asked for', async () => {
    const { book, figures } = await desk()
    for (const back of [0, 1, 4, 30, 31]) await book({ at: dayBegins(addDays(DAY, -back)) })
    const days = async (until: string, count: number) => (await figures.history(until, count)).map(({ day }) => day)
    expect(await days(DAY, 31)).toEqual(['2026-11-24', '2026-11-23', '2026-11-20', '2026-10-25'])
    expect(await days('2026-11-23', 4)).toEqual(['2026-11-23', '2026-11-20'])
  })

  it.each([
    ['en', '$12,345,678.90', 'MX$98,765,432.10'],
    ['es', 'USD 12,345,678.90', '$98,765,432.10'],
  ] as const)(
    'writes its amounts whole on the sheet, also large ones and two currencies (%s)',
    async (language, ...amounts) => {
      const sums = { ...NOTHING, shipments: 9, spend: [usd(1_234_567_890), mxn(9_876_543_210)], net: [usd(1)] }
      const figures = { ...sums, day: DAY, carriers: [{ ...sums, carrier: 'Northline Freight' }] }
      const about = { station: 'Dock 3', operator: null, madeAt: '2026-11-24T22:00:00.000Z' }
      const text = (await pdfText(await daySummaryPdf({ figures, manifests: [], ...about }, { language }))).replaceAll(
        '\u00a0',
        ' ',
      )
      for (const amount of amounts) expect(text.split(amount).length - 1, text).toBe(2)
    },
  )

  it('goes on over as many pages as its carriers and manifests need', async () => {
    const carriers = Array.from({ length: 100 }, (_, nth) => ({ ...NOTHING, carrier: `Carrier ${nth}.`, shipments: 1 }))
    const figures = { ...NOTHING, day: DAY, shipments: 100, carriers }
    const about = { station: 'Dock 3', operator: 'Ana', madeAt: '2026-11-24T22:00:00.000Z' }
    const pdf = await daySummaryPdf({ figures, manifests: [], ...about }, { language: 'en' })
    expect((await PDFDocument.load(pdf)).getPageCount()).toBe(3)
    expect(await pdfText(pdf)).toContain('Carrier 99.')
  })
})
