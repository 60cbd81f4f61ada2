import { describe, expect, test } from 'vitest'
import { createStation } from '../../src-renderer/station.ts'
import { fakeTransport } from '../../src-renderer/transports/fake.ts'
import { StationError } from '../../src-shared/station/error.ts'

describe('the station behind the screens', () => {
  test('throws a refusal as an error with its code', async () => {
    const transport = fakeTransport({
      'jobs.retry': () => {
        throw new StationError({ code: 'WRONG_STATE', message: 'printed already', details: { state: 'PRINTED' } })
      },
    })
    const refusal = createStation(transport).invoke('jobs.retry', { jobId: 'JOB-1' })
    await expect(refusal).rejects.toMatchObject({ code: 'WRONG_STATE', details: { state: 'PRINTED' } })
  })

  test('tells a screen of the events it watches and of no others', () => {
    const transport = fakeTransport({})
    let refreshes = 0
    const end = createStation(transport).watch(['jobs.changed'], () => (refreshes += 1))
    transport.emit({ name: 'jobs.changed', payload: { jobId: 'JOB-1' } })
    transport.emit({ name: 'printers.changed', payload: {} })
    expect(refreshes).toBe(1)
    end()
    transport.emit({ name: 'jobs.changed', payload: { jobId: 'JOB-1' } })
    expect(refreshes).toBe(1)
  })

  test('has every screen read again when events may have been missed', () => {
    const transport = fakeTransport({})
    let refreshes = 0
    createStation(transport).watch(['jobs.changed'], () => (refreshes += 1))
    transport.gap()
    expect(refreshes).toBe(1)
  })
})
