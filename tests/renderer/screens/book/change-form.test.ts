import { describe, expect, test } from 'vitest'
import type { ChangeState } from '../../../../src-shared/machine/change.ts'
import type { Connection } from '../../../../src-shared/station/app/state.ts'
import { USUAL_PICKUPS } from '../../../../src-shared/station/booking/pickup-terms.ts'
import { Locale } from '../../../../src-renderer/locale/locale.svelte.ts'
import { askedText } from '../../../../src-renderer/screens/book/change/asked-text.ts'
import { cardActions } from '../../../../src-renderer/screens/book/card/card-actions.ts'
import { parseCancel, parseChange, wordsNow } from '../../../../src-renderer/screens/book/change/change-form.ts'
import { copyFormOf } from '../../../../src-renderer/screens/book/copy/copy-form.ts'
import { text } from '../../../support/text.ts'
import { aBooking, aChange } from '../../builders.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const content = {
  instructions: 'Dock 4',
  consigneeInfo: { companyName: 'Globex', phone: '312-555-0100' },
  shipperInfo: {},
  quoted: null,
}

describe('the words of a shipment', () => {
  test('are those booked and every change since, the newest over the older', () => {
    const words = wordsNow({ reference: 'PO-1' }, content, [
      aChange({ change: { kind: 'update', instructions: 'Dock 6' } }),
      aChange({ change: { kind: 'update', instructions: 'Dock 5', consigneeInfo: { contactName: 'Ann' } } }),
    ])
    expect(words).toMatchObject({
      reference: 'PO-1',
      instructions: 'Dock 6',
      consigneeInfo: { companyName: 'Globex', contactName: 'Ann', phone: '312-555-0100', email: '' },
    })
  })

  test('do not follow a change that was refused or dropped', () => {
    const refused = (['REJECTED', 'CANCELLED'] as const).map((state) => aChange({ state }))
    expect(wordsNow({ reference: 'PO-1' }, content, refused).instructions).toBe('Dock 4')
  })
})

describe('a change that was just asked for', () => {
  const error = { code: 'SERVICE_UNREACHABLE', message: 'away', retryable: true, details: {} }
  const since = '2026-11-21T15:00:00Z'
  const said = (state: ChangeState, connection: Connection) =>
    askedText(new Locale(), aChange({ state }), connection, text('cancel.asked'))

  test('waits while the service is away, and is never called sent before it is', () => {
    const waiting = `${text('change.QUEUED')} · ${text('change.next.queued')}`
    expect(said('QUEUED', { kind: 'offline', since, error })).toBe(waiting)
    expect(said('QUEUED', { kind: 'refused', since, error })).toBe(waiting)
    expect(said('QUEUED', { kind: 'online', since })).toBe('Cancellation requested.')
    expect(said('DONE', { kind: 'offline', since, error })).toBe('Cancellation requested.')
  })
})

describe('a change', () => {
  const before = wordsNow({ reference: 'PO-1' }, content, [])

  test('carries only what is different', () => {
    const form = { ...before, consigneeInfo: { ...before.consigneeInfo, contactName: 'Ann ' } }
    expect(parseChange(before, form)).toEqual({
      ok: true,
      input: { kind: 'update', consigneeInfo: { contactName: 'Ann' } },
    })
    expect(parseChange(before, { ...before, instructions: '' })).toEqual({
      ok: true,
      input: { kind: 'update', instructions: '' },
    })
  })

  test('cannot take the reference away', () => {
    expect(parseChange(before, { ...before, reference: ' ' })).toEqual({
      ok: false,
      errors: { reference: { key: 'field.required' } },
    })
  })

  test('that cancels needs a reason', () => {
    expect(parseCancel('  ', true)).toEqual({ ok: false, errors: { reason: { key: 'field.required' } } })
    expect(parseCancel('Called off', true)).toMatchObject({ ok: true, input: { refundRequested: true } })
  })
})

describe('the card of a booking', () => {
  test('offers no change and no cancellation once the carrier has the freight', () => {
    const booked = aBooking({ state: 'BOOKED', hasLabel: true, cancellation: null })
    expect(cardActions(booked, null)).toEqual(['print', 'track', 'change', 'again', 'void'])
    expect(cardActions(booked, '2026-11-21T10:00:00Z')).toEqual(['print', 'track', 'again'])
  })

  test('offers no new booking while nobody knows whether there is one', () => {
    for (const state of ['QUEUED', 'SENDING', 'UNKNOWN', 'NEEDS_DECISION'] as const) {
      const actions = cardActions(aBooking({ state }), null)
      expect(actions.some((action) => action === 'copy' || action === 'again')).toBe(false)
    }
  })
})

describe('a copy', () => {
  const form = copyFormOf(aBooking({ pickupDate: '2026-11-20' }), content, {
    submissionId: 'copy-form-1',
    now: NOW,
    pickups: USUAL_PICKUPS,
  })

  test('begins with the words of the booking, on a day that has not passed', () => {
    expect(form).toMatchObject({ reference: 'PO-1', instructions: 'Dock 4', pickupDate: '2026-11-23' })
  })
})
