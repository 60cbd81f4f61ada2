import fc from '../../../support/fast-check.ts'
import { batchCells, BATCH_HEADERS } from '../../../support/batch-files.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { readDay, readNumber } from '../../../../src-main/imports/rows/cells.ts'
import { CELL_FAULT_KINDS } from '../../../../src-main/imports/rows/problems.ts'
import { suggestMap } from '../../../../src-main/imports/rows/suggestion.ts'
import { readCsvText } from '../../../../src-main/imports/csv/csv-read.ts'
import { USUAL_PICKUPS } from '../../../../src-shared/station/booking/pickup-terms.ts'
import { isMessageKey, loadLanguage } from '../../../../src-renderer/messages/catalogue.ts'
import { MapEditor } from '../../../../src-renderer/screens/batch/columns/map-editor.svelte.ts'
import { mapForm, missingFields } from '../../../../src-renderer/screens/batch/columns/column-map.ts'
import { dayAs, numberAs } from '../../../../src-renderer/screens/batch/upload/samples.ts'
import { templateCsv, templateDay } from '../../../../src-renderer/screens/batch/upload/template.ts'
import { aSavedAddress } from '../../builders.ts'

beforeAll(() => loadLanguage('es'))

describe.each(['en', 'es'] as const)('the template in %s', (language) => {
  it('needs no column to be named by hand', async () => {
    const csv = templateCsv(language, '2099-01-05').replace('\ufeff', '')
    const rows = []
    for await (const { cells } of readCsvText(csv)) rows.push(cells)
    const [headers = [], example = []] = rows
    expect(example).toHaveLength(headers.length)
    const map = suggestMap(headers, language)
    const form = mapForm(headers, map)
    expect(Object.entries(form.fields).filter(([, field]) => field === '')).toEqual([])
    expect(missingFields(form)).toEqual([])
    expect(example).toContain('2099-01-05')
  })
  it('is written in the units that the map takes from its headers', () => {
    const map = suggestMap(templateCsv(language, '').slice(1).split('\r\n')[0]?.split(',') ?? [], language)
    expect(map?.defaults).toMatchObject(
      language === 'en' ? { weightUnit: 'lb', dimUnit: 'in' } : { weightUnit: 'kg', dimUnit: 'cm' },
    )
  })
})

it('the day that a file without days is given, and that of the template, are days of pickup of this station', () => {
  const { closed } = USUAL_PICKUPS
  const off = ['2026-10-21', '2026-10-22', '2026-10-23', '2026-10-26']
  const pickups = { ...USUAL_PICKUPS, closed: { ...closed, US: off } }
  expect(new MapEditor({ headers: ['PO'], preview: [] }, pickups).formOf(null).pickupDate).toBe('2026-10-27')
  expect(templateDay(new Date(2026, 9, 21), pickups)).toBe('2026-10-27')
})

it("a file that names no country has the shipper's, and a shipper that was added is chosen", () => {
  const map = new MapEditor({ headers: ['PO'], preview: [] }, USUAL_PICKUPS)
  expect(map.formOf(null).country).toBe('US')
  const saved = aSavedAddress({
    addressId: 'adr_9',
    roles: ['shipper'],
    isDefaultShipper: true,
    address: { address1: 'Av. Hidalgo 1', city: 'Monterrey', state: 'NL', postalCode: '64000', country: 'MX' },
  })
  map.takeShipper(saved)
  expect([map.form.shipperAddressId, map.addresses]).toEqual(['adr_9', [saved]])
  expect(map.formOf(null)).toMatchObject({ shipperAddressId: 'adr_9', country: 'MX' })
})

it('a file whose weights could be either is not checked before a person says how numbers are written', () => {
  const headers = [...BATCH_HEADERS]
  const rows = (weight: string) => [{ row: 2, cells: batchCells('A-1', { 'Weight each': weight }) }]
  const editor = (weight: string) => {
    const map = new MapEditor({ headers, preview: rows(weight) }, USUAL_PICKUPS)
    map.form = map.formOf(suggestMap(headers, 'en'))
    return map
  }
  const asked = editor('1.234')
  expect([asked.unsureNumber, asked.map]).toEqual(['1.234', null])
  asked.form.numbers = 'comma'
  expect([asked.unsureNumber, asked.map?.numbers]).toEqual([null, 'comma'])
  for (const plain of ['500', '12.5', '12,5', '0.500']) expect(editor(plain).map?.numbers, plain).toBe('unsure')
  const below = editor('500')
  below.sampledNumber = '2,500'
  expect([below.unsureNumber, below.map]).toEqual(['2,500', null])
})

describe('what is wrong with a cell', () => {
  it('has words on screen in both languages for each kind that the check tells', () => {
    for (const kind of [...CELL_FAULT_KINDS, 'required', 'at-least', 'more-than', 'at-most']) {
      expect(isMessageKey(`batch.problem.${kind}`), kind).toBe(true)
    }
  })
})

describe('what a screen says beforehand about a sample', () => {
  it('is what the station will read, for every text', () => {
    const texts = fc.oneof(
      fc.string({ maxLength: 8 }),
      fc.stringMatching(/^[+-]?\d{1,3}([.,]\d{1,3}){0,2}$/),
      fc.stringMatching(/^\d{1,2}\/\d{1,2}\/\d{4}$/),
      fc.stringMatching(/^20\d\d-\d\d-\d\d$/),
    )
    fc.assert(
      fc.property(texts, (raw) => {
        const text = raw.trim()
        for (const form of ['point', 'comma'] as const) {
          const read = readNumber(text, form)
          expect(numberAs(text, form)).toBe('value' in read ? read.value : null)
        }
        for (const form of ['iso', 'mdy', 'dmy'] as const) {
          const read = readDay(text, form)
          expect(dayAs(text, form)).toBe('value' in read ? read.value : null)
        }
      }),
    )
  })
})
