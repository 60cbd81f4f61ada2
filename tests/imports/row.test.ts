import { describe, expect, it } from 'vitest'
import { rowReader } from '../../src-main/imports/rows/row.ts'
import { suggestMap } from '../../src-main/imports/rows/suggestion.ts'
import { batchCells, BATCH_HEADERS, type BatchHeader } from '../support/batch-files.ts'
import { TEST_START } from '../support/running-clock.ts'

type Change = Partial<Record<BatchHeader, string>>

/** Reads rows under these headings by the map that they suggest. */
function readerOf(headers: readonly string[], suggestedBy = headers, numbers: 'point' | 'unsure' = 'unsure') {
  const map = suggestMap(suggestedBy, 'en')
  if (!map) throw new Error('the headers are known')
  return rowReader({ map: { ...map, numbers }, headers, now: new Date(TEST_START), savedAddress: () => null })
}

/** One row, read, with rows of the same reference below: its booking's cargo and ends, and what is wrong with which column. */
function reading(change: Change, more: Record<string, string> = {}, ...below: Change[]) {
  const headers = [...BATCH_HEADERS, ...Object.keys(more)]
  const [own] = Object.keys(more)
  const isWidth = own?.startsWith('Width') === true
  const read = readerOf(
    headers,
    headers.map((header) => (isWidth && header === 'Width' ? '-' : header)),
    'point',
  )
  const cells = (one: Change) => [...batchCells('A-1', one), ...Object.values(more)]
  const { booking, problems, written } = read([
    { row: 2, cells: cells(change) },
    ...below.map((one, index) => ({ row: 3 + index, cells: cells(one) })),
  ])
  return {
    weight: booking?.request.cargo.map(({ weight }) => weight),
    length: booking?.request.cargo.map(({ length }) => length),
    width: booking?.request.cargo.map(({ width }) => width),
    state: booking?.request.destinationAddress.state,
    country: booking?.request.destinationAddress.country,
    accessorials: booking && 'accessorials' in booking.request ? booking.request.accessorials : undefined,
    problems: problems.map(({ column, message }) => [column, message]),
    written,
  }
}

describe('a column of one accessorial', () => {
  const quoted = { Provider: '', Service: '', 'Rate rule': 'cheapest' }

  it.each([
    [{ Liftgate: 'Y' }, ['LIFTGATE_DELIVERY']],
    [{ Liftgate: 'N', Residential: 'yes' }, ['RESIDENTIAL_DELIVERY']],
    [{ 'Liftgate pickup': 'x', 'Delivery appointment': 'TRUE' }, ['LIFTGATE_PICKUP', 'APPOINTMENT_DELIVERY']],
    [{ Liftgate: '', Residencial: 'sí' }, ['RESIDENTIAL_DELIVERY']],
  ])('%o asks for %o', (more, codes) => {
    const { accessorials, problems } = reading(quoted, more)
    expect([accessorials, problems]).toEqual([codes, []])
  })

  it('adds to the listed ones, each once; what is neither yes nor no is a problem of its cell', () => {
    const both = reading(
      { ...quoted, Accessorials: 'Liftgate, inside delivery' },
      { 'Lift Gate': 'Y', Residential: 'Y' },
    )
    expect(both.accessorials).toEqual(['LIFTGATE_DELIVERY', 'INSIDE_DELIVERY', 'RESIDENTIAL_DELIVERY'])
    expect(reading(quoted, { Liftgate: 'maybe' }).problems).toMatchObject([
      ['Liftgate', expect.stringContaining('maybe')],
    ])
  })

  it('of joined rows agrees', () => {
    const read = readerOf([...BATCH_HEADERS, 'Liftgate'])
    const row = (liftgate: string) => [...batchCells('A-1', quoted), liftgate]
    const { problems } = read([
      { row: 2, cells: row('Y') },
      { row: 3, cells: row('N') },
    ])
    expect(problems.map(({ column }) => column)).toEqual(['Liftgate'])
  })
})

