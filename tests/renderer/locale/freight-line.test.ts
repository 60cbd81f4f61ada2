import { expect, test } from 'vitest'
import { freightOfRequest } from '../../../src-shared/station/booking/freight-summary.ts'
import { freightLine } from '../../../src-renderer/locale/freight-line.ts'
import { Locale } from '../../../src-renderer/locale/locale.svelte.ts'
import { palletsToChicago } from '../../support/freight.ts'

test('the freight in a line names each size once, and none that is not known', () => {
  const [first] = palletsToChicago().cargo
  if (first === undefined) throw new Error('no cargo')
  const cargo = [
    { ...first, quantity: 2, length: 48, width: 40, height: 50.5 },
    { ...first, quantity: 1, length: 48, width: 40, height: 50.5 },
    { ...first, quantity: 1, length: 60, width: 48, height: 20 },
  ]
  const locale = new Locale()
  expect(freightLine(freightOfRequest({ cargo }), locale)).toContain('· 48 × 40 × 50.5 in · 60 × 48 × 20 in')
  const unmeasured = { ...freightOfRequest({ cargo }), sizes: [] }
  expect(freightLine(unmeasured, locale)).not.toContain(' in')
})
