import { describe, expect, it } from 'vitest'
import { suggestMap } from '../../../../src-main/imports/rows/suggestion.ts'
import type { ColumnMap } from '../../../../src-shared/station/batch/batch-field.ts'
import {
  columnMap,
  doubledHeaders,
  ignoredHeaders,
  mapForm,
  missingFields,
  openWeights,
  readMapForm,
} from '../../../../src-renderer/screens/batch/columns/column-map.ts'
import { missingLabel } from '../../../../src-renderer/screens/batch/columns/field-label.ts'
import { Locale } from '../../../../src-renderer/locale/locale.svelte.ts'
import { BATCH_HEADERS } from '../../../support/batch-files.ts'

const HEADERS: string[] = [...BATCH_HEADERS]
function suggested(): ColumnMap {
  const map = suggestMap(HEADERS, 'en')
  if (!map) throw new Error('no map')
  return map
}

describe('naming the columns of a file', () => {
  it('gives back the map that it was made from', () => {
    const map = suggested()
    expect(columnMap(mapForm(HEADERS, map))).toEqual(map)
  })

  it('leaves out columns that this file has not', () => {
    const form = mapForm(['Reference', 'Other'], suggested())
    expect(form.fields).toEqual({ Reference: 'reference', Other: '' })
    expect(columnMap(form)?.columns).toEqual([{ header: 'Reference', field: 'reference' }])
  })

  it('says what no column and no default gives, and nothing when all is there', () => {
    expect(missingFields(mapForm(HEADERS, suggested()))).toEqual([])
    const form = mapForm(HEADERS, null)
    expect(missingFields(form)).toContain('cargo.weight')
    expect(missingFields(form)).toContain('pickupDate')
    const withDefaults = {
      ...mapForm(HEADERS, null),
      pickupDate: '2099-01-05',
      country: 'US' as const,
      shipperAddressId: 'adr-1',
      rateRule: 'cheapest',
    }
    const left = missingFields(withDefaults)
    for (const field of ['pickupDate', 'consignee.country', 'shipper.addressId', 'rateRule']) {
      expect(left).not.toContain(field)
    }
    expect(missingFields({ ...withDefaults, cargoLines: 'by-reference' })).toContain('reference')
  })

  it('asks of a plain weight whether it is of one piece or of all, and does not call its column ignored', () => {
    const headers = HEADERS.map((header) => (header === 'Weight each' ? 'Weight' : header))
    const form = mapForm([...headers, 'Buyer'], suggestMap(headers, 'en'))
    expect([openWeights(form), ignoredHeaders(form)]).toEqual([['Weight'], ['Buyer']])
    const { t } = new Locale()
    expect(missingFields(form).map((field) => missingLabel(field, openWeights(form), t))).toContain(
      'Weight: per piece or total?',
    )
    form.fields['Weight'] = 'cargo.totalWeight'
    expect([openWeights(form), missingFields(form).includes('cargo.weight')]).toEqual([[], false])
    const both = mapForm([...HEADERS, 'Weight'], suggested())
    expect([openWeights(both), ignoredHeaders(both)]).toEqual([[], ['Weight']])
  })

  it('names both columns that are read as the same', () => {
    const form = mapForm(HEADERS, suggested())
    form.fields['Weight each'] = 'cargo.quantity'
    expect(doubledHeaders(form).sort()).toEqual(['Quantity', 'Weight each'])
    expect(columnMap(form)).toBeNull()
  })

  it('is found again after a reload, also over a file with one column more', () => {
    const form = mapForm(HEADERS, suggested())
    const kept: unknown = JSON.parse(JSON.stringify(form))
    expect(readMapForm(kept, HEADERS)).toEqual(form)
    expect(readMapForm(kept, [...HEADERS, 'New'])?.fields['New']).toBe('')
    expect(readMapForm(kept, ['Something else'])).toBeNull()
    expect(readMapForm({ fields: { Reference: 'nonsense' } }, HEADERS)).toBeNull()
    expect(readMapForm(null, HEADERS)).toBeNull()
  })
})
