import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import type { CrossBorderQuote } from '../../../../src-shared/station/crossborder.ts'
import { bookingFormFor, parseBookingForm } from '../../../../src-renderer/screens/book/booking-form.ts'
import { offersOf } from '../../../../src-renderer/screens/book/confirm/offer.ts'
import { FormDraft } from '../../../../src-renderer/screens/book/form-draft.ts'
import { createStation } from '../../../../src-renderer/station.ts'
import { crossingRequest } from '../../../sandbox/crossing.ts'
import { crossborderQuoteRequestSchema } from '../../../../src-shared/freight/crossborder-quote.ts'

const border: CrossBorderQuote = {
  id: 'Q-X',
  kind: 'crossborder',
  loadId: 'LOAD-1',
  bolNumber: null,
  rates: [
    {
      rateId: 'R-X',
      quoteId: 'QUO-X',
      serviceType: 'standard',
      total: { minor: 98_000, currency: 'USD' },
      transitDays: { from: 4, to: 6 },
      moves: [
        { carrierName: 'Northline Freight', scac: 'NLTF', pickupDate: '2026-11-24', deliveryDate: '2026-11-26' },
        { carrierName: 'Transportes Regio', scac: 'TRRG', pickupDate: '2026-11-26', deliveryDate: '2026-11-28' },
      ],
    },
  ],
  expiresAt: '2026-11-21T13:00:00Z',
  requestedAt: '2026-11-21T12:00:00Z',
  request: crossborderQuoteRequestSchema.parse(crossingRequest()),
}

describe('an offer over the border', () => {
  test('is confirmed as the whole way, from its first pickup to its last delivery', () => {
    const [offer] = offersOf(border)
    expect(offer).toMatchObject({
      kind: 'crossborder',
      carrier: 'Northline Freight + Transportes Regio',
      deliveryDate: '2026-11-28',
      shipDate: '2026-11-24',
    })
    if (!offer) throw new Error('no offer')
    const form = bookingFormFor(offer, { submissionId: 'submission-1', today: '2026-11-21', labelFormat: 'PDF' })
    expect(parseBookingForm(form, '2026-11-21')).toMatchObject({
      ok: true,
      input: { kind: 'crossborder', quoteId: 'Q-X', rateId: 'R-X', pickupDate: '2026-11-24' },
    })
  })
})

describe('the draft of a form', () => {
  const schema = z.object({ reference: z.string() })
  function draftAt(stored: unknown) {
    const calls: { name: string; input: unknown }[] = []
    const station = createStation({
      invoke: async (name, input) => {
        calls.push({ name, input })
        return { ok: true, value: { draft: stored && { body: stored } } as never }
      },
      subscribe: () => () => undefined,
    })
    return { calls, draft: new FormDraft(station, { form: 'booking', key: 'Q R', schema, onerror: () => undefined }) }
  }

  test('is what was typed last, and nothing when it is of another kind', async () => {
    expect(await draftAt({ reference: 'PO-1' }).draft.load()).toEqual({ reference: 'PO-1' })
    expect(await draftAt({ other: 1 }).draft.load()).toBeNull()
    expect(await draftAt(null).draft.load()).toBeNull()
  })

  test('is written once for a burst of typing, and never for a form that was only opened', () => {
    vi.useFakeTimers()
    const { draft, calls } = draftAt(null)
    draft.keep({ reference: '' })
    vi.runAllTimers()
    expect(calls).toEqual([])
    draft.keep({ reference: 'P' })
    draft.keep({ reference: 'PO' })
    vi.runAllTimers()
    expect(calls).toEqual([{ name: 'drafts.save', input: { form: 'booking', key: 'Q R', body: { reference: 'PO' } } }])
    vi.useRealTimers()
  })

  test('is gone once the form was handed in, whatever is typed after', () => {
    vi.useFakeTimers()
    const { draft, calls } = draftAt(null)
    draft.keep({ reference: '' })
    draft.keep({ reference: 'PO' })
    draft.discard()
    draft.keep({ reference: 'PO-2' })
    draft.flush()
    vi.runAllTimers()
    expect(calls.map(({ name }) => name)).toEqual(['drafts.remove'])
    vi.useRealTimers()
  })
})