describe('freight terms', () => {
  const billed = 'the service bills every shipment to your account'

  it.each(['Prepaid', 'PPD', 'pp', 'p', '', 'Freight prepaid', 'Pagado', 'prepagado', 'Prepaid & Add'])(
    '%j are booked',
    (terms) => {
      expect(reading({}, { Terms: terms }).problems).toEqual([])
    },
  )

  it.each(['Collect', 'col', 'CC', 'Third party', '3rd Party', 'TP', 'por cobrar', 'Freight Collect'])(
    '%j are refused, under any heading, and also in a column that the map leaves out',
    (terms) => {
      for (const header of ['Freight terms', 'ppd/col', 'Condiciones de flete', 'Pago']) {
        expect(reading({}, { [header]: terms }).problems, header).toEqual([[header, expect.stringContaining(billed)]])
      }
      const both = reading({}, { 'Freight terms': 'Prepaid', Flete: terms })
      expect(both.problems).toEqual([['Flete', expect.stringContaining(billed)]])
    },
  )

  it.each([
    'Pay Terms',
    'Frt Terms',
    'Payment Terms',
    'Freight Charges',
    'Frt Chgs',
    'Bill Terms',
    'Billing',
    'Freight',
  ])('are refused under %s, also where the map leaves it out', (header) => {
    const headers = [...BATCH_HEADERS, header]
    for (const terms of ['COLLECT', '3RD PARTY']) {
      const refused = [{ row: 2, column: header, cell: terms, kind: 'terms-billed' }]
      const row = { row: 2, cells: [...batchCells('A-1'), terms] }
      expect(readerOf(headers)([row]).problems).toMatchObject(refused)
      expect(readerOf(headers, BATCH_HEADERS)([row]).problems).toMatchObject(refused)
    }
  })

  it('are not looked for where a column has an amount, a class, or who gets the bill', () => {
    expect(reading({}, { 'Freight Charges': '120.50' }).problems).toEqual([])
    for (const header of ['Bill To Name', 'Payment method', 'Freight description']) {
      expect(reading({}, { [header]: 'Third Party Logistics' }).problems, header).toEqual([])
    }
  })

  it('that are none are refused where they are mapped, and each line of a booking has its own', () => {
    expect(reading({}, { 'Payment terms': 'Net 30' }).problems).toEqual([
      ['Payment terms', expect.stringContaining('not a freight term')],
    ])
    expect(reading({}, { Terms: 'Prepaid', 'Payment terms': 'Net 30' }).problems).toEqual([])
    const { problems } = readerOf([...BATCH_HEADERS, 'Terms'])([
      { row: 2, cells: [...batchCells('A-1'), 'Prepaid'] },
      { row: 3, cells: [...batchCells('A-1'), 'Collect'] },
    ])
    expect(problems).toMatchObject([{ row: 3, column: 'Terms', cell: 'Collect', kind: 'terms-billed' }])
  })
})

describe('a place of the United States', () => {
  it.each([
    ['PR', '', '00901', 'San Juan', 'PR'],
    ['Puerto Rico', '', '00901', 'San Juan', 'PR'],
    ['GU', 'GU', '96910', 'Hagatna', 'GU'],
    ['U.S. Virgin Islands', '', '00802', 'Charlotte Amalie', 'VI'],
    ['AS', '', '96799', 'Pago Pago', 'AS'],
    ['MP', '', '96950', 'Saipan', 'MP'],
    ['US', '', '09012', 'APO', 'AE'],
    ['US', 'AP', '96310', 'FPO', 'AP'],
    ['USA', '', '34002', 'DPO', 'AA'],
  ])('written %s %s %s %s is of the state %s', (country, state, zip, city, code) => {
    const change = {
      'Consignee country': country,
      'Consignee state': state,
      'Consignee zip': zip,
      'Consignee city': city,
    }
    expect(reading(change)).toMatchObject({ state: code, problems: [] })
  })
})

