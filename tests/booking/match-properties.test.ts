import { describe, expect, test } from 'vitest'
import { detailAnswer, type DetailAnswer } from '../../src-main/freight/answer/shipment.ts'
import { findBooked, isOf } from '../../src-main/booking/reconcile/match-shipment.ts'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { newBooking } from '../support/bookings.ts'
import fc from '../support/fast-check.ts'
import { testLedger } from '../support/ledger.ts'

async function aBooking() {
  const { clock, ledger } = await testLedger()
  return bookingStore(ledger.db, clock).submit(newBooking('1'))
}

/** What a service tells of the shipment that this very booking made. */
const REPORTED = {
  provider: 'Northline Freight',
  service: 'LTL_STANDARD',
  totalCost: 412.8,
  currency: 'USD',
  consigneeInfo: { companyName: 'Globex Corporation' },
} as const
const OTHER = {
  provider: 'Great Basin',
  service: 'LTL_GUARANTEED',
  totalCost: 412.81,
  consigneeInfo: { companyName: 'Initech' },
  reference: 'PO-2',
  status: 'CANCELLED',
} as const

const shipment = (shipmentId: string, reported: object): DetailAnswer =>
  detailAnswer.parse({ shipmentId, status: 'PENDING', reference: 'PO-1', ...reported })
/** A service leaves out what it likes; what it tells is true. */
const reported = fc.subarray(Object.keys(REPORTED)).map((names) => {
  const isReported = (name: string) => names.includes(name)
  return Object.fromEntries(Object.entries(REPORTED).filter(([name]) => isReported(name)))
})

describe('a shipment at the service is a booking’s own', () => {
  test('whatever of it the service leaves out', async () => {
    const booking = await aBooking()
    fc.assert(fc.property(reported, (some) => isOf(booking, shipment('SHP-1', some))))
  })

  test('never when it contradicts the request in one thing, whatever else agrees', async () => {
    const booking = await aBooking()
    const contradiction = fc.constantFrom(...Object.entries(OTHER)).map(([name, value]) => ({ [name]: value }))
    fc.assert(
      fc.property(reported, contradiction, (some, other) => !isOf(booking, shipment('SHP-1', { ...some, ...other }))),
    )
  })

  test('exactly where it was made by it: all of those, none that is claimed, whatever stands around them', async () => {
    const booking = await aBooking()
    const kind = fc.constantFrom('own', 'claimed', 'other')
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(kind, reported), { maxLength: 260 }), async (made) => {
        const all = made.map(([what, some], index) => ({
          what,
          detail: shipment(`SHP-${index}`, what === 'other' ? { ...some, reference: `PO-1${index}` } : some),
        }))
        const asked: string[] = []
        const client = {
          listShipments: async ({ page = 1, limit = 25 }: { page?: number; limit?: number }) => ({
            shipments: all.slice((page - 1) * limit, page * limit).map(({ detail }) => detail),
            quarantined: [],
            asOf: null,
            hasNext: page * limit < all.length,
            total: all.length,
          }),
          lookUpShipment: async (shipmentId: string) => {
            asked.push(shipmentId)
            const found = all.find(({ detail }) => detail.shipmentId === shipmentId)
            if (!found) throw new Error(`asked for ${shipmentId}, which nobody listed`)
            return found.detail
          },
        }
        const isClaimed = async (_: string, id: string) =>
          all.some(({ what, detail }) => what === 'claimed' && detail.shipmentId === id)
        const found = await findBooked(client, booking, { isClaimed, wasSeenBefore: async () => false })
        expect(found.map(({ shipment: { shipmentId } }) => shipmentId)).toEqual(
          all.filter(({ what }) => what === 'own').map(({ detail }) => detail.shipmentId),
        )
        expect(found.every(({ isDoubtful }) => !isDoubtful)).toBe(true)
        expect(new Set(asked).size).toBe(asked.length)
      }),
      { numRuns: 40 },
    )
  })
})
