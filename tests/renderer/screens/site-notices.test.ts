import { expect, test } from 'vitest'
import { Locale } from '../../../src-renderer/locale/locale.svelte.ts'
import { noticeText } from '../../../src-renderer/screens/site/notice-text.ts'
import { errorData } from '../../../src-shared/station/error.ts'
import { text } from '../../support/text.ts'

const shipmentId = 'SHP-1'
const reference = 'PO-1'

test.each([
  ['ALREADY_PRINTED', { shipmentId }, text('siteNotice.printedTwice', { shipmentId })],
  [
    'DAY_CLOSED',
    { shipmentId, reference, number: 'S-2' },
    text('siteNotice.listedTwice', { reference, number: 'S-2' }),
  ],
  ['SHIPMENT_CLAIMED', { shipmentId, reference }, text('siteNotice.oneShipment', { reference, shipmentId })],
  ['STATION_LEFT_OUT', { name: 'Dock B' }, text('error.STATION_LEFT_OUT', { name: 'Dock B' })],
] as const)('a notice %s of a site names what it is about', (code, details, expected) => {
  expect(noticeText(errorData({ code, message: 'English', details }), new Locale())).toBe(expected)
})

test('a notice of an older site, without details, has the text of its code', () => {
  expect(noticeText(errorData({ code: 'DAY_CLOSED', message: 'English' }), new Locale())).toBe(text('error.DAY_CLOSED'))
})