describe('the weight of a row', () => {
  it('of all pieces is divided among them, upwards', () => {
    const total = { 'Total weight (lb)': '1000' }
    expect(reading({ Quantity: '3', 'Weight each': '' }, total)).toMatchObject({ weight: [333.34], problems: [] })
  })

  it('is asked for in the column of all pieces where there is no other', () => {
    const headers = BATCH_HEADERS.map((header) => (header === 'Weight each' ? 'Total weight' : header))
    const { problems } = readerOf(headers)([{ row: 2, cells: batchCells('A-1', { 'Weight each': '' }) }])
    expect(problems).toMatchObject([{ column: 'Total weight', field: 'cargo.totalWeight', cell: '' }])
  })

  it.each(['two', '', '0'])('of all pieces is not called missing where their number is %j', (Quantity) => {
    const total = { 'Gross Wgt': '900' }
    const columns = (change: Change) => reading(change, total).problems.map(([column]) => column)
    expect(columns({ Quantity, 'Weight each': '' })).toEqual(['Quantity'])
    const headers = BATCH_HEADERS.map((header) => (header === 'Weight each' ? 'Gross Wgt' : header))
    const { problems } = readerOf(headers)([{ row: 2, cells: batchCells('A-1', { Quantity, 'Weight each': '900' }) }])
    expect(problems.map(({ column }) => column)).toEqual(['Quantity'])
  })

  it('of one piece and of all must not contradict each other', () => {
    const total = { 'Total weight (lb)': '1500' }
    expect(reading({ Quantity: '3', 'Weight each': '500' }, total)).toMatchObject({ weight: [500], problems: [] })
    expect(reading({ Quantity: '2', 'Weight each': '500' }, total).problems).toEqual([
      ['Total weight (lb)', 'is not 2 × 500 lb (weight per piece); leave one of the two blank'],
    ])
  })
})

describe('a text that was encoded twice', () => {
  it('is a problem that says what it would be', () => {
    expect(reading({ 'Consignee company': 'PeÃ±a Hermanos' }).problems).toEqual([
      [
        'Consignee company',
        '"PeÃ±a Hermanos" was encoded twice and would read "Peña Hermanos"; save the file again as UTF-8, or enter the text',
      ],
    ])
    expect(reading({ 'Consignee company': 'Peña Hermanos' }).problems).toEqual([])
  })
})

