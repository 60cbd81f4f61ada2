import { expect, it } from 'vitest'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { newBooking } from '../support/bookings.ts'
import fc from '../support/fast-check.ts'
import { testLedger } from '../support/ledger.ts'

async function open() {
  const { clock, db } = await testLedger()
  const bookings = bookingStore(db, clock)
  const index = async () => {
    while (await bookings.indexWords());
  }
  const found = async (text: string, more: Partial<Parameters<typeof bookings.list>[0]> = {}) =>
    (await bookings.list({ text, limit: 100, ...more })).map(({ bookingId }) => bookingId.slice(4))
  return { db, bookings, index, found }
}

const ADDRESS = {
  address1: '1420 Elm Street',
  city: 'Querétaro',
  state: 'QUE',
  postalCode: '76000',
  country: 'MX' as const,
}

it('a booking is found by any part of its reference, numbers, names, place and street, whatever case and accents', async () => {
  const { db, bookings, index, found } = await open()
  const one = newBooking('7741-B', { consigneeInfo: { contactName: 'Xóchitl Ramos' } })
  const origin = {
    kind: 'domestic' as const,
    request: {
      originAddress: { ...ADDRESS, address1: '2 Dock Road' },
      destinationAddress: ADDRESS,
      cargo: [{ weight: 100, length: 48, width: 40, height: 40, quantity: 1, description: 'valves' }],
    },
    provider: 'n',
    service: 's',
    scac: null,
  }
  await bookings.submit({ ...one, origin, summary: { ...one.summary, destination: 'Querétaro, QUE 76000' } })
  await bookings.submit(newBooking('other'))
  for (const text of [
    '7741',
    '41-b',
    'queretaro',
    'QUERÉTARO',
    '1420 elm',
    'xochitl',
    'ramos 76',
    'globex 774',
    '6 xo',
  ]) {
    expect(await found(text), text).toEqual(['7741-B'])
  }
  for (const text of ['7742', 'elm 99', 'dock road', 'streetx', '"', '7741 AND', '* OR 1'])
    expect(await found(text), text).toEqual([])
  expect(await found('o')).toEqual(['other', '7741-B'])

  await index()
  // What was put right leads to it, and what stood there before no longer does.
  await bookings.edit('bkg_other', { reference: 'Silver 9' })
  expect(await found('silver')).toEqual(['other'])
  expect(await found('PO-other')).toEqual([])
  db.exec(`UPDATE booking SET tracking_number = 'TRK-5588' WHERE booking_id = 'bkg_other'`)
  expect(await found('k-55')).toEqual(['other'])
  await index()
  expect(await found('k-55')).toEqual(['other'])
  expect(await found('silver')).toEqual(['other'])
  db.exec(`DELETE FROM audit; DELETE FROM booking WHERE booking_id = 'bkg_other'`)
  expect(db.prepare(`SELECT count(*) FROM booking_text WHERE booking_text MATCH '"558"'`).pluck().get()).toBe(0)
})

it('the index finds what a look at every booking finds, also while older ones are not in it yet', async () => {
  const sign = fc.constantFrom('a', 'b', 'é', 'E', '1', '-')
  const name = fc.string({ unit: sign, minLength: 1, maxLength: 9 })
  await fc.assert(
    fc.asyncProperty(
      fc.array(name, { minLength: 1, maxLength: 12 }),
      fc.array(fc.string({ unit: sign, minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 2 }),
      fc.nat({ max: 12 }),
      fc.nat({ max: 1 }),
      fc.boolean(),
      async (names, words, older, slices, isFiltered) => {
        const { db, bookings, found } = await open()
        const plain = (text: string) => text.toLowerCase().replaceAll('é', 'e')
        const expected: string[] = []
        for (const [index, consigneeName] of names.entries()) {
          const booking = newBooking(`x${index}`)
          const summary = { ...booking.summary, carrierName: 'N', consigneeName, destination: 'D' }
          const made = await bookings.submit({ ...booking, summary })
          const said = plain(`${made.reference} N ${consigneeName} D`)
          if (words.every((word) => said.includes(plain(word)))) expected.unshift(`x${index}`)
        }
        // The newest are not in it yet, and some of those between are in it as they were before.
        for (let slice = 0; slice < slices; slice++) await bookings.indexWords()
        db.prepare('INSERT OR IGNORE INTO booking_text_due SELECT seq FROM booking WHERE seq % 3 = 0').run()
        // As a ledger of before the index: its oldest bookings are not in it.
        db.prepare('DELETE FROM booking_text WHERE rowid >= ?').run(-older)
        db.prepare('UPDATE booking_text_backfill SET until = ?').run(older)
        const more = isFiltered ? { leastPrice: 1 } : {}
        expect(await found(words.join(' '), more)).toEqual(expected)
        expect(await found(words.join(' '), { ...more, limit: 2 })).toEqual(expected.slice(0, 2))
        const [first] = expected
        if (first) expect(await found(words.join(' '), { ...more, before: `bkg_${first}` })).toEqual(expected.slice(1))
        while (await bookings.indexWords());
        expect(db.prepare('SELECT until FROM booking_text_backfill').pluck().get()).toBe(0)
        expect(await found(words.join(' '), more)).toEqual(expected)
      },
    ),
    { numRuns: 10 },
  )
})
