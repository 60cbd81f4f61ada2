import fc from '../support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import type { Quote } from '../../src-shared/station/quote/quote.ts'
import {
  readAccessorials,
  readCount,
  readCountry,
  readDay,
  readNumber,
  readUnit,
  readYesNo,
} from '../../src-main/imports/rows/cells.ts'
import { chooseRate, rateRuleOf } from '../../src-main/imports/rows/rate-rule.ts'
import { numberSample } from '../../src-main/imports/rows/number-sample.ts'
import { headerNames } from '../../src-main/imports/csv/header-names.ts'
import { suggestMap, unitOfHeading } from '../../src-main/imports/rows/suggestion.ts'
import { isUnsureWeight } from '../../src-shared/station/batch/batch-field.ts'

describe('a number in a cell', () => {
  it('is read in the form the file is said to have', () => {
    expect(readNumber('1,234.5', 'point')).toEqual({ value: 1234.5 })
    expect(readNumber('1.234,5', 'comma')).toEqual({ value: 1234.5 })
    expect(readNumber('1\u00a0234,5', 'comma')).toEqual({ value: 1234.5 })
    expect(readNumber(' 500 ', 'point')).toEqual({ value: 500 })
  })

  it('in the other form, or no number at all, is never guessed', () => {
    for (const text of [
      '1.234,5',
      '1,5',
      '12,34,567',
      '1e3',
      'NaN',
      '0x10',
      '5 lb',
      '$5',
      '',
      '1.2.3',
      '=2+3',
      '--5',
    ]) {
      expect(readNumber(text, 'point'), text).toHaveProperty('problem')
    }
    for (const text of ['1,234.5', '1.5', '1.23.456', '5 kg']) {
      expect(readNumber(text, 'comma'), text).toHaveProperty('problem')
    }
    expect(readNumber('9'.repeat(400), 'point')).toHaveProperty('problem')
    expect(readCount('2.5', 'point')).toHaveProperty('problem')
  })

  it('that is a number either way is one only when it is said how numbers are written', () => {
    for (const [text, value] of [
      ['500', 500],
      ['12.5', 12.5],
      ['12,5', 12.5],
      ['0.500', 0.5],
      ['0,125', 0.125],
      ['1,234.5', 1234.5],
      ['1.234,5', 1234.5],
      ['1,234,567', 1_234_567],
      ['12.3456', 12.3456],
    ] as const) {
      expect(readNumber(text, 'unsure'), text).toEqual({ value })
    }
    for (const text of ['1.234', '1,234', '-12.500', '400,000']) {
      expect(readNumber(text, 'unsure'), text).toMatchObject({ problem: { kind: 'unsure-number' } })
    }
    expect(readNumber('1.234', 'unsure')).toMatchObject({ problem: { params: { one: 1.234, other: 1234 } } })
    expect(readNumber('1.2.3', 'unsure')).toMatchObject({ problem: { kind: 'number' } })
  })

  it('shows how the others of its file are written', async () => {
    const columns = [
      { header: 'Weight', field: 'cargo.weight' as const },
      { header: 'Qty', field: 'cargo.quantity' as const },
    ]
    const seen = (...cells: string[]) =>
      numberSample(
        (async function* () {
          yield { row: 1, cells: ['SKU', 'Weight', 'Qty'] }
          for (const [index, cell] of cells.entries()) yield { row: index + 2, cells: ['12.5', cell, '1'] }
        })(),
        { columns },
      )
    expect(await seen('500', '12')).toEqual({ numbers: 'unsure', unsure: null })
    expect(await seen('1.234', '2.500 kg')).toEqual({ numbers: 'unsure', unsure: '1.234' })
    expect(await seen('1.234', '400,5')).toEqual({ numbers: 'comma', unsure: null })
    expect(await seen('1,234', '400.5 lbs')).toEqual({ numbers: 'point', unsure: null })
    expect(await seen('1,5', '1.5', '1.234')).toEqual({ numbers: 'unsure', unsure: '1.234' })
  })

  it('reads back what a spreadsheet of either form wrote', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), (hundredths) => {
        const value = hundredths / 100
        const write = (locale: string) =>
          new Intl.NumberFormat(locale, { maximumFractionDigits: 2, useGrouping: true }).format(value)
        expect(readNumber(write('en-US'), 'point')).toEqual({ value: value === 0 ? expect.closeTo(0) : value })
        expect(readNumber(write('de-DE'), 'comma')).toEqual({ value: value === 0 ? expect.closeTo(0) : value })
      }),
    )
  })
})

