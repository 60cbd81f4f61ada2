import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { NumberForm } from '../../src-shared/station/batch/batch-field.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { readNumber } from '../../src-main/imports/rows/cells.ts'
import { openTable, tableRows } from '../../src-main/imports/sheets/table-file.ts'
import { zipOf } from '../../src-node/zip.ts'
import { tempDir } from '../support/temp-dir.ts'
import { xlsx } from '../support/xlsx.ts'

async function read(name: string, content: string | Uint8Array, form: NumberForm = 'point'): Promise<string[][]> {
  const path = join(tempDir(), name)
  writeFileSync(path, content)
  const table = await openTable(path, name)
  const rows: string[][] = []
  for await (const { cells } of table.rows(form)) rows.push(cells)
  return rows
}

async function refusal(name: string, content: string | Uint8Array): Promise<Record<string, unknown>> {
  try {
    await read(name, content)
  } catch (error) {
    if (error instanceof StationError) return { ...error.toData() }
    throw error
  }
  return {}
}

const value = (number: number | string, style = 0) => ({ xml: `<c s="${style}"><v>${number}</v></c>` })

describe('A workbook', () => {
  it('gives a number so that it cannot be taken for another one where nobody said how they are written', async () => {
    const rows = [
      ['Order', 'Weight', 'Length'],
      ['SO-1', value(1.234), value(1234)],
      ['SO-2', '1.234', value(0.5)],
      ['SO-3', value(1234, 1), value(12.5)],
    ]
    const cells = await read('a.xlsx', await xlsx(rows, { formats: ['#,##0'] }), 'unsure')
    expect(cells.slice(1)).toEqual([
      ['SO-1', '1.2340', '1234'],
      ['SO-2', '1.234', '0.5'],
      ['SO-3', '1234', '12.5'],
    ])
    const weights = cells.slice(1).map(([, weight = '']) => readNumber(weight, 'unsure'))
    expect(weights).toMatchObject([{ value: 1.234 }, { problem: { kind: 'unsure-number' } }, { value: 1234 }])
  })

  it('gives days as days, codes with their zeros, and the saved value of a formula', async () => {
    const bytes = await xlsx(
      [
        ['Order', 'Day', 'ZIP', 'Weight', 'Sum', 'Hazmat', 'City'],
        [
          'SO-1',
          value(46349, 1),
          value(2134, 2),
          value('1.2345E2'),
          { xml: '<c><f>A1*2</f><v>7.5</v></c>' },
          { xml: '<c t="b"><v>1</v></c>' },
          { xml: '<c t="s"><v>1</v></c>' },
        ],
        ['SO-2', value(46349.75, 3), value(60601, 2), value(3), { xml: '<c><f>A1*2</f></c>' }, '', 'a & b'],
      ],
      { formats: ['dd/mm/yyyy', '00000', '[$-409]d-mmm "of" yy;@'], strings: ['none', 'Saint-Rémi'] },
    )
    expect(await read('o.xlsx', bytes)).toEqual([
      ['Order', 'Day', 'ZIP', 'Weight', 'Sum', 'Hazmat', 'City'],
      ['SO-1', '2026-11-23', '02134', '123.45', '7.5', 'TRUE', 'Saint-Rémi'],
      ['SO-2', '2026-11-23', '60601', '3', '#N/A', '', 'a & b'],
    ])
    // 1.234 pounds are no 1,234 where commas are decimal.
    expect((await read('o.xlsx', await xlsx([['W'], [value('1.234')]]), 'comma'))[1]).toEqual(['1,234'])
  })

  it('does not give a number whose last digits the spreadsheet has lost as if it were whole', async () => {
    const bytes = await xlsx([
      ['PRO', 'Order'],
      [value('1.2345678901234568E19'), value('999999999999999')],
    ])
    expect((await read('o.xlsx', bytes))[1]).toEqual(['1.2345678901234567E+19', '999999999999999'])
  })

  it('gives the error of a cell as one, and the empty text of a formula as nothing', async () => {
    const cells = [
      '<c t="e"><v>#N/A</v></c>',
      '<c t="e"><v>BUSY</v></c>',
      '<c t="str"><f>B1</f><v></v></c>',
      '<c><f>B1</f><v/></c>',
    ]
    const bytes = await xlsx([['A', 'B', 'C', 'D'], cells.map((xml) => ({ xml }))])
    expect((await read('o.xlsx', bytes))[1]).toEqual(['#N/A', '#VALUE!', '', '#N/A'])
  })

  it('shows a number as its format does, and nothing where that hides it', async () => {
    const formats = [
      '#,##0" kg"', '"SO-"000000', '00000-0000', '[$$-409]#,##0.00', '_($* #,##0.00_);_(($* #,##0.00)', '0\\ "cm";-0\\ "cm"', ';;;', '0%',
      'General" lb"', '(000) 000-0000',
    ] // prettier-ignore
    const numbers = [181.5, 4711, 606061234, 1200.5, 35, 100, 7, 0.5, 400, 9565550100]
    const bytes = await xlsx(
      [formats.map((_, index) => `H${index}`), numbers.map((number, index) => value(number, index + 1))],
      { formats },
    )
    expect((await read('o.xlsx', bytes))[1]).toEqual([
      '181.5 kg', 'SO-004711', '60606-1234', '$1200.5', '$35', '100 cm', '', '50%', '400 lb', '(956) 555-0100',
    ]) // prettier-ignore
  })

  it('shows a number by the part of its format whose condition it meets', async () => {
    const yesNo = ['[=1]"Yes";[=0]"No"', '[=0]"No";"Yes"', '[=1]"Yes";"No"', '[<=9999999]000-0000;(000) 000-0000']
    const zip = '[<=99999]00000;00000-0000'
    const bytes = await xlsx(
      [
        [...yesNo, zip].map((_, index) => `H${index}`),
        [1, 1, 1, 9565550100, 606061234].map((number, index) => value(number, index + 1)),
        [0, 0, 0, 5550100, 2134].map((number, index) => value(number, index + 1)),
        [value(2, 1), value(-1, 2)],
      ],
      { formats: [...yesNo, zip] },
    )
    expect((await read('o.xlsx', bytes)).slice(1)).toEqual([
      ['Yes', 'Yes', 'Yes', '(956) 555-0100', '60606-1234'],
      ['No', 'No', 'No', '555-0100', '02134'],
      ['2', 'Yes'],
    ])
  })

  it('shows in thousands a number that its format shows so beside their unit', async () => {
    const formats = ['[>=1000]0.0,"kg";0"g"', '#,##0,.0" t"', '0.0,," kt"', '"$"#,##0,', '#,##0" kg"']
    const bytes = await xlsx(
      [formats.map((_, index) => `H${index}`), formats.map((_, index) => value(1_500_000, index + 1))],
      { formats },
    )
    expect((await read('o.xlsx', bytes))[1]).toEqual(['1500kg', '1500 t', '1.5 kt', '$1500000', '1500000 kg'])
  })

  it('counts from 1904 where it says so, and from the day that 1900 did not have', async () => {
    const day = { formats: ['yyyy-mm-dd'] }
    const of1904 = await xlsx([['D'], [value(44887, 1)]], { ...day, workbookPr: '<workbookPr date1904="1"/>' })
    expect((await read('o.xlsx', of1904))[1]).toEqual(['2026-11-23'])
    const early = await xlsx(
      [
        ['D', 'E'],
        [value(59, 1), value(61, 1)],
      ],
      day,
    )
    expect((await read('o.xlsx', early))[1]).toEqual(['1900-02-28', '1900-03-01'])
  })

  it('has what is merged in each of its cells, down and across', async () => {
    const bytes = await xlsx(
      [
        ['Order', 'City', 'Goods', 'More'],
        ['SO-1', 'Chicago', 'Pumps', ''],
        ['', '', 'Valves', 'x'],
        ['SO-2', 'Boston', 'Belts', ''],
      ],
      { merges: ['A2:A3', 'B2:B3', 'C4:D4'] },
    )
    expect((await read('o.xlsx', bytes)).slice(1)).toEqual([
      ['SO-1', 'Chicago', 'Pumps'],
      ['SO-1', 'Chicago', 'Valves', 'x'],
      ['SO-2', 'Boston', 'Belts', 'Belts'],
    ])
  })

  it('says which cells a merged value is repeated in, whatever columns are hidden', async () => {
    const rows = [
      ['Order', 'Draft', 'Weight', 'Goods'],
      ['SO-1', '', '500', 'Pumps'],
      ['', '', '', 'Valves'],
    ]
    const merges = ['A2:A3', 'C2:C3', 'D2:E2']
    const repeated = async (bytes: Uint8Array) => {
      const path = join(tempDir(), 'o.xlsx')
      writeFileSync(path, bytes)
      const found: (number[] | undefined)[] = []
      for await (const row of (await openTable(path, 'o.xlsx')).rows('point')) found.push(row.repeated)
      return found
    }
    expect(await repeated(await xlsx(rows, { merges }))).toEqual([undefined, undefined, [0, 2]])
    const hidden = await xlsx(rows, { merges, before: '<cols><col min="2" max="2" hidden="1"/></cols>' })
    expect(await repeated(hidden)).toEqual([undefined, undefined, [0, 1]])
  })

  it('is refused where it is none, cut off, or unpacks to more than it may', async () => {
    const good = await xlsx([['Order'], ['SO-1']])
    expect(await refusal('o.xlsx', 'Order,City')).toMatchObject({ code: 'UNREADABLE_FILE' })
    expect(await refusal('o.xlsx', good.subarray(0, good.length / 2))).toMatchObject({ code: 'UNREADABLE_FILE' })
    // The sheet is longer than the list of parts promises.
    const lying = Buffer.from(good)
    const listed = lying.lastIndexOf('xl/worksheets/sheet2.xml')
    lying.writeUInt32LE(1, listed - 46 + 24)
    expect(await refusal('o.xlsx', lying)).toMatchObject({ code: 'UNREADABLE_FILE', details: { why: 'workbook' } })
    const big = Buffer.alloc(130 * 1024 * 1024, 32)
    const at = new Date('2026-11-21T15:00:00Z')
    const bomb = await zipOf([{ name: 'xl/workbook.xml', bytes: big }], at)
    expect(bomb.length).toBeLessThan(big.length / 100)
    expect(await refusal('o.xlsx', bomb)).toMatchObject({ code: 'TOO_LARGE' })
  })
})

