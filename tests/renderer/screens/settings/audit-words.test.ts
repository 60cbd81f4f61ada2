import { expect, test } from 'vitest'
import { Locale } from '../../../../src-renderer/locale/locale.svelte.ts'
import { detailText } from '../../../../src-renderer/screens/settings/logs/audit-words.ts'
import { text } from '../../../support/text.ts'

const words = new Locale()

test('money, states and answers of an audit row are in words, and names as people read them', () => {
  expect(detailText({ from: 'QUEUED', total: { minor: 13_464, currency: 'USD' }, attempts: 2 }, words)).toBe(
    `${text('audit.name.from')}: ${text('booking.QUEUED')} · ${text('audit.name.total')}: $134.64 · attempts: 2`,
  )
  expect(detailText({ by: 'pin', isDefault: true, media: { widthIn: 4 } }, words)).toBe(
    `${text('audit.name.by')}: ${text('audit.value.pin')} · is default: ${text('printerProfile.fitting.yes')} · media width in: 4`,
  )
})

test('what is empty is left out, and lists are one line', () => {
  expect(detailText({ note: '', gone: null, pages: ['a', 'b'], rows: [{ row: 1 }, { row: 2 }] }, words)).toBe(
    'pages: a, b · rows 0 row: 1 · rows 1 row: 2',
  )
})