describe('a day in a cell', () => {
  it('is read as YYYY-MM-DD always, and in the order the file is said to have', () => {
    expect(readDay('2026-11-23', 'mdy')).toEqual({ value: '2026-11-23' })
    expect(readDay('11/23/2026', 'mdy')).toEqual({ value: '2026-11-23' })
    expect(readDay('23/11/2026', 'dmy')).toEqual({ value: '2026-11-23' })
    expect(readDay('3/4/2026', 'mdy')).toEqual({ value: '2026-03-04' })
    expect(readDay('3/4/2026', 'dmy')).toEqual({ value: '2026-04-03' })
  })

  it.each([
    '20261201',
    '2026-12-01T00:00:00',
    '2026-12-01T00:00:00.000Z',
    '2026-12-01 14:30',
    '12/1/2026 0:00',
    '12/1/2026 12:00:00 AM',
  ])('is read with a time, and as SAP writes it: %s', (text) =>
    expect(readDay(text, 'mdy')).toEqual({ value: '2026-12-01' }),
  )

  it('that does not exist, or is written another way, is a problem that says the right way', () => {
    for (const text of ['2026-02-30', '02/30/2026', '13/01/2026', '11-23-2026', '45987', 'tomorrow', '0000-00-00']) {
      expect(readDay(text, 'mdy'), text).toHaveProperty('problem')
    }
    expect(readDay('23.11.2026', 'dmy')).toEqual({
      problem: {
        kind: 'day',
        params: { value: '23.11.2026', right: 'DD/MM/YYYY or YYYY-MM-DD' },
        message: '"23.11.2026" is not a date; use DD/MM/YYYY or YYYY-MM-DD',
      },
    })
    expect(readDay('11/23/2026', 'iso')).toMatchObject({
      problem: { message: '"11/23/2026" is not a date; use YYYY-MM-DD' },
    })
  })
})

it('words of a cell are read in English and Spanish', () => {
  expect(readYesNo(' Sí ')).toEqual({ value: true })
  expect(readYesNo('maybe')).toHaveProperty('problem')
  expect(readCountry('México')).toEqual({ value: 'MX' })
  expect(readCountry('E.U.A.')).toEqual({ value: 'US' })
  expect(readUnit('Kilos', ['lb', 'kg'])).toEqual({ value: 'kg' })
  expect(readUnit('stone', ['lb', 'kg'])).toMatchObject({ problem: { message: '"stone" must be one of lb, kg' } })
  expect(readAccessorials('liftgate delivery| INSIDE_PICKUP |liftgate_delivery|')).toEqual({
    value: ['LIFTGATE_DELIVERY', 'INSIDE_PICKUP'],
  })
  expect(readAccessorials('LIFTGATE_DELIVERY|CRANE')).toHaveProperty('problem')
})