describe('XML', () => {
  it('has a row for each order, and one for each of its lines', async () => {
    const xml = `<?xml version="1.0"?><x:export xmlns:x="u"><created>now</created><orders>
      <x:order id="SO-1"><shipTo><city>Chicago</city></shipTo>
        <line><goods>Pumps</goods><weight unit="kg">5</weight></line><line><goods>Valves &amp; more</goods></line></x:order>
      <x:order id="SO-2"><shipTo><city><![CDATA[Bos<ton]]></city></shipTo></x:order></orders></x:export>`
    const [headers, ...rows] = await read('o.xml', xml)
    expect(headers).toEqual(['id', 'shipTo.city', 'line.goods', 'line.weight', 'line.weight.unit'])
    expect(rows).toEqual([
      ['SO-1', 'Chicago', 'Pumps', '5', 'kg'],
      ['SO-1', 'Chicago', 'Valves & more', '', ''],
      ['SO-2', 'Bos<ton', '', '', ''],
    ])
    expect(await read('o.xml', '<order><ref>1</ref><to><city>Reno</city></to></order>')).toEqual([
      ['ref', 'to.city'],
      ['1', 'Reno'],
    ])
  })

  it('has the lines of an order in its rows, not its notes', async () => {
    const xml = (lines: string) =>
      `<orders><order id="1">${lines}<note by="a">Call</note><note by="b">Dock 4</note></order></orders>`
    const headers = ['id', 'line.goods', 'note', 'note.by']
    expect(await read('one.xml', xml('<line><goods>Pumps</goods></line>'))).toEqual([
      headers,
      ['1', 'Pumps', 'Call|Dock 4', 'a|b'],
    ])
    const two = await read('two.xml', xml('<line><goods>Pumps</goods></line><line><goods>Belts</goods></line>'))
    expect(two.map((row) => row.join(' '))).toEqual([
      'id note note.by line.goods',
      '1 Call|Dock 4 a|b Pumps',
      '1 Call|Dock 4 a|b Belts',
    ])
  })

  it('never expands an entity, fetches nothing, and says the line that is wrong', async () => {
    const bomb = `<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]><a><order><r>&b;</r></order></a>`
    expect(await refusal('o.xml', bomb)).toMatchObject({ code: 'UNREADABLE_FILE', details: { why: 'doctype' } })
    expect(await refusal('o.xml', '<a><order><r>&b;</r></order></a>')).toMatchObject({ code: 'UNREADABLE_FILE' })
    const half = '<orders>\n<order><r>1</r></order>\n<order><r>2'
    expect(await refusal('o.xml', half)).toMatchObject({ code: 'UNREADABLE_FILE', details: { why: 'xml', row: 3 } })
    const deep = '<a>'.repeat(100_000)
    expect(await refusal('o.xml', deep)).toMatchObject({ details: { why: 'depth' } })
    const long = `<orders><order><r>${'x'.repeat(300_000)}</r></order></orders>`
    expect(await refusal('o.xml', long)).toMatchObject({ details: { why: 'record' } })
  })
})