describe('the state of a row', () => {
  it.each([
    ['Illinois', 'US', 'IL', '60601'],
    [' new  york ', 'US', 'NY', '10001'],
    ['Nuevo León', 'MX', 'NLE', '64000'],
    ['Québec', 'CA', 'QC', 'H3A 1A1'],
    ['il', 'US', 'IL', '60601'],
  ])('%s of %s is %s', (name, country, code, zip) => {
    const change = { 'Consignee state': name, 'Consignee country': country, 'Consignee zip': zip }
    expect(reading(change)).toMatchObject({ state: code, problems: [] })
  })

  it('that its ZIP code does not lie in is refused, by name as well', () => {
    expect(reading({ 'Consignee state': 'Illinois', 'Consignee zip': '80216' }).problems).toEqual([
      ['Consignee zip', '"80216" is in Denver, CO, not in Chicago, IL'],
    ])
  })

  it.each([
    ['NL', '64849', 'US–Mexico'],
    ['N.L.', '64849', 'US–Mexico'],
    ['Nuevo León', '64849', 'US–Mexico'],
    ['CDMX', '06600', 'US–Mexico'],
    ['BC', '22000', 'US–Mexico'],
    ['ON', '', 'enter CA'],
    ['Québec', '60601', 'enter CA'],
  ])('%s with %s is none of the United States where no country is written', (state, zip, hint) => {
    const foreign = { 'Consignee country': '', 'Consignee state': state, 'Consignee zip': zip }
    expect(reading(foreign).problems).toContainEqual(['Consignee state', expect.stringContaining(hint)])
    expect(reading({ ...foreign, 'Consignee country': 'US' }).problems).toContainEqual([
      'Consignee state',
      expect.stringContaining(hint),
    ])
  })

  it.each([
    ['ON', 'M5V 2T6', 'ON'],
    ['Québec', 'h3a1a1', 'QC'],
    ['NL', 'A1A 1A1', 'NL'],
  ])('%s with %s is Canadian where no country is written', (state, zip, code) => {
    const unwritten = { 'Consignee country': '', 'Consignee state': state, 'Consignee zip': zip }
    expect(reading(unwritten)).toMatchObject({ country: 'CA', state: code, problems: [] })
    expect(reading({ ...unwritten, 'Consignee country': 'US' }).problems).toContainEqual([
      'Consignee state',
      expect.stringContaining('enter CA'),
    ])
  })

  it('a Canadian postal code in another form is refused as one of Canada, and beside a US state makes none', () => {
    const written = { 'Consignee country': '', 'Consignee state': 'ON', 'Consignee zip': 'M5V-2T6' }
    expect(reading(written).problems).toEqual([
      ['Consignee zip', '"M5V-2T6" is not a postal code in CA; use a code such as H3A 1A1'],
    ])
    const mixed = reading({ ...written, 'Consignee state': 'IL', 'Consignee zip': 'M5V 2T6' })
    expect(mixed.problems).toContainEqual(['Consignee country', expect.stringContaining('CA')])
  })

  it.each(['Mich', 'PW', 'AA', 'D.C.', 'CO'])('%s is not taken for a Mexican or Canadian one', (state) => {
    const { problems } = reading({ 'Consignee country': '', 'Consignee state': state })
    expect(problems.filter(([column]) => column === 'Consignee state')).toEqual([])
  })

  it('gives back the zero that a spreadsheet took from its ZIP code', () => {
    expect(reading({ 'Consignee state': 'Massachusetts', 'Consignee zip': '2129' }).problems).toEqual([
      ['Consignee zip', '"2129" is not a postal code in US; use a code such as 02129'],
    ])
    // campfin#17: where no zero was lost, none is offered.
    expect(reading({ 'Consignee state': 'Texas', 'Consignee zip': '7804' }).problems).toEqual([
      ['Consignee zip', '"7804" is not a postal code in US; use a code such as 60606'],
    ])
  })
})

describe('a row with an error', () => {
  it('shows what can be read of it, and a cell that is no number as written', () => {
    const wrong = { 'Consignee zip': '80216', Quantity: '3', 'Weight each': '1,200.5' }
    const read = { consignee: 'Globex Corporation', place: 'Chicago, IL', pieces: 3, weightLb: 3601.5 }
    expect(reading(wrong).written).toEqual(read)
    expect(reading({ ...wrong, Quantity: '3 or 4' }).written).toEqual({
      ...read,
      pieces: '3 or 4',
      weightLb: '1,200.5',
    })
    const joined = reading({ ...wrong, Quantity: '3' }, {}, { 'Consignee zip': '', Quantity: 'x' })
    expect(joined.written).toMatchObject({ pieces: '3 + x' })
    expect(reading({}).written).toBeNull()
  })
})

