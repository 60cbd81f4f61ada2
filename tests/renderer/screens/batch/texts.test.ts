import fc from '../../../support/fast-check.ts'
import { beforeAll, describe, expect, it } from 'vitest'
import { readDay, readNumber } from '../../../../src-main/batch/cells.ts'
import { CELL_FAULT_KINDS } from '../../../../src-main/batch/problems.ts'
import { suggestMap } from '../../../../src-main/batch/suggestion.ts'
import { readCsvText } from '../../../../src-main/csv/csv-read.ts'
import { BATCH_FIELDS } from '../../../../src-shared/station/batch/batch-field.ts'
import { USUAL_PICKUPS } from '../../../../src-shared/station/booking/pickup-terms.ts'
import { isMessageKey, loadLanguage, translate } from '../../../../src-renderer/messages/catalogue.ts'
import { MapEditor } from '../../../../src-renderer/screens/batch/columns/map-editor.svelte.ts'
import { mapForm, missingFields } from '../../../../src-renderer/screens/batch/columns/column-map.ts'
import { fieldGroups, fieldLabel } from '../../../../src-renderer/screens/batch/columns/field-label.ts'
import { problemText } from '../../../../src-renderer/screens/batch/check/problem-text.ts'
import { dayAs, numberAs, samplesOf, tellingNumber } from '../../../../src-renderer/screens/batch/upload/samples.ts'
import { templateCsv, templateDay } from '../../../../src-renderer/screens/batch/upload/template.ts'

beforeAll(() => loadLanguage('es'))

const t = (language: 'en' | 'es') => (key: Parameters<typeof translate>[1], params?: Parameters<typeof translate>[2]) =>
  translate(language, key, params)

describe.each(['en', 'es'] as const)('the template in %s', (language) => {
  it('needs no column to be named by hand', async () => {
    const csv = templateCsv(language, '2099-01-05').replace('\ufeff', '')
    const rows = []
    for await (const { cells } of readCsvText(csv)) rows.push(cells)
    const [headers = [], example = []] = rows
    expect(example).toHaveLength(headers.length)
    const map = suggestMap(headers, language, ',')
    const form = mapForm(headers, map)
    expect(Object.entries(form.fields).filter(([, field]) => field === '')).toEqual([])
    expect(missingFields(form)).toEqual([])
    expect(example).toContain('2099-01-05')
  })
  it('is written in the units that the map takes from its headers', () => {
    const map = suggestMap(templateCsv(language, '').slice(1).split('\r\n')[0]?.split(',') ?? [], language, ',')
    expect(map?.defaults).toMatchObject(
      language === 'en' ? { weightUnit: 'lb', dimUnit: 'in' } : { weightUnit: 'kg', dimUnit: 'cm' },
    )
  })
})

it('a template is for a Monday that lies ahead', () => {
  expect(templateDay(new Date(2026, 10, 21), USUAL_PICKUPS)).toBe('2026-11-23')
  expect(templateDay(new Date(2026, 10, 23), USUAL_PICKUPS)).toBe('2026-11-30')
})

it('the day that a file without days is given, and that of the template, are days of pickup of this station', () => {
  const { closed } = USUAL_PICKUPS
  const off = ['2026-10-21', '2026-10-22', '2026-10-23', '2026-10-26']
  const pickups = { ...USUAL_PICKUPS, closed: { ...closed, US: off } }
  expect(new MapEditor({ headers: ['PO'], preview: [] }, pickups).formOf(null).pickupDate).toBe('2026-10-27')
  expect(templateDay(new Date(2026, 9, 21), pickups)).toBe('2026-10-27')
})

describe('what is wrong with a cell', () => {
  it('has words on screen in both languages for each kind that the check tells', () => {
    for (const kind of [...CELL_FAULT_KINDS, 'required', 'at-least', 'more-than', 'at-most']) {
      expect(isMessageKey(`batch.problem.${kind}`), kind).toBe(true)
    }
  })
  it('is said in the language in use, with the cell’s own text', () => {
    const read = readNumber('1.234,5', 'point')
    if (!('problem' in read)) throw new Error('it was read')
    expect(problemText(read.problem, { fill: t('es') })).toBe(
      '«1.234,5» no está escrito como 1,234.5. Escríbalo así o elija la otra forma de números para este archivo.',
    )
    expect(problemText({ kind: 'new one', params: {}, message: 'as it came' }, { fill: t('es') })).toBe('as it came')
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
  it('takes the first values that differ, and of numbers one with a mark', () => {
    const cells = ['12', '', '12', '1,250.5', '7', '8']
    const form = { preview: cells.map((cell, index) => ({ row: index + 2, cells: [cell] })) }
    expect(samplesOf(form, 0)).toEqual(['12', '1,250.5', '7'])
    expect(samplesOf(form, 3)).toEqual([])
    expect(tellingNumber(['12', '1,250.5'])).toBe('1,250.5')
    expect(tellingNumber(['12'])).toBeUndefined()
  })
})

it('every field has a name of its own, in one group', () => {
  for (const language of ['en', 'es'] as const) {
    const options = fieldGroups(t(language)).flatMap((group) => group.options)
    expect(options.map(({ value }) => value).sort()).toEqual([...BATCH_FIELDS].sort())
    expect(new Set(options.map(({ label }) => label)).size).toBe(BATCH_FIELDS.length)
  }
  expect(fieldLabel('consignee.city', t('en'))).toBe('Consignee · City')
})
