import { describe, expect, test } from 'vitest'
import { USUAL_PICKUPS } from '../../../../src-shared/station/booking/pickup-terms.ts'
import { bookView } from '../../../../src-renderer/screens/book/book-route.ts'
import { bookingFormFor } from '../../../../src-renderer/screens/book/booking-form.ts'
import { offersOf } from '../../../../src-renderer/screens/book/confirm/offer.ts'
import {
  askAgain,
  bookingDraft,
  draftParams,
  replacing,
  typedFor,
} from '../../../../src-renderer/screens/book/confirm/quote-over.ts'
import type { Booking } from '../../../../src-shared/station/booking/booking.ts'
import type { Quote } from '../../../../src-shared/station/quote/quote.ts'
import { aBooking, answeringStation, aQuote } from '../../builders.ts'

const NOW = new Date('2026-11-21T15:00:00Z')
const given = { now: NOW, labelFormat: 'ZPL' as const, pickups: USUAL_PICKUPS }

/** A station that keeps drafts, and gives this quote when the price is asked for again. */
function desk(again: Quote) {
  const kept = new Map<string, unknown>()
  const station = answeringStation({
    'quotes.again': () => ({ quote: again }),
    'drafts.get': ({ key }: { key: string }) => ({
      draft: kept.has(key) ? { body: kept.get(key), restoredFrom: null } : null,
    }),
    'drafts.save': ({ key, body }: { key: string; body: unknown }) => (kept.set(key, body), { isSaved: true }),
    'drafts.remove': ({ key }: { key: string }) => (kept.delete(key), {}),
  })
  return { station, kept }
}

const [offer] = offersOf(aQuote())
if (!offer) throw new Error('no offer')
const typed = {
  ...bookingFormFor(offer, { ...given, submissionId: 'submission-1' }),
  reference: 'PO-7',
  instructions: 'Dock 4',
  holdUntil: '2026-11-22',
  replaces: 'bkg_1',
}

describe('what was typed, when the price is asked for again', () => {
  test('is under the same carrier and service where they are offered', async () => {
    const { station, kept } = desk({ ...aQuote(), id: 'Q-2' })
    const again = await askAgain(station, offer, () => typed, 'submission-2')
    expect(again).toMatchObject({ quoteId: 'Q-2', offer: { rateId: 'R-1' } })
    expect([...kept.keys()]).toEqual(['Q-2 R-1'])
    expect(kept.get('Q-2 R-1')).toMatchObject({
      value: { reference: 'PO-7', quoteId: 'Q-2', submissionId: 'submission-2' },
    })
  })

  test('is what was typed until the answer came', async () => {
    const answered = Promise.withResolvers<{ quote: Quote }>()
    const { station, kept } = desk(aQuote())
    const { invoke } = station
    const slow: typeof station = {
      ...station,
      invoke: (name, input) => (name === 'quotes.again' ? answered.promise : invoke(name, input)),
    }
    let form = typed
    const asking = askAgain(slow, offer, () => form, 'submission-2')
    form = { ...typed, instructions: 'Dock 4, ring twice' }
    answered.resolve({ quote: { ...aQuote(), id: 'Q-2' } })
    await asking
    expect(kept.get('Q-2 R-1')).toMatchObject({ value: { instructions: 'Dock 4, ring twice' } })
  })

  test('comes with the offer that is chosen where they are not, whichever it is', async () => {
    const other = aQuote().rates.map((rate, at) => ({ ...rate, rateId: `R-${at + 8}`, carrierName: `Other ${at}` }))
    const { station, kept } = desk({ ...aQuote(), id: 'Q-2', rates: other })
    const again = await askAgain(station, offer, () => typed, 'submission-2')
    expect(again).toEqual({ quoteId: 'Q-2', offer: null })
    const [key = ''] = kept.keys()
    expect(bookView(draftParams(key, typed))).toMatchObject({
      ...{ kind: 'confirm', quoteId: 'Q-2', rateId: null, isGone: true, replaces: 'bkg_1' },
    })
    const { rateId } = other[0] ?? {}
    for (const submissionId of ['submission-3', 'submission-4']) {
      const form = await typedFor(station, { ...offer, quoteId: 'Q-2', rateId: rateId ?? '' }, submissionId)
      expect(form).toEqual({ ...typed, quoteId: 'Q-2', rateId, submissionId })
    }
  })

  test('is nowhere for a quote that no form was carried to', async () => {
    const { station } = desk(aQuote())
    expect(await typedFor(station, offer, 'submission-3')).toBeNull()
    expect(bookingDraft('Q-1', null).key).not.toBe(bookingDraft('Q-1', 'R-1').key)
  })
})

test('a form replaces a booking only while that needs an answer', async () => {
  const question = { kind: 'rate-gone', offers: 2 } as const
  const inState = (state: Booking['state']) => answeringStation({ 'bookings.get': () => aBooking({ state, question }) })
  expect(await replacing(inState('NEEDS_DECISION'), typed)).toEqual(typed)
  const { replaces: _, ...alone } = typed
  for (const state of ['CANCELLED', 'QUEUED', 'BOOKED'] as const) {
    expect(await replacing(inState(state), typed)).toEqual(alone)
  }
  expect(await replacing(answeringStation({}), alone)).toEqual(alone)
})