describe('a unit', () => {
  it.each([
    ['181 kg', 399.04],
    ['400 lbs', 400],
    ['400#', 400],
    ['1,200 LB.', 1200],
    ['.5', 0.5],
    ['40.', 40],
  ])('of the weight %s is read', (cell, pounds) => {
    expect(reading({ 'Weight each': cell })).toMatchObject({ weight: [pounds], problems: [] })
  })

  it.each([
    ['48 in', 48],
    ['40"', 40],
    ["4'", 48],
    [`8'6"`, 102],
    ['4 ft 2 in', 50],
    ['100 cm', 39.38],
    ['1.2 m', 47.25],
  ])('of the length %s is read', (cell, inches) => {
    expect(reading({ Length: cell })).toMatchObject({ length: [inches], problems: [] })
  })

  it('of a heading is read, for its own column', () => {
    expect(reading({ 'Weight each': '' }, { 'Gross Weight KG': '181' })).toMatchObject({
      weight: [199.52],
      problems: [],
    })
    const cm = { Length: '48', Width: '' }
    expect(reading(cm, { 'Width (cm)': '100' })).toMatchObject({ length: [48], width: [39.38], problems: [] })
  })

  it('of pieces is a word beside their number', () => {
    for (const Quantity of ['2 PLT', '2 skids', '2 tarimas', '2 ea.'])
      expect(reading({ Quantity }).problems).toEqual([])
    expect(reading({ Quantity: '2 dozen' }).problems).toHaveLength(1)
  })

  it('that contradicts the column of units is refused, and one that is none of the field', () => {
    expect(reading({ 'Weight each': '181 kg' }, { 'Weight unit': 'lb' }).problems).toEqual([
      ['Weight each', '"181 kg" does not match the unit column (lb); use one unit'],
    ])
    for (const cell of ['181 cm', '12 stone', '1 2 kg'])
      expect(reading({ 'Weight each': cell }).problems).toHaveLength(1)
  })
})

describe('a cell that stands for no value', () => {
  it.each([
    '#N/A', '#REF!', '#VALUE!', '#NAME?', '#DIV/0!', '#NUM!', '#NULL!', '#SPILL!', '#CALC!', '#\u00a1REF!', '#\u00bfNOMBRE?',
    '#N/D', '#BEZUG!', 'Err:502', '###', '########',
  ])('%s is a problem in every field', (error) => {
    for (const header of BATCH_HEADERS) {
      expect(reading({ [header]: error }).problems, header).toContainEqual([
        header,
        `"${error}" is a spreadsheet error; fix the formula, or enter the value`,
      ])
    }
  }) // prettier-ignore

  it.each([
    'NULL',
    'null',
    '(null)',
    '\\N',
    'undefined',
    'undefined undefined',
    'None',
    'NaN',
    'n/a',
    '[object Object]',
    '(blank)',
  ])('%s is a problem in every field', (word) => {
    for (const header of BATCH_HEADERS) {
      expect(reading({ [header]: word }).problems, header).toContainEqual([
        header,
        `"${word}" is not a value; enter the value, or leave the cell blank`,
      ])
    }
  })

  it.each(['#4', 'Suite #400', 'Nullarbor Ltd', 'Nonesuch', '# 12', 'Yahoo!'])('%s is a text', (name) => {
    expect(reading({ 'Consignee address': name, 'Consignee company': name }).problems).toEqual([])
  })
})

describe('rows of one reference', () => {
  it.each<[Change, string]>([
    [{ 'Consignee city': 'Dallas', 'Consignee zip': '75201' }, 'Consignee city'],
    [{ 'Consignee company': 'Initech' }, 'Consignee company'],
    [{ 'Shipper address': '1 Other Rd' }, 'Shipper address'],
    [{ 'Pickup date': '2026-12-02' }, 'Pickup date'],
    [{ Provider: 'Southline' }, 'Provider'],
    [{ Service: 'LTL_GUARANTEED' }, 'Service'],
  ])('that differ in %j are no booking', (below, column) => {
    expect(reading({}, {}, {}, below).problems).toEqual([
      [column, expect.stringMatching(/ differs from ".*" in row 2; rows with the same reference/)],
    ])
  })

  it('agree where only case and blanks differ, where a cell below is blank, and in their cargo', () => {
    const below = { 'Consignee city': ' CHICAGO', 'Consignee address': '', Description: 'Pumps', 'Weight each': '20' }
    expect(reading({}, {}, below)).toMatchObject({ weight: [500, 20], problems: [] })
  })

  it('have the day and the carrier that any of them says, and a party that all of them say', () => {
    const none = { 'Pickup date': '', Provider: '', Service: '' }
    expect(reading(none, {}, {})).toMatchObject({ problems: [] })
    expect(reading({ 'Consignee company': '' }, {}, {}).problems).toEqual([
      ['Consignee company', expect.stringContaining('differs from "" in row 2')],
    ])
  })

  it('under a number that a spreadsheet shortened are refused', () => {
    for (const Reference of ['1.23E+11', '1,23457E+11', '12.3E+09']) {
      expect(reading({ Reference }).problems).toEqual([
        ['Reference', expect.stringContaining('rounded by a spreadsheet')],
      ])
    }
  })
})

