import { expect, it } from 'vitest'
import { Pace } from '../../../../src-renderer/screens/batch/run/pace.ts'

it('tells the speed of a run and the time it takes yet, once it was looked on for a while', () => {
  const pace = new Pace()
  expect(pace.left(10, 110, 0)).toBeNull()
  expect(pace.left(20, 110, 1_000)).toBeNull()
  expect(pace.left(60, 110, 30_000)).toEqual({ perMinute: 100, ms: 30_000 })
  expect(pace.left(5, 110, 31_000)).toBeNull()
})
