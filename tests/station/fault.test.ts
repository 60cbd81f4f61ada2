import { expect, it } from 'vitest'
import { asData } from '../../src-main/kernel/fault.ts'
import { StationError } from '../../src-shared/station/error.ts'

it('a fault of ours has one id, which the screen shows and the log names', () => {
  const fault = new Error('disk full')
  const told = asData(fault)
  expect(told).toMatchObject({ code: 'INTERNAL', message: 'Something went wrong inside Waybill: disk full' })
  expect(told.details['requestId']).toMatch(/^flt_/)
  expect(asData(fault)).toEqual(told)
  expect(asData(new Error('disk full'))).not.toEqual(told)
  expect(asData('odd').code).toBe('INTERNAL')
})

it('what was expected passes as it is', () => {
  expect(asData(new StationError({ code: 'NOT_FOUND', message: 'gone' }))).toEqual({
    code: 'NOT_FOUND',
    message: 'gone',
    retryable: false,
    details: {},
  })
})
