import { expect, test } from 'vitest'
import { loadLanguage } from '../../../../src-renderer/messages/catalogue.ts'
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

test('a changed setting has its name and its choices as Settings have them, before and after', async () => {
  const changes = [
    { path: 'theme', was: 'light', now: 'dark' },
    { path: 'thresholds.lateHours', was: null, now: 4 },
    { path: 'keep.labels', was: 730, now: 400 },
    { path: 'scale.connection', was: 'none', now: 'hid' },
    { path: 'cutoffs', was: [], now: [{ carrier: 'Acme', time: '17:00' }] },
  ]
  const said = (locale: Locale) => detailText({ changes, approvedBy: 'Ann' }, locale, 'settings')
  expect(said(words)).toBe(
    [
      'Appearance: Light → Dark',
      'Late after: – → 4',
      'Labels and print jobs: 730 → 400',
      'Connection: No scale → USB scale (HID)',
      'Carrier cutoffs: – → carrier: Acme, time: 17:00',
      'approved by: Ann',
    ].join(' · '),
  )
  expect(detailText({ changes: [{ path: 'isOn', was: false, now: true }] }, words, 'sign-in')).toBe(
    `${text('people.isOn')}: no → yes`,
  )

  await loadLanguage('es')
  const spanish = new Locale()
  spanish.language = 'es'
  expect(said(spanish)).toContain('Apariencia: Claro → Oscuro')
})

test('a setting in a row of an earlier version has its new values, under the same names', () => {
  const detail = { priceTolerance: 5, spendLimits: { perBatch: 100, perDay: 0 }, density: 'compact' }
  expect(detailText(detail, words, 'settings')).toBe(
    'Allowed price increase: 5 · Limit per batch: 100 · Daily limit: 0 · Spacing: Compact',
  )
})