describe('JSON', () => {
  it('is a list, a list in an object, one order, or one a line', async () => {
    const one = {
      ref: 'SO-1',
      shipTo: { city: 'Chicago' },
      lines: [{ qty: 2, weight: 12.5 }, { qty: 1 }],
      extras: ['A', 'B'],
    }
    const table = [
      ['ref', 'shipTo.city', 'extras', 'lines.qty', 'lines.weight'],
      ['SO-1', 'Chicago', 'A|B', '2', '12.5'],
      ['SO-1', 'Chicago', 'A|B', '1', ''],
    ]
    expect(await read('o.json', JSON.stringify([one]))).toEqual(table)
    expect(await read('o.json', JSON.stringify({ orders: [one] }))).toEqual(table)
    for (const beside of [{ errors: [] }, { warnings: ['late'], errors: [] }, { warnings: [{ code: 'LATE' }] }]) {
      expect(await read('o.json', JSON.stringify({ ...beside, orders: [one] }))).toEqual(table)
    }
    expect(await read('o.ndjson', `${JSON.stringify(one)}\n\n`)).toEqual(table)
    expect((await read('o.json', JSON.stringify([{ ref: 1 }, { ref: 2, more: true }]), 'comma'))[2]).toEqual([
      '2',
      'true',
    ])
  })

  it('has the lines of an order in its rows, whatever lists stand before them', async () => {
    const order = { ref: 'SO-1', contacts: [{ name: 'Ann' }, { name: 'Bo' }], orderItems: [{ qty: 2 }, { qty: 1 }] }
    expect(await read('o.json', JSON.stringify([order]))).toEqual([
      ['ref', 'contacts.name', 'orderItems.qty'],
      ['SO-1', 'Ann|Bo', '2'],
      ['SO-1', 'Ann|Bo', '1'],
    ])
    const { orderItems, ...rest } = order
    for (const name of ['cargo', 'skids', 'handlingUnits', 'LÍNEAS', 'rows of any name']) {
      const [headers = [], ...rows] = await read('o.json', JSON.stringify([{ ...rest, [name]: orderItems }]))
      expect([headers.at(-1), rows.map((row) => row.at(-1))]).toEqual([`${name}.qty`, ['2', '1']])
    }
    // The lines of an address are none of the order.
    const street = [{ n: 1 }, { n: 2 }]
    const addressed = { ref: 'SO-1', shipTo: { addressLine: street }, cartons: orderItems, cargos: street }
    expect((await read('o.json', JSON.stringify([addressed]))).slice(1)).toEqual([
      ['SO-1', '1|2', '1|2', '2'],
      ['SO-1', '1|2', '1|2', '1'],
    ])
    expect(await read('o.json', JSON.stringify([{ ...rest, qty: 2 }]))).toHaveLength(2)
  })

  it('keeps every digit of a number, which may be an id', async () => {
    const list = '[{"ref": 9007199254740993, "pro": 12345678901234567890, "weight": 1.5}]'
    expect((await read('o.json', list))[1]).toEqual(['9007199254740993', '12345678901234567890', '1.5'])
    // Exact in JSON, though a spreadsheet keeps fifteen digits.
    expect((await read('o.json', '[{"ref": 1140012345678910}]'))[1]).toEqual(['1140012345678910'])
  })

  it('that is cut off says so', async () => {
    expect(await refusal('o.json', '[{"a": 1')).toMatchObject({ code: 'UNREADABLE_FILE', details: { why: 'json' } })
    expect(await refusal('o.jsonl', '{"a": 1}\n{"a"')).toMatchObject({ details: { why: 'json', row: 2 } })
  })
})