describe('the weight of an order beside its lines', () => {
  const headers = BATCH_HEADERS.map((header) => (header === 'Weight each' ? 'Order weight' : header))
  const lines = (...weights: [quantity: string, weight: string][]) => {
    const { booking, problems } = readerOf(
      headers,
      headers,
      'point',
    )([
      { row: 2, cells: batchCells('A-1', { Quantity: weights[0]?.[0] ?? '', 'Weight each': weights[0]?.[1] ?? '' }) },
      ...weights.slice(1).map(([quantity, weight], index) => ({
        row: 3 + index,
        cells: batchCells('A-1', { Quantity: quantity, 'Weight each': weight }),
      })),
    ])
    return {
      weights: booking?.request.cargo.map(({ quantity, weight }) => quantity * weight),
      problems: problems.map(({ row, column, kind }) => [row, column, kind]),
    }
  }

  it('counts once, on every line or on the first alone', () => {
    expect(lines(['2', '500'], ['3', '500'])).toEqual({ weights: [200, 300], problems: [] })
    expect(lines(['2', '500'], ['3', ''])).toEqual({ weights: [200, 300], problems: [] })
    expect(lines(['2', '500'])).toEqual({ weights: [500], problems: [] })
  })

  it('counts once under any heading where the file has it once', () => {
    const total = BATCH_HEADERS.map((header) => (header === 'Weight each' ? 'Total weight' : header))
    const read = readerOf(total, total, 'point')
    const line = (row: number, quantity: string) => ({
      row,
      cells: batchCells('A-1', { Quantity: quantity, 'Weight each': '500' }),
    })
    const weights = (second: { repeated?: number[] }) =>
      read([line(2, '2'), { ...line(3, '3'), ...second }]).booking?.request.cargo.map((one) => one.weight)
    expect(weights({})).toEqual([250, 166.67])
    expect(weights({ repeated: [total.indexOf('Total weight')] })).toEqual([100, 100])
    expect(weights({ repeated: [0] })).toEqual([250, 166.67])
  })

  it('is the same on each', () => {
    expect(lines(['2', '500'], ['3', '700'])).toMatchObject({ problems: [[3, 'Order weight', 'differs']] })
  })
})

describe('a unit that a heading names', () => {
  const under = (header: 'Length' | 'Weight each', named: string, cell: string) => {
    const headers = BATCH_HEADERS.map((one) => (one === header ? named : one))
    const map = suggestMap(BATCH_HEADERS, 'en')
    if (!map) throw new Error('the headers are known')
    const columns = map.columns.map((one) => (one.header === header ? { ...one, header: named } : one))
    const read = rowReader({ map: { ...map, columns }, headers, now: new Date(TEST_START), savedAddress: () => null })
    const { booking, problems } = read([{ row: 2, cells: batchCells('A-1', { [header]: cell }) }])
    const [line] = booking?.request.cargo ?? []
    return problems[0]?.message ?? (header === 'Length' ? line?.length : line?.weight)
  }

  it('is read as that, though no other column may have it', () => {
    expect(under('Length', 'Length (mm)', '1200')).toBe(47.25)
    expect(under('Length', 'Largo m', '1.2')).toBe(47.25)
    expect(under('Length', 'Length FT', '4')).toBe(48)
    expect(under('Length', 'Length (mm)', '48 in')).toBe(48)
  })

  it('is refused where it cannot be converted', () => {
    expect(under('Weight each', 'Unit weight (g)', '500')).toContain('"500 g" is not a number')
    expect(under('Weight each', 'Weight per piece, tons', '2')).toContain('"2 tons" is not a number')
    expect(under('Weight each', 'Unit weight (g)', '500 lb')).toBe(500)
  })
})
