import { BOOKING_STATES } from '../../../../src-shared/machine/booking.ts'
import { describe, expect, test } from 'vitest'
import type { Booking } from '../../../../src-shared/station/booking/booking.ts'
import { Locale } from '../../../../src-renderer/locale/locale.svelte.ts'
import { cardActions } from '../../../../src-renderer/screens/book/card/card-actions.ts'
import { FILTER_NAMES, filterCount, filterQuery } from '../../../../src-renderer/screens/book/outbox/filters.ts'
import { nextStep } from '../../../../src-renderer/screens/book/outbox/next-step.ts'
import { rowActions } from '../../../../src-renderer/screens/book/outbox/row-actions.ts'
import { shownState } from '../../../../src-renderer/screens/book/shown-state.ts'
import { statusLook } from '../../../../src-renderer/ui/basic/status.ts'
import { aBooking } from '../../builders.ts'

const NOW = Date.parse('2026-11-21T12:00:00Z')
const usd = (minor: number) => ({ minor, currency: 'USD' })
const said = (patch: Partial<Booking>) => nextStep(aBooking(patch), NOW, new Locale())

describe('the tiles of the outbox', () => {
  const waiting = { QUEUED: 2, SENDING: 1, UNKNOWN: 4, NEEDS_DECISION: 5 }
  const counts = { ...waiting, BOOKED: 40, VOIDED: 7, REJECTED: 3, CANCELLED: 6 }

  test('count every booking once, beside the one for all', () => {
    const sum = FILTER_NAMES.filter((name) => name !== 'all').reduce((all, name) => all + filterCount(name, counts), 0)
    expect(sum).toBe(filterCount('all', counts))
    expect(filterCount('notSent', counts)).toBe(3)
  })

  test('tell a canceled booking from a booked one, as their lists do', () => {
    expect([filterCount('booked', counts), filterCount('voided', counts)]).toEqual([40, 7])
    expect(filterQuery('booked')).toEqual({ states: ['BOOKED'], isCanceled: false })
    expect(filterQuery('voided')).toEqual({ isCanceled: true })
    expect(filterQuery('cancelled')).toEqual({ states: ['CANCELLED'] })
    expect(filterQuery('all')).toEqual({})
  })
})

test('a booking on hold, or one whose shipment was canceled, is not shown as what it was before', () => {
  expect(shownState(aBooking({ holdUntil: '2026-11-23' }))).toBe('HELD')
  expect(statusLook('booking', 'HELD').tone).toBe('wait')
  expect(shownState(aBooking({ state: 'BOOKED', holdUntil: '2026-11-23' }))).toBe('BOOKED')
  const cancellation = { reason: null, refund: null, refundStatus: null, cancelledAt: '2026-11-21T12:00:00Z' }
  expect(shownState(aBooking({ state: 'BOOKED', cancellation }))).toBe('VOIDED')
  const words = new Locale()
  const all = [...BOOKING_STATES, 'HELD', 'VOIDED'].map((state) => words.word('booking', state))
  expect(new Set(all).size).toBe(all.length)
})

describe('a row of the outbox', () => {
  test('says of a booking that is only saved here what it waits for, and never that it is booked', () => {
    const error = { code: 'SERVICE_UNREACHABLE', message: '', retryable: true, details: {} }
    const waiting = said({ error, nextCheckAt: '2026-11-21T12:00:30Z' })
    expect(waiting).toBe("The freight service can't be reached. Next try in 30 sec.")
    expect(said({ holdUntil: '2026-11-23' })).toBe('On hold; will be sent Mon, Nov 23')
    expect(said({})).toBe('Sending soon')
  })

  test('says how often one in doubt was looked for, and when the next look is', () => {
    expect(said({ state: 'UNKNOWN', checks: 2, nextCheckAt: '2026-11-21T12:05:00Z' })).toBe(
      'Checked 2 times; next check in 5 min.',
    )
    expect(said({ state: 'UNKNOWN', checks: 0, nextCheckAt: null })).toBe('Not checked yet; next check now')
  })

  test('tells a shipment that was called off from one that stands, with its refund', () => {
    const cancellation = { reason: null, refund: usd(41_280), refundStatus: 'PROCESSING', cancelledAt: '' }
    expect(said({ state: 'BOOKED', cancellation })).toBe('Shipment canceled, refund $412.80')
    expect(said({ state: 'BOOKED', hasLabel: true })).toBe('Pickup Mon, Nov 23')
    expect(said({ state: 'BOOKED', hasLabel: false })).toBe('Downloading label')
  })

  test('offers two buttons at most, and one at least, but while its answer is awaited', () => {
    for (const state of BOOKING_STATES) {
      const booking = aBooking({ state, hasLabel: true })
      expect(rowActions(booking).length).toBeLessThanOrEqual(2)
      if (state !== 'SENDING') expect(rowActions(booking).length).toBeGreaterThan(0)
    }
    expect(rowActions(aBooking({ holdUntil: '2026-11-23' }))[0]).toBe('release')
  })

  test('offers a look at a decision whose question is not known, for it may be at the service', () => {
    const asked = aBooking({ state: 'NEEDS_DECISION', question: null })
    expect(rowActions(asked)).toEqual(['look'])
    expect(cardActions(asked, null)).toEqual(['look', 'holdTag', 'void'])
  })
})
