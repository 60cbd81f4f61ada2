import { describe, expect, test } from 'vitest'
import { pickupTermsOf, USUAL_PICKUPS } from '../../../../src-shared/station/booking/pickup-terms.ts'
import { bookingFormFor, parseBookingForm } from '../../../../src-renderer/screens/book/booking-form.ts'
import { offersOf, type Offer } from '../../../../src-renderer/screens/book/confirm/offer.ts'
import { bookView } from '../../../../src-renderer/screens/book/book-route.ts'
import { bookingDraft, draftParams } from '../../../../src-renderer/screens/book/confirm/quote-over.ts'
import { aQuote } from '../../builders.ts'

/** A Saturday. */
const NOW = new Date('2026-11-21T15:00:00Z')
const FROM = anOffer().from
const given = { submissionId: 'submission-1', now: NOW, labelFormat: 'ZPL' as const, pickups: USUAL_PICKUPS }

function anOffer(): Offer {
  const [offer] = offersOf(aQuote())
  if (!offer) throw new Error('no offer')
  return offer
}

describe('the booking form', () => {
  test('is kept with the booking that it replaces, which the list of drafts leads back to', () => {
    const form = { ...bookingFormFor(anOffer(), given), replaces: 'bkg_1' }
    const { key, read } = bookingDraft('Q-1', 'R-1')
    const kept = read(JSON.parse(JSON.stringify(form)))
    expect(kept).toEqual(form)
    const params = kept && draftParams(key, kept)
    expect(params && bookView(params)).toMatchObject({ quoteId: 'Q-1', rateId: 'R-1', replaces: 'bkg_1' })
    // One of the time before is a booking of its own.
    const { replaces: _, ...before } = form
    expect(bookView(draftParams(key, read(before) ?? form))).toMatchObject({ replaces: null })
    // The station books it only while the old one is not booked.
    expect(parseBookingForm(form, NOW, FROM, USUAL_PICKUPS)).toMatchObject({ input: { replaces: 'bkg_1' } })
  })

  test('begins with the parties of the quote and its ship date as the day of pickup', () => {
    const form = bookingFormFor(anOffer(), given)
    expect(form).toMatchObject({
      kind: 'quote',
      rateId: 'R-1',
      shipperInfo: { companyName: 'Acme', phone: '956-555-0100' },
      consigneeInfo: { companyName: 'Globex', contactName: 'M. Ortiz' },
      pickupDate: '2026-11-23',
      holdUntil: '',
    })
  })

  test('begins with the day that the rates are for, where the service moved it', () => {
    const moved = 'No pickup is possible on 2026-11-23; the rates are for pickup on 2026-11-24.'
    const [offer] = offersOf({ ...aQuote(), warnings: [moved] })
    expect(offer && bookingFormFor(offer, given).pickupDate).toBe('2026-11-24')
  })

  test('begins with the words of a booking that is made once more', () => {
    const party = { companyName: 'Initech', contactName: '', phone: '', email: '' }
    const like = { shipperInfo: party, consigneeInfo: party, instructions: 'Dock 4', reference: 'PO-1' }
    expect(bookingFormFor(anOffer(), { ...given, like })).toMatchObject(like)
  })

  test('never begins with a pickup in the past', () => {
    expect(bookingFormFor(anOffer(), { ...given, now: new Date('2026-11-30T15:00:00Z') }).pickupDate).toBe('2026-11-30')
  })

  test('proposes the next day on which somebody picks up, and refuses one on which nobody does', () => {
    const sunday = { ...given, now: new Date('2026-11-29T15:00:00Z') }
    expect(bookingFormFor({ ...anOffer(), shipDate: null }, sunday).pickupDate).toBe('2026-11-30')
    const errorOn = (pickupDate: string) =>
      parseBookingForm({ ...bookingFormFor(anOffer(), given), pickupDate }, NOW, FROM, USUAL_PICKUPS)
    expect(errorOn('2026-11-26')).toEqual({
      ok: false,
      errors: { pickupDate: { key: 'field.pickupHoliday', params: { holiday: 'Thanksgiving', next: '2026-11-27' } } },
    })
    expect(errorOn('2027-11-22')).toEqual({ ok: false, errors: { pickupDate: { key: 'field.pickupFar' } } })
  })

  test('is for the day behind it once the carrier’s truck has left, on the clock of the place', () => {
    const pickups = pickupTermsOf({ cutoffs: [{ carrier: anOffer().carrier, time: '16:00' }] })(anOffer().carrier)
    // Laredo is six hours behind UTC.
    const dayAt = (time: string) =>
      bookingFormFor({ ...anOffer(), shipDate: null }, { ...given, now: new Date(`2026-11-25T${time}Z`), pickups })
        .pickupDate
    expect([dayAt('21:59:00'), dayAt('22:00:00')]).toEqual(['2026-11-25', '2026-11-27'])
  })

  test('sent twice carries the same submission, so it is one booking', () => {
    const form = bookingFormFor(anOffer(), given)
    const [first, second] = [
      parseBookingForm(form, NOW, FROM, USUAL_PICKUPS),
      parseBookingForm(form, NOW, FROM, USUAL_PICKUPS),
    ]
    expect(first).toEqual(second)
    expect(first).toMatchObject({ ok: true, input: { submissionId: 'submission-1', quoteId: 'Q-1' } })
  })

  test('leaves out what a party did not give', () => {
    const parsed = parseBookingForm(bookingFormFor(anOffer(), given), NOW, FROM, USUAL_PICKUPS)
    expect(parsed).toMatchObject({
      ok: true,
      input: { consigneeInfo: { companyName: 'Globex', contactName: 'M. Ortiz' } },
    })
    expect(JSON.stringify(parsed)).not.toContain('email')
  })

  test('refuses a reference that cannot be a barcode, and a pickup in the past', () => {
    const form = { ...bookingFormFor(anOffer(), given), reference: 'PO–1', pickupDate: '2026-11-20' }
    const parsed = parseBookingForm(form, NOW, FROM, USUAL_PICKUPS)
    expect(parsed).toEqual({
      ok: false,
      errors: { reference: { key: 'field.characters' }, pickupDate: { key: 'field.past' } },
    })
  })

  test.each([
    ['2026-11-21', 'holding.tooEarly'],
    ['2026-11-24', 'holding.afterPickup'],
  ])('is not held until %s: %s', (holdUntil, key) => {
    const form = { ...bookingFormFor(anOffer(), given), holdUntil }
    expect(parseBookingForm(form, NOW, FROM, USUAL_PICKUPS)).toEqual({ ok: false, errors: { holdUntil: { key } } })
  })

  test('is held until the day of pickup at most', () => {
    const form = { ...bookingFormFor(anOffer(), given), holdUntil: '2026-11-23' }
    expect(parseBookingForm(form, NOW, FROM, USUAL_PICKUPS)).toMatchObject({
      ok: true,
      input: { holdUntil: '2026-11-23' },
    })
  })
})
