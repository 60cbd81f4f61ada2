import { expect, it } from 'vitest'
import { asData } from '../../src-main/kernel/fault.ts'
import { StationError } from '../../src-shared/station/error.ts'

it('a fault of ours has one id, which the screen shows and the log names', () => {
  const fault = new Error('disk full')
  const reported = asData(fault)
  expect(reported).toMatchObject({ code: 'INTERNAL', message: 'Something went wrong inside Waybill: disk full' })
  expect(reported.details['requestId']).toMatch(/^flt_/)
  expect(asData(fault)).toEqual(reported)
  expect(asData(new Error('disk full'))).not.toEqual(reported)
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
