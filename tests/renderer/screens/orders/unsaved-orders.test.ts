import { expect, test } from 'vitest'
import { USUAL_PICKUPS } from '../../../../src-shared/station/booking/pickup-terms.ts'
import { quoteFormOf } from '../../../../src-renderer/screens/quote/quote-form.ts'
import {
  begunOver,
  begunWith,
  dropUnsaved,
  keepUnsaved,
  unsavedOf,
} from '../../../../src-renderer/screens/orders/unsaved-orders.ts'
import { TEST_START } from '../../../support/running-clock.ts'
import { anOrder } from '../../builders.ts'

const weighing = (weight: number) => {
  const order = anOrder()
  const { request } = order.content
  const cargo = request.cargo.map((line) => ({ ...line, weight }))
  return anOrder({ content: { ...order.content, request: { ...request, cargo } } })
}

/** The form as an order fills it. */
const typedFrom = ({ content, reference }: ReturnType<typeof anOrder>) => ({
  draft: {
    form: quoteFormOf(content.request, new Date(TEST_START), USUAL_PICKUPS, 'imperial'),
    ...{ quoteId: null, question: '', selectedRateId: null, orderId: null, beforeLine: null },
  },
  ...{ reference, instructions: content.instructions },
})

test('an order that was opened and left untouched begins with its content when it is opened again', () => {
  const order = weighing(500)
  const typed = typedFrom(order)
  keepUnsaved('ord-1', typed, begunWith(order, typed))
  expect(unsavedOf('ord-1', weighing(900))).toBeNull()
  expect(unsavedOf('ord-1', order)).toBeNull()
})

test('what was typed comes back however often it is left, and not over another content of its order', () => {
  const order = weighing(500)
  const begun = begunWith(order, typedFrom(order))
  const typed = { ...typedFrom(order), instructions: 'Call first' }
  keepUnsaved('ord-2', typed, begun)
  expect(unsavedOf('ord-2', order)).toEqual({ typed, begun })
  // Looked at and left once more.
  keepUnsaved('ord-2', typed, begun)
  expect(unsavedOf('ord-2', order)).toEqual({ typed, begun })
  expect(unsavedOf('ord-2', weighing(900))).toBe('outdated')
  // Unless the person was warned of it before.
  keepUnsaved('ord-2', typed, begunOver(begun, weighing(900)))
  expect(unsavedOf('ord-2', weighing(900))).toMatchObject({ typed })
  expect(unsavedOf('ord-2', weighing(700))).toBe('outdated')
  // Said once.
  expect(unsavedOf('ord-2', weighing(700))).toBeNull()
})

test('a new order comes back until it is saved or canceled', () => {
  const empty = { ...typedFrom(anOrder()), reference: '' }
  keepUnsaved('new', empty, begunWith(null, empty))
  expect(unsavedOf('new', null)).toBeNull()
  const typed = { ...empty, reference: 'SO-7' }
  keepUnsaved('new', typed, begunWith(null, empty))
  expect(unsavedOf('new', null)).toMatchObject({ typed: { reference: 'SO-7' } })
  dropUnsaved('new')
  expect(unsavedOf('new', null)).toBeNull()
})
