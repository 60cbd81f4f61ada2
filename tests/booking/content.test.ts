import { describe, expect, it } from 'vitest'
import { bookingOutbox } from '../support/booking-outbox.ts'
import { palletsToChicago } from '../support/freight.ts'

describe('what a booking asks for', () => {
  it('is the words of the form and the quote they were for', async () => {
    const desk = await bookingOutbox()
    await desk.sandbox.close()
    const { bookingId } = await desk.submit('PO-1', { instructions: 'Dock 4', consigneeInfo: { contactName: 'Ann' } })
    const content = await desk.station.run('bookings.content', { bookingId })
    expect(content).toMatchObject({
      bookingId,
      shipperInfo: { companyName: 'Acme Machine' },
      consigneeInfo: { contactName: 'Ann' },
      instructions: 'Dock 4',
      quoted: { kind: 'domestic', provider: desk.quote.rates[0]?.provider, service: desk.quote.rates[0]?.service },
      direct: null,
      quoteExpiresAt: desk.quote.expiresAt,
    })
    expect(content.quoted?.request).toMatchObject(palletsToChicago())
  })

  it('is the whole body of a direct one', async () => {
    const desk = await bookingOutbox()
    await desk.sandbox.close()
    const { originAddress, destinationAddress, cargo } = palletsToChicago()
    const request = {
      originAddress,
      destinationAddress,
      cargo,
      service: { provider: 'Northline Freight', service: 'LTL_STANDARD' },
      reference: 'PO-D',
    }
    const { bookingId } = await desk.station.run('bookings.submit', {
      kind: 'direct',
      submissionId: 'form-1234',
      request,
    })
    expect(await desk.station.run('bookings.content', { bookingId })).toEqual({
      bookingId,
      shipperInfo: {},
      consigneeInfo: {},
      instructions: '',
      quoted: null,
      direct: request,
      quoteExpiresAt: null,
    })
  })

  it('goes along into a copy, but for what was taken away', async () => {
    const desk = await bookingOutbox()
    const held = { holdUntil: '2026-11-24', pickupDate: '2026-11-24' }
    const { bookingId } = await desk.submit('PO-1', { instructions: 'Dock 4', ...held })
    await desk.station.run('bookings.cancel', { bookingId })
    const changes = { instructions: '', reference: '' }
    const copy = await desk.station.run('bookings.copy', { bookingId, submissionId: 'copy-form-1', changes })
    expect(copy.reference).toBe('PO-1-2')
    const content = await desk.station.run('bookings.content', { bookingId: copy.bookingId })
    expect(content).toMatchObject({ instructions: '', shipperInfo: { companyName: 'Acme Machine' } })
  })
})
