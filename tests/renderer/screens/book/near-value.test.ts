import { expect, it } from 'vitest'
import { formatMoney } from '../../../../src-renderer/locale/format.ts'
import { nearValue } from '../../../../src-renderer/screens/book/question/near-value.ts'

it('shows an amount that nearly agrees as every other amount, and leaves all else as it was told', () => {
  const words = { money: (value: Parameters<typeof formatMoney>[0]) => formatMoney(value, 'en-US') }
  expect(nearValue('price', '393.62 USD', words)).toBe('$393.62')
  expect(nearValue('price', '1200.00 MXN', words)).toBe('MX$1,200.00')
  expect(nearValue('service', 'LTL_ECONOMY', words)).toBe('LTL Economy')
  expect(['PO-1 USD', 'Chicago, IL', '12 ABCD'].map((text) => nearValue('reference', text, words))).toEqual([
    'PO-1 USD',
    'Chicago, IL',
    '12 ABCD',
  ])
})
