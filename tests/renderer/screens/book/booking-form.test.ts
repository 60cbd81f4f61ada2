import { describe, expect, test } from 'vitest'
import { addressLines, bookingFormFor, parseBookingForm } from '../../../../src-renderer/screens/book/booking-form.ts'
import { aQuote } from '../../builders.ts'

const TODAY = '2026-11-21'
const given = { submissionId: 'submission-1', today: TODAY, labelFormat: 'ZPL' as const }

describe('the booking form', () => {
  test('begins with the parties of the quote and its ship date as the day of pickup', () => {
    const form = bookingFormFor(aQuote(), 'R-1', given)
    expect(form).toMatchObject({
      rateId: 'R-1',
      shipperInfo: { companyName: 'Acme', phone: '956-555-0100' },
      consigneeInfo: { companyName: 'Globex', contactName: 'M. Ortiz' },
      pickupDate: '2026-11-23',
    })
  })

  test('never begins with a pickup in the past', () => {
    expect(bookingFormFor(aQuote(), 'R-1', { ...given, today: '2026-11-30' }).pickupDate).toBe('2026-11-30')
  })

  test('sent twice carries the same submission, so it is one booking', () => {
    const form = bookingFormFor(aQuote(), 'R-1', given)
    const [first, second] = [parseBookingForm(form, TODAY), parseBookingForm(form, TODAY)]
    expect(first).toEqual(second)
    expect(first).toMatchObject({ ok: true, input: { submissionId: 'submission-1', quoteId: 'Q-1' } })
  })

  test('leaves out what a party did not give', () => {
    const parsed = parseBookingForm(bookingFormFor(aQuote(), 'R-1', given), TODAY)
    expect(parsed.ok && parsed.input.consigneeInfo).toEqual({ companyName: 'Globex', contactName: 'M. Ortiz' })
  })

  test('refuses a reference that cannot be a barcode, and a pickup in the past', () => {
    const form = { ...bookingFormFor(aQuote(), 'R-1', given), reference: 'PO–1', pickupDate: '2026-11-20' }
    const parsed = parseBookingForm(form, TODAY)
    expect(parsed).toEqual({
      ok: false,
      errors: { reference: { key: 'field.characters' }, pickupDate: { key: 'field.past' } },
    })
  })

  test('shows an address as it stands on a label', () => {
    expect(addressLines(aQuote().request.originAddress)).toEqual(['Acme', '1 Main St', 'Laredo, TX 78040', 'US'])
  })
})