describe('the map a file’s headers suggest', () => {
  it('knows English headers', () => {
    const map = suggestMap(
      [
        'PO Number',
        'Ship Date',
        'Ship To Company',
        'ShipTo_City',
        'Zip',
        'Weight (kg)',
        'Length (cm)',
        'Qty',
        'Colour',
      ],
      'en',
    )
    expect(map?.columns).toEqual([
      { header: 'PO Number', field: 'reference' },
      { header: 'Ship Date', field: 'pickupDate' },
      { header: 'Ship To Company', field: 'consignee.companyName' },
      { header: 'ShipTo_City', field: 'consignee.city' },
      { header: 'Zip', field: 'consignee.postalCode' },
      { header: 'Length (cm)', field: 'cargo.length' },
      { header: 'Qty', field: 'cargo.quantity' },
    ])
    expect(map).toMatchObject({ numbers: 'unsure', dates: 'mdy', defaults: { weightUnit: 'kg', dimUnit: 'cm' } })
  })

  it.each([
    ['LIFTGATE_PICKUP', ['Lift gate pickup', 'Plataforma en recolección', 'Pickup liftgate?']],
    ['LIFTGATE_DELIVERY', ['Liftgate', 'Liftgate (Y/N)', 'Lift gate at delivery', 'Liftgate req', 'Rampa']],
    ['INSIDE_PICKUP', ['Inside Pickup', 'Recolección interior']],
    ['INSIDE_DELIVERY', ['Inside', 'Inside delivery needed', 'Entrega interior']],
    ['RESIDENTIAL_PICKUP', ['Resi pickup', 'Recolección residencial']],
    ['RESIDENTIAL_DELIVERY', ['Residential', 'Resi', 'Resi (Y/N)', 'Residencial', 'Entrega residencial']],
    ['APPOINTMENT_DELIVERY', ['Appt', 'Appointment', "Appt req'd", 'Appointment required', 'Delivery appt', 'Cita']],
    ['WHITE_GLOVE', ['White glove', 'White-glove delivery', 'Guante blanco']],
  ])('knows %s by its usual headings', (code, headers) => {
    for (const header of headers) {
      expect(suggestMap([header], 'en')?.columns, header).toEqual([{ header, field: `accessorial.${code}` }])
    }
  })

  it('takes no other date, place or appointment for one of a delivery', () => {
    for (const header of ['Date required', 'Pickup appointment', 'Appt date', 'Inside sales rep']) {
      expect(suggestMap([header], 'en'), header).toBeNull()
    }
  })

  it('never takes a weight that does not say so for the weight of one piece, and knows its unit all the same', () => {
    const fields = (header: string) => suggestMap(['Qty', header], 'en')?.columns.map(({ field }) => field)
    for (const header of ['Weight', 'weight (lbs)', 'Wt', 'Peso', 'PESO KG']) {
      expect(fields(header), header).toEqual(['cargo.quantity'])
      expect(isUnsureWeight(header), header).toBe(true)
    }
    for (const header of ['Peso kg', 'weight_kg', 'WT_KGS']) {
      expect(isUnsureWeight(header), header).toBe(true)
      expect(suggestMap(['Qty', header], 'en')?.defaults.weightUnit, header).toBe('kg')
    }
    expect(fields('Weight each (lb)')).toEqual(['cargo.quantity', 'cargo.weight'])
    for (const header of ['Cargo weight', 'Net Weight', 'Ship Weight', 'Weight in lbs', 'Kilos']) {
      expect(fields(header), header).toEqual(['cargo.quantity'])
    }
    expect(fields('cargo.weight')).toEqual(['cargo.quantity', 'cargo.weight'])
    expect(fields('Piece wt')).toEqual(['cargo.quantity', 'cargo.weight'])
  })

  it('takes a total weight for one, however it is headed, and the unit of its heading', () => {
    const total = (header: string) => {
      const map = suggestMap(['Qty', header], 'en')
      return [map?.columns.map(({ field }) => field).join(' '), unitOfHeading(header)]
    }
    const [none, lb, kg] = [null, 'lb', 'kg'].map((unit) => ['cargo.quantity cargo.totalWeight', unit])
    for (const header of ['Total Weight', 'Weight (total)', 'Gross weight', 'Gross Wt', 'Peso total']) {
      expect(total(header), header).toEqual(none)
    }
    for (const header of ['Total Weight (lbs)', 'Weight lbs (total)', 'Wt. Total, LB', 'Total pounds']) {
      expect(total(header), header).toEqual(lb)
    }
    for (const header of [
      'Gross Weight KG',
      'TotalWeightKg',
      'Total weight in kg',
      'Weight (total, kg)',
      'KG Total',
      'Peso bruto (kilos)',
    ]) {
      expect(total(header), header).toEqual(kg)
    }
    expect([unitOfHeading('Length in'), unitOfHeading('Largo (cm)'), unitOfHeading('In transit')]).toEqual([
      'in',
      'cm',
      null,
    ])
  })

  it.each([
    ['ST', 'consignee.state'],
    ['Ship To Addr1', 'consignee.address1'],
    ['Ship To Adr 2', 'consignee.address2'],
    ['SHIP_TO_NM', 'consignee.companyName'],
    ['Ship Ph', 'consignee.phone'],
    ['Ship Tel No', 'consignee.phone'],
    ['Ship To Cty', 'consignee.city'],
    ['Ship To Zip Cd', 'consignee.postalCode'],
    ['Cons Nm', 'consignee.companyName'],
    ['Cust Nm', 'consignee.companyName'],
    ['Shpr Addr', 'shipper.address1'],
    ['Qty Plts', 'cargo.quantity'],
    ['Plt Qty', 'cargo.quantity'],
    ['No of Skids', 'cargo.quantity'],
    ['Frt Class', 'cargo.freightClass'],
    ['Frt Cls', 'cargo.freightClass'],
    ['Req Ship Dt', 'pickupDate'],
    ['Ord No', 'reference'],
    ['PO Nbr', 'reference'],
    ['Ord Num', 'reference'],
    ['Ref No', 'reference'],
    ['Gross Wgt', 'cargo.totalWeight'],
    ['Frt Terms', 'freightTerms'],
    ['Pay Terms', 'freightTerms'],
  ])('knows %s, in short, for %s', (header, field) => {
    expect(suggestMap([header], 'en')?.columns).toEqual([{ header, field }])
  })

  it('takes no short heading for what it may not be', () => {
    for (const header of [
      ...['Cust No', 'Item No', 'No', 'Plt No', 'Ord Dt', 'Req Dt', 'Req Del Dt', 'Pro No', 'Wgt', 'Ship Wt', 'Frt'],
      ...['Ship unit', 'Ship via', 'Ship method', 'Freight Charges', 'Billing', 'Store No', 'Appt No', 'Date required'],
    ]) {
      expect(suggestMap([header], 'en'), header).toBeNull()
    }
  })

  it('leaves a short heading to a person where another says the same in full', () => {
    expect(suggestMap(['St', 'City', 'State'], 'en')?.columns.map(({ header }) => header)).toEqual(['City', 'State'])
  })

  it('takes neither of two columns with one heading: a person chooses', () => {
    const headers = headerNames(['Order No', 'City', 'Zip', 'City'])
    expect(suggestMap(headers, 'en')?.columns.map(({ header }) => header)).toEqual(['Order No', 'Zip'])
  })

  it('takes a lone pickup column for the day', () => {
    const headers = ['Shipper', 'Pickup', 'Recolección']
    expect(suggestMap(headers, 'en')?.columns).toEqual([
      { header: 'Shipper', field: 'shipper.companyName' },
      { header: 'Pickup', field: 'pickupDate' },
    ])
  })

  it('knows Spanish headers, and leaves how numbers are written to the numbers', () => {
    const headers = [
      'Referencia',
      'Fecha de recolección',
      'Ciudad de destino',
      'Código postal',
      'Peso por pieza',
      'Largo',
      'Descripción',
    ]
    expect(suggestMap(headers, 'es')).toMatchObject({
      numbers: 'unsure',
      dates: 'dmy',
      columns: [
        { field: 'reference' },
        { field: 'pickupDate' },
        { field: 'consignee.city' },
        { field: 'consignee.postalCode' },
        { field: 'cargo.weight' },
        { field: 'cargo.length' },
        { field: 'cargo.description' },
      ],
    })
  })

  it('is nothing when no header is known', () => {
    expect(suggestMap(['foo', 'bar'], 'en')).toBeNull()
  })
})

