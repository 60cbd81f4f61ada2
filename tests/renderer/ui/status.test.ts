import { expect, test } from 'vitest'
import { statusLook } from '../../../src-renderer/ui/basic/status.ts'

test('a status that the interface added since is shown plainly instead of failing', () => {
  expect(statusLook('shipment', 'HELD_AT_PORT')).toMatchObject({ tone: 'idle' })
})

test('a booking that is only saved here never looks like one that is booked', () => {
  const [saved, booked] = [statusLook('booking', 'QUEUED'), statusLook('booking', 'BOOKED')]
  expect(saved.tone).not.toBe(booked.tone)
  expect(saved.icon).not.toBe(booked.icon)
})
