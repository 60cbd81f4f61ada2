import type { Wire } from './wire.ts'

/** What a clerk sees after a cancellation was answered so. */
export type CancelEnd =
  | { readonly end: 'CANCELLED'; readonly refund: number | null }
  | { readonly end: 'NOT_CANCELLED'; readonly words: RegExp }
  | { readonly end: 'UNCERTAIN' }

interface UnusualCancel {
  readonly name: string
  readonly answer: Wire
  readonly expects: CancelEnd
}

const cancelled = (data: Record<string, unknown>): Wire => ({
  status: 200,
  body: { success: true, data: { shipmentId: 'SHP-1', status: 'CANCELLED', ...data } },
})

/** Answers to the cancel form of `POST /update-shipment/{loadId}`. */
export const unusualCancels: readonly UnusualCancel[] = [
  {
    name: 'without a word about the refund: no refund is claimed',
    answer: cancelled({}),
    expects: { end: 'CANCELLED', refund: null },
  },
  {
    name: 'the refund as a text with a comma',
    answer: cancelled({ refundAmount: '1,100.25', refundStatus: 'processing' }),
    expects: { end: 'CANCELLED', refund: 1100.25 },
  },
  {
    name: 'American spelling in small letters',
    answer: cancelled({ status: 'canceled', refundAmount: 10 }),
    expects: { end: 'CANCELLED', refund: 10 },
  },
  {
    name: 'the service took it for an update: the shipment stands',
    answer: cancelled({ status: 'PENDING' }),
    expects: { end: 'UNCERTAIN' },
  },
  {
    name: 'done, with nothing said',
    answer: { status: 204, raw: '' },
    expects: { end: 'UNCERTAIN' },
  },
  {
    name: 'too late, in words without an envelope: asked again, and then it stands',
    answer: { status: 409, body: { message: 'The driver has it already' } },
    expects: { end: 'NOT_CANCELLED', words: /The driver has it already/ },
  },
  {
    name: 'too late, in a list of details',
    answer: {
      status: 409,
      body: {
        success: false,
        error: { code: 'SHIPMENT_IMMUTABLE', message: 'Already picked up', details: ['pickedUpAt 2026-11-01'] },
      },
    },
    expects: { end: 'NOT_CANCELLED', words: /picked up/i },
  },
]
