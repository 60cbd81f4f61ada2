import { describe, expect, it } from 'vitest'
import {
  BOOKING_TRANSITIONS,
  isCalledOff,
  isLive,
  isLookedFor,
  isNeverBooked,
  isOpen,
  isUnsent,
  mayBeSent,
  mayMoveBooking,
  type BookingStatus,
  BOOKING_STATES,
  type BookingQuestion,
} from '../../../src-shared/machine/booking.ts'
import { anyBookingMove, anyBookingStatus } from '../../support/machines.ts'
import fc from '../../support/fast-check.ts'

const asked = (kind: BookingQuestion['kind'] | null): BookingStatus => ({
  state: 'NEEDS_DECISION',
  question: kind && { kind },
})

describe('whether a booking may be at the service', () => {
  it('is open of one that is being sent, that nobody knows of, or that a person is asked about because it was sent', () => {
    expect(mayBeSent({ state: 'SENDING', question: null })).toBe(true)
    expect(mayBeSent({ state: 'UNKNOWN', question: null })).toBe(true)
    expect(mayBeSent(asked('not-found'))).toBe(true)
    expect(mayBeSent(asked('duplicate'))).toBe(true)
    expect(mayBeSent(asked('price-changed'))).toBe(false)
    expect(mayBeSent({ state: 'QUEUED', question: null })).toBe(false)
    expect(mayBeSent({ state: 'BOOKED', question: null })).toBe(false)
  })

  it('is open of a decision whose question is not known: it is never sent again unasked, and can be looked for', () => {
    expect(isUnsent(asked(null))).toBe(false)
    expect(mayBeSent(asked(null))).toBe(true)
    expect(isLookedFor(asked(null))).toBe(true)
    const sendAgain = { to: 'QUEUED', dueAt: new Date(0) } as const
    expect(mayMoveBooking({ ...asked(null), lease: null }, sendAgain)).toBe(false)
    expect(mayMoveBooking({ ...asked(null), lease: null }, { ...sendAgain, actor: 'operator' })).toBe(true)
  })

  it('is answered once for every booking: it is unsent, it may be sent, or it has ended', () => {
    fc.assert(
      fc.property(anyBookingStatus, (booking) => {
        const answers = [isUnsent(booking), mayBeSent(booking), !isOpen(booking)]
        expect(answers.filter(Boolean)).toHaveLength(1)
        if (isLookedFor(booking)) expect(mayBeSent(booking)).toBe(true)
      }),
    )
  })
})

describe('the end of a booking', () => {
  it('is where nothing leads on from', () => {
    for (const state of BOOKING_STATES) expect(isOpen({ state })).toBe(BOOKING_TRANSITIONS[state].length > 0)
    expect(BOOKING_STATES.filter((state) => !isOpen({ state }) && !isNeverBooked({ state }))).toEqual(['BOOKED'])
  })

  it('is a shipment until it is called off', () => {
    const cancellation = { reason: null, refund: null, refundStatus: null, cancelledAt: '2026-11-21T15:00:00.000Z' }
    expect(isLive({ state: 'BOOKED', cancellation: null })).toBe(true)
    expect(isLive({ state: 'BOOKED', cancellation })).toBe(false)
    expect(isCalledOff({ state: 'BOOKED', cancellation })).toBe(true)
    expect(isCalledOff({ state: 'CANCELLED', cancellation: null })).toBe(true)
    expect(isCalledOff({ state: 'REJECTED', cancellation: null })).toBe(false)
  })
})

describe('a move of a booking', () => {
  it('is refused to who has lost the booking to another worker', () => {
    fc.assert(
      fc.property(anyBookingStatus, anyBookingMove, (booking, move) => {
        expect(mayMoveBooking({ ...booking, lease: 'yours' }, { ...move, lease: 'mine' })).toBe(false)
      }),
    )
  })

  it('never leads from what may be at the service to another send without a person', () => {
    fc.assert(
      fc.property(anyBookingStatus, anyBookingMove, (booking, move) => {
        const isAllowed = mayMoveBooking({ ...booking, lease: null }, move)
        const leadsToSend = move.to === 'SENDING' || (move.to === 'QUEUED' && booking.state !== 'SENDING')
        if (isAllowed && leadsToSend && mayBeSent(booking)) expect(move.actor).toBe('operator')
      }),
    )
  })
})
