import { expect, it } from 'vitest'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { FreightError } from '../../src-main/freight/http/failure.ts'
import { createLabelService, type LabelServiceOptions } from '../../src-main/labels/label-service.ts'
import { labelStore } from '../../src-main/labels/labels.rows.ts'
import { newBooking } from '../support/bookings.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { newStores } from '../support/new-stores.ts'

type LabelClient = ReturnType<LabelServiceOptions['link']>['client']

const MINUTE = 60_000
const notThere = () => new FreightError('refused', { code: 'DOCUMENT_NOT_FOUND', message: 'no' })
const timedOut = () => new FreightError('uncertain', { code: 'CONNECTION_LOST', message: 'slow', retryable: true })

/** Shipments `SHP-1`, … are booked, and none has its label; what the service says of each. */
async function missing(count: number, failing: (shipmentId: string) => FreightError | null) {
  const clock = new FakeClock('2026-10-21T20:00:00.000Z')
  const ledger = await openLedger(newStores(), clock)
  const bookings = bookingStore(ledger.db, clock)
  for (let nth = 1; nth <= count; nth++) await bookings.submit(newBooking(`${nth}`))
  ledger.db.exec(`UPDATE booking SET state = 'BOOKED', shipment_id = 'SHP-' || seq`)
  const asked: string[] = []
  const client: LabelClient = {
    fetchLabels: async (shipmentId, format) => {
      asked.push(shipmentId)
      const failure = failing(shipmentId)
      if (failure) throw failure
      return [{ documentId: 'D', format, bytes: Buffer.from('^XA^XZ'), requestId: 'r', contentRequestId: 'r' }]
    },
    at: () => client,
  }
  let key = 'embedded'
  const labels = createLabelService({
    labels: labelStore(ledger.db, clock),
    link: () => ({ key, client }),
    onStored: () => undefined,
    clock,
  })
  return {
    clock,
    /** The shipments that were asked for in one turn. */
    turn: async () => {
      asked.length = 0
      await labels.fetchMissing()
      return [...asked]
    },
    use: (other: string) => (key = other),
  }
}

it('that never come are asked for less and less, and hold no new one back', async () => {
  const { clock, turn } = await missing(3, (shipmentId) => (shipmentId === 'SHP-3' ? null : notThere()))
  expect(await turn()).toEqual(['SHP-3', 'SHP-2', 'SHP-1'])
  expect(await turn()).toEqual([])
  let requests = 0
  for (let minute = 0; minute < 24 * 60; minute++) {
    clock.advance(MINUTE)
    requests += (await turn()).length
  }
  // After 1, 2, 3, 5, 10, 25, and 85 minutes, then every six hours: 445, 805, 1165.
  expect(requests).toBe(2 * 10)
  clock.advance(360 * MINUTE)
  expect(await turn()).toEqual(['SHP-2', 'SHP-1'])
})

it('are asked for at each turn, one a turn, while the service does not answer', async () => {
  const { clock, turn } = await missing(2, timedOut)
  const turns: string[][] = []
  for (let nth = 0; nth < 4; nth++) {
    turns.push(await turn())
    clock.advance(MINUTE)
  }
  expect(turns).toEqual([['SHP-2'], ['SHP-1'], ['SHP-2'], ['SHP-1']])
})

it('of a service that is left meanwhile are not asked of the next one', async () => {
  const station = await missing(2, (shipmentId) => {
    if (shipmentId === 'SHP-2') station.use('real')
    return notThere()
  })
  expect(await station.turn()).toEqual(['SHP-2'])
})