describe('CSV', () => {
  it('is read as Batch reads it, in UTF-16 with a mark, too', async () => {
    const text = 'Order;City\r\nSO-1;Saint-Rémi\r\n'
    expect(await read('o.csv', Buffer.from(`\ufeff${text}`, 'utf16le'))).toEqual([
      ['Order', 'City'],
      ['SO-1', 'Saint-Rémi'],
    ])
    expect(await refusal('o.csv', '')).toMatchObject({ code: 'UNREADABLE_FILE', details: { why: 'empty' } })
    expect(await refusal('o.pdf', 'x')).toMatchObject({ code: 'UNREADABLE_FILE', details: { why: 'kind' } })
  })
})

describe('a list that a system prints into a file', () => {
  const shown = async (...lines: string[]) => {
    const path = join(tempDir(), 'list.txt')
    writeFileSync(path, lines.join('\r\n'))
    const table = await openTable(path, 'list.txt')
    const rows: (string | number)[][] = []
    for await (const { row, cells } of tableRows(table, 'unsure')) rows.push([row, ...cells])
    return { headers: table.head.headers, rows: rows.slice(1) }
  }

  it.each([
    ['|-------+---------+--------|', ''],
    ['|-------|---------|--------|', ''],
    ['------------------------------', ''],
    ['+-------+---------+--------+', '20.10.2026            Dynamic List Display            1'],
  ])('with bars between its cells and %s is a table', async (drawn, title) => {
    const { headers, rows } = await shown(
      title,
      drawn,
      '| Order |Ship to city  |Weight each|',
      drawn,
      '| SO-1  |Chicago, IL   |     500 |',
      '| SO-2  |              |     12.5|',
      '|       |Laredo        |     40|',
      drawn,
      '',
    )
    expect(headers).toEqual(['Order', 'Ship to city', 'Weight each'])
    expect(rows).toEqual([
      [5, 'SO-1', 'Chicago, IL', '500'],
      [6, 'SO-2', '', '12.5'],
      [7, '', 'Laredo', '40'],
    ])
  })

  it('without bars at its ends keeps its first and last cell, also where they are blank', async () => {
    const { headers, rows } = await shown('Order|Ship to city|Notes', '|Chicago|', 'SO-2|Laredo|x')
    expect(headers).toEqual(['Order', 'Ship to city', 'Notes'])
    expect(rows).toEqual([
      [2, '', 'Chicago', ''],
      [3, 'SO-2', 'Laredo', 'x'],
    ])
  })

  it('leaves a comma file with bars in its cells a comma file', async () => {
    const { headers } = await shown('Order,Services,City', 'SO-1,A|B|C,Chicago', 'SO-2,A|B|C,Laredo', 'SO-3,A|B|C,Reno')
    expect(headers).toEqual(['Order', 'Services', 'City'])
  })
})
