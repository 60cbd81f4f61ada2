import { describe, expect, it } from 'vitest'
import { bookingsCsv } from '../../../../src-renderer/screens/book/outbox/bookings-csv.ts'
import type { Booking } from '../../../../src-shared/station/booking/booking.ts'
import { aBooking } from '../../builders.ts'

const lines = (patch: Partial<Booking>) => bookingsCsv([aBooking(patch)]).split('\r\n')

describe('bookings as a file', () => {
  it('tell money in major units, and what came back of a canceled one', () => {
    const [head = '', line = ''] = lines({
      state: 'BOOKED',
      charged: { minor: 45_005, currency: 'USD' },
      shipmentId: 'SHP-1',
      cancellation: {
        reason: 'Called off',
        refund: { minor: 45_005, currency: 'USD' },
        refundStatus: null,
        cancelledAt: '2026-11-22T12:00:00Z',
      },
    })
    expect(head.split(',').slice(7, 12)).toEqual(['quoted', 'charged', 'refund', 'currency', 'shipmentId'])
    expect(line).toMatch(/^PO-1,CANCELLED,/)
    expect(line).toContain(',412.8,450.05,450.05,USD,SHP-1,')
  })

  it('hold nothing that a spreadsheet runs', () => {
    const [, line] = lines({ reference: '=1+1', consigneeName: '@SUM(A1)', charged: undefined })
    expect(line).toMatch(/^'=1\+1,QUEUED,/)
    expect(line).toContain(",'@SUM(A1),")
  })
})