describe('a rate rule', () => {
  const rate = (carrierName: string, minor: number, days: number | null, scac: string | null = null) => ({
    rateId: carrierName,
    quoteId: carrierName,
    provider: carrierName,
    service: 'LTL',
    carrierName,
    scac,
    total: { minor, currency: 'USD' },
    transitDays: days === null ? null : { from: 1, to: days },
    deliveryDate: null,
    isGuaranteed: null,
    breakdown: null,
  })
  const quote = {
    id: 'q',
    rates: [rate('Slow Cheap', 100, 5), rate('Quick', 300, 2, 'QCKX'), rate('No days', 200, null)],
  }
  const choose = (text: string) => chooseRate(quote as unknown as Quote, rateRuleOf(text)).carrierName

  it('takes the cheapest, the fastest, or a carrier by name or SCAC', () => {
    expect(choose('cheapest')).toBe('Slow Cheap')
    expect(choose('Más barato')).toBe('Slow Cheap')
    expect(choose('FASTEST')).toBe('Quick')
    expect(choose('carrier: qckx')).toBe('Quick')
    expect(choose('no  days')).toBe('No days')
  })

  it('that fits no rate says which carriers there were', () => {
    expect(() => choose('Acme')).toThrow('Rates were available from Slow Cheap, Quick, No days.')
  })
})
