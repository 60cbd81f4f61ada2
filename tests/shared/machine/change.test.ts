import { describe, expect, it } from 'vitest'
import {
  CHANGE_TRANSITIONS,
  changeAfter,
  isDone,
  isOpenChange,
  isWaitingForBooking,
  mayMoveChange,
  whenBookingEnds,
  CHANGE_STATES,
} from '../../../src-shared/machine/change.ts'
import { BOOKING_STATES } from '../../../src-shared/machine/booking.ts'

const NOW = new Date('2026-11-21T15:00:00.000Z')
const waiting = {
  state: 'QUEUED',
  shipmentId: null,
  error: null,
  cancellation: null,
  attempts: 0,
  nextAt: null,
} as const

describe('a change', () => {
  it('has ended where nothing leads on from', () => {
    for (const state of CHANGE_STATES) expect(isOpenChange({ state })).toBe(CHANGE_TRANSITIONS[state].length > 0)
  })

  it('that waits for its booking is not sent before there is a shipment', () => {
    expect(isWaitingForBooking(waiting)).toBe(true)
    expect(mayMoveChange(waiting, { to: 'SENDING' })).toBe(false)
    expect(mayMoveChange(waiting, { to: 'QUEUED', dueAt: NOW })).toBe(false)
    const found = { to: 'QUEUED', dueAt: NOW, shipmentId: 'SHP-1' } as const
    expect(mayMoveChange(waiting, found)).toBe(true)
    expect(mayMoveChange(changeAfter(waiting, found), { to: 'SENDING' })).toBe(true)
  })

  it('of a shipment is never given another', () => {
    for (const state of CHANGE_STATES) {
      const move = { to: 'QUEUED', dueAt: NOW, shipmentId: 'SHP-2' } as const
      expect(mayMoveChange({ state, shipmentId: 'SHP-1' }, move)).toBe(false)
    }
  })

  it('goes on when its booking ends, and only then, by a move that it may make', () => {
    for (const state of BOOKING_STATES) {
      for (const kind of ['update', 'cancel'] as const) {
        for (const restoredFrom of [null, '2026-11-20T15:00:00.000Z']) {
          const shipmentId = state === 'BOOKED' ? 'SHP-1' : null
          const move = whenBookingEnds({ kind, restoredFrom }, { state, shipmentId }, NOW)
          const hasEnded = state === 'BOOKED' || state === 'REJECTED' || state === 'CANCELLED'
          expect(move !== null).toBe(hasEnded)
          if (move) expect(mayMoveChange(waiting, move)).toBe(true)
        }
      }
    }
  })

  it('that came back with a backup is looked for and not sent when its booking is found', () => {
    const restored = { kind: 'cancel', restoredFrom: '2026-11-20T15:00:00.000Z' } as const
    expect(whenBookingEnds(restored, { state: 'BOOKED', shipmentId: 'SHP-1' }, NOW)).toMatchObject({ to: 'UNKNOWN' })
  })

  it('to a booking that came to nothing has what it asked for when it was to be cancelled', () => {
    const nothing = { state: 'CANCELLED', shipmentId: null } as const
    const move = whenBookingEnds({ kind: 'cancel', restoredFrom: null }, nothing, NOW)
    expect(move && isDone(changeAfter(waiting, move))).toBe(true)
    expect(whenBookingEnds({ kind: 'update', restoredFrom: null }, nothing, NOW)).toEqual({ to: 'CANCELLED' })
  })
})
