import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inRuntime, runtime } from '../../src-node/runtime/runtime.ts'
import { openTable } from '../../src-main/imports/sheets/table-file.ts'
import { importInvoices } from '../../src-main/spend/invoice-csv.ts'
import { flatRows } from '../../src-main/imports/sheets/flat-record.ts'
import { tempDir } from '../support/temp-dir.ts'
import { xlsx } from '../support/xlsx.ts'

async function rowsOf(name: string, content: string | Uint8Array): Promise<string[][]> {
  const path = join(tempDir(), name)
  writeFileSync(path, content)
  const table = await openTable(path, name)
  const rows: string[][] = []
  for await (const { cells } of table.rows('point')) rows.push(cells)
  return rows
}

const unreadable = (why: string) => ({ code: 'UNREADABLE_FILE', details: { why } })

/** Files of a few kilobytes with which one customer held or ended the station. */
describe('a small file that comes to much', () => {
  it('JSON: many fields beside many empty lines are refused at the first fields too many, and at the first cells', async () => {
    const fields = (count: number) => Object.fromEntries(Array.from({ length: count }, (_, at) => [`a${at}`, 1]))
    const lines = Array.from({ length: 20_000 }, () => ({}))
    await expect(rowsOf('a.json', JSON.stringify([{ ...fields(5_000), lines }]))).rejects.toMatchObject(
      unreadable('columns'),
    )
    await expect(rowsOf('b.json', JSON.stringify([{ ...fields(400), lines }]))).rejects.toMatchObject(
      unreadable('record'),
    )
    // Rows come one at a time: none is made that nobody has asked for.
    const [first] = flatRows({ ...fields(400), lines }, 'point')
    expect(first?.cells.size).toBe(400)
  })

  it('JSON: an order of many lines is one all the same', async () => {
    const lines = Array.from({ length: 1_000 }, (_, at) => ({ description: `part ${at}`, quantity: 1 }))
    expect(await rowsOf('a.json', JSON.stringify([{ reference: 'A-1', lines }]))).toHaveLength(1_001)
  })

  it('XML: empty elements without end are refused while they are read', async () => {
    const xml = (count: number) => `<orders><order id="1">${'<a/>'.repeat(count)}</order><order id="2"/></orders>`
    expect(await rowsOf('a.xml', xml(100))).toHaveLength(3)
    await expect(rowsOf('b.xml', xml(60_000))).rejects.toMatchObject(unreadable('record'))
  })

  it('XML: a text without end is refused before it is whole', async () => {
    await expect(rowsOf('a.xml', `<orders><order>${'x'.repeat(9 * 1024 * 1024)}`)).rejects.toMatchObject(
      unreadable('text'),
    )
  })

  it('XLSX: tags of merged cells that never end are found to be no XML, and not searched from each to the end', async () => {
    const rows = [
      ['Reference', 'City'],
      ['A-1', 'Laredo'],
    ]
    const merges = ['A2:B2"><mergeCell '.repeat(40_000)]
    await expect(rowsOf('a.xlsx', await xlsx(rows, { merges }))).rejects.toMatchObject(unreadable('xml'))
  })

  it('XLSX: merged cells that lie over each other are refused', async () => {
    const rows = [
      ['Reference', 'City'],
      ['A-1', 'Laredo'],
      ['A-2', 'Laredo'],
    ]
    expect(await rowsOf('a.xlsx', await xlsx(rows, { merges: ['A2:A3', 'B2:B3'] }))).toHaveLength(3)
    const merges = Array.from({ length: 300 }, () => 'A2:Z3')
    await expect(rowsOf('b.xlsx', await xlsx(rows, { merges }))).rejects.toMatchObject(unreadable('merges'))
  })

  it('XLSX: a cell is no longer than a megabyte', async () => {
    const rows = [['Reference'], ['x'.repeat(2 * 1024 * 1024)]]
    await expect(rowsOf('a.xlsx', await xlsx(rows))).rejects.toMatchObject(unreadable('cell'))
  })
})

describe('a table is read in a thread', () => {
  const workbook = async () => {
    const rows = Array.from({ length: 3_000 }, (_, row) =>
      Array.from({ length: 20 }, (_, cell) => `cell ${row} ${cell}`),
    )
    return xlsx(rows)
  }

  it('whose memory is bounded: the file is refused, and the station works on', async () => {
    const own = runtime()
    const thread: typeof own.processes.thread = (module, options) =>
      own.processes.thread(module, { ...options, limits: { heapMb: 12, youngMb: 1 } })
    await inRuntime({ ...own, processes: { ...own.processes, thread } }, async () => {
      const strings = Array.from({ length: 30_000 }, (_, at) => ({
        reference: `A-${at}`,
        [`f${at % 90}`]: 'x'.repeat(300),
      }))
      await expect(rowsOf('a.json', JSON.stringify([{ lines: strings }]))).rejects.toMatchObject(unreadable('memory'))
    })
    expect(await rowsOf('a.xlsx', await workbook())).toHaveLength(3_000)
  })

  it.each<[string, () => Promise<unknown>]>([
    ['a workbook', async () => rowsOf('a.xlsx', await workbook())],
    ['a CSV file', () => rowsOf('a.csv', `Reference,City\n${'A-1,Laredo\n'.repeat(6_000)}`)],
    [
      'invoices',
      () =>
        importInvoices(
          `carrier,invoice,pro,date,amount\n${'Estes,1,2,2026-10-20,5.00\n'.repeat(3_000)}`,
          async () => 'added',
        ),
    ],
  ])('whose time is bounded: %s', async (_, read) => {
    const own = runtime()
    const after: typeof own.timers.after = (_ms, run, options) => own.timers.after(1, run, options)
    await inRuntime({ ...own, timers: { ...own.timers, after } }, () =>
      expect(read()).rejects.toMatchObject(unreadable('time')),
    )
  })
})

it.each([
  ['of some kilobytes is read without one', 1_000, false],
  ['that is larger is not', 6_000, true],
])('a CSV %s', async (_, lines, hasThread) => {
  const own = runtime()
  let started = 0
  const thread: typeof own.processes.thread = (module, options) => {
    started += 1
    return own.processes.thread(module, options)
  }
  const rows = await inRuntime({ ...own, processes: { ...own.processes, thread } }, () =>
    rowsOf('a.csv', `Reference,City\n${'A-1,Laredo\n'.repeat(lines)}`),
  )
  expect(rows).toHaveLength(lines + 1)
  expect(started > 0).toBe(hasThread)
})

it('a CSV may end its rows with blank cells beyond the last column, and no others', async () => {
  const blank = ','.repeat(2_000)
  expect((await rowsOf('a.csv', `Reference,City${blank}\nA-1,Laredo${blank}\n`))[1]?.slice(0, 3)).toEqual([
    'A-1',
    'Laredo',
    '',
  ])
  await expect(rowsOf('b.csv', `Reference,City\nA-1,Laredo${blank}x\n`)).rejects.toMatchObject({
    code: 'UNREADABLE_FILE',
    details: { why: 'columns', row: 2 },
  })
})
