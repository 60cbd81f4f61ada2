import { describe, expect, it } from 'vitest'
import { BulkRun } from '../../../../src-renderer/screens/bulk/bulk-run.svelte.ts'
import { itemOfBooking } from '../../../../src-renderer/screens/bulk/bulk-item.ts'
import type { Station } from '../../../../src-renderer/station.ts'
import { aBooking } from '../../builders.ts'

const usd = (minor: number) => ({ minor, currency: 'USD' })
const rows = ['1', '2'].map((number) =>
  itemOfBooking(aBooking({ bookingId: `BKG-${number}`, state: 'BOOKED', shipmentId: `SHP-${number}` })),
)
const BUSY = { code: 'NO_LABEL', message: 'Its label is not here yet.', retryable: true, details: {} }

/** A station that refuses SHP-2 the first time, and keeps what it was asked. */
function stationThatRefusesOnce() {
  const asked: unknown[] = []
  let isRefused = false
  const refuses = (shipmentId: string) => shipmentId === 'SHP-2' && !isRefused && (isRefused = true)
  const station = {
    invoke: async (name: string, input: { codes?: string[]; shipmentId?: string }) => {
      asked.push(input)
      if (input.codes) {
        return { items: input.codes.map((code) => ({ code, job: null, problem: refuses(code) ? BUSY : null })) }
      }
      if (refuses(input.shipmentId ?? '')) throw new Error(`${name} is refused`)
      return {}
    },
  } as unknown as Station
  return { station, asked }
}

describe('one thing done to many shipments', () => {
  it('is asked again for those alone that were not taken, also where it is one list', async () => {
    const { station, asked } = stationThatRefusesOnce()
    const run = new BulkRun(station)
    await run.print(rows)
    expect(Object.fromEntries(run.outcomes)).toEqual({ 'BKG-1': null, 'BKG-2': BUSY })
    await run.print(rows)
    expect(Object.fromEntries(run.outcomes)).toEqual({ 'BKG-1': null, 'BKG-2': null })
    expect(asked).toEqual([{ codes: ['SHP-1', 'SHP-2'] }, { codes: ['SHP-2'] }])
  })

  it('keeps the submission id of a cancellation that is tried again', async () => {
    const { station, asked } = stationThatRefusesOnce()
    const run = new BulkRun(station)
    const wanted = { reason: 'Called off', refundRequested: true }
    await run.cancel(rows, wanted)
    expect(run.failed).toBe(1)
    await run.cancel(rows, wanted)
    expect(run.failed).toBe(0)
    expect(asked).toMatchObject([{ shipmentId: 'SHP-1' }, { shipmentId: 'SHP-2' }, { shipmentId: 'SHP-2' }])
    expect(asked[2]).toEqual(asked[1])
  })

  it('changes the day of what waits, answers what asks for one, and tries the same day as the same change', async () => {
    const asked: [string, unknown][] = []
    let isDown = true
    const station = {
      invoke: async (name: string, input: unknown) => {
        asked.push([name, input])
        if (name === 'bookings.requestChange' && isDown) throw new Error('the answer is lost')
        return {}
      },
    } as unknown as Station
    const question = { kind: 'pickup-passed' as const, pickupDate: '2026-11-20', suggested: '2026-11-23' }
    const both = [
      itemOfBooking(aBooking({ bookingId: 'BKG-1' })),
      itemOfBooking(aBooking({ bookingId: 'BKG-2', state: 'NEEDS_DECISION', question })),
    ]
    const run = new BulkRun(station)
    await run.pickup(both, '2026-11-24')
    expect(run.failed).toBe(1)
    isDown = false
    await run.pickup(both, '2026-11-24')
    expect(run.failed).toBe(0)
    const change = { bookingId: 'BKG-1', change: { kind: 'update', pickupDate: '2026-11-24' } }
    expect(asked).toMatchObject([
      ['bookings.requestChange', change],
      ['bookings.answer', { bookingId: 'BKG-2', answer: { answer: 'new-pickup', pickupDate: '2026-11-24' } }],
      ['bookings.requestChange', change],
    ])
    expect(asked[2]).toEqual(asked[0])
  })

  it('gives what the inbox has about a booking and its shipment to one person, or to nobody', async () => {
    const { station, asked } = stationThatRefusesOnce()
    const run = new BulkRun(station)
    await run.assign(rows, 'Dana Ortiz')
    await new BulkRun(station).assign(rows.slice(0, 1), '')
    expect(asked).toEqual([
      { subjectIds: ['BKG-1', 'SHP-1'], assignee: 'Dana Ortiz' },
      { subjectIds: ['BKG-2', 'SHP-2'], assignee: 'Dana Ortiz' },
      { subjectIds: ['BKG-1', 'SHP-1'], assignee: null },
    ])
  })

  it('gives up what was not sent, and never asks for a label of what is no shipment', async () => {
    const { station, asked } = stationThatRefusesOnce()
    const waiting = itemOfBooking(aBooking({ bookingId: 'BKG-9', reference: 'PO-9' }))
    const run = new BulkRun(station)
    await run.print([waiting])
    expect(asked).toEqual([])
    expect(run.outcomes.get('BKG-9')).toMatchObject({ code: 'NO_LABEL' })
    await run.cancel([waiting], { reason: 'Called off', refundRequested: true })
    expect(asked).toEqual([{ bookingId: 'BKG-9' }])
    expect(run.outcomes.get('BKG-9')).toBeNull()
  })
})

describe('a booking among many', () => {
  it('may bring back what was charged, as long as it is booked and not called off', () => {
    const booked = aBooking({ state: 'BOOKED', total: usd(100), charged: usd(120) })
    const cancellation = { reason: null, refund: usd(120), refundStatus: null, cancelledAt: '2026-11-21T12:00:00Z' }
    expect(itemOfBooking(booked).paid).toEqual(usd(120))
    expect(itemOfBooking({ ...booked, cancellation }).paid).toBeNull()
    expect(itemOfBooking(aBooking({ total: usd(100) })).paid).toBeNull()
  })
})
