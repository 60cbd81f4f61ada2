import { expect, it } from 'vitest'
import { killDisks } from './dead-disks.ts'

it('a disk that dies costs no booking of before the last quarter, and none is sent again by itself', async () => {
  const reported = await killDisks('dock', 6)
  expect(reported.moments).toBeGreaterThan(3)
  expect(reported.bookings).toBeGreaterThan(300)
  expect(reported).toMatchObject({ lost: 0, doubled: 0 })
  // Some were lost: those of the quarter under way. Else nothing died.
  expect(reported.oldestLostMinutes).toBeGreaterThan(0)
}, 120_000)
