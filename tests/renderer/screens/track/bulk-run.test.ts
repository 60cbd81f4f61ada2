import { describe, expect, it } from 'vitest'
import { BulkRun } from '../../../../src-renderer/screens/track/bulk/bulk-run.svelte.ts'
import type { Station } from '../../../../src-renderer/station.ts'
import type { Shipment } from '../../../../src-shared/station/tracking/shipment.ts'

const rows = ['SHP-1', 'SHP-2'].map((shipmentId) => ({ shipmentId })) as Shipment[]
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
    expect(Object.fromEntries(run.outcomes)).toEqual({ 'SHP-1': null, 'SHP-2': BUSY })
    await run.print(rows)
    expect(Object.fromEntries(run.outcomes)).toEqual({ 'SHP-1': null, 'SHP-2': null })
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
})
