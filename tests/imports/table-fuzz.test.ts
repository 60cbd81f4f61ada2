import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { bookingsAmong } from '../../src-main/imports/batch/check.ts'
import { rowReader, type RowBooking } from '../../src-main/imports/rows/row.ts'
import { suggestMap } from '../../src-main/imports/rows/suggestion.ts'
import { openTable, tableRows } from '../../src-main/imports/sheets/table-file.ts'
import { StationError } from '../../src-shared/station/error.ts'
import { randomOf, seedOf, type Random } from '../fuzz/random.ts'
import { BATCH_HEADERS, batchCells } from '../support/batch-files.ts'
import { TEST_START } from '../support/running-clock.ts'
import { tempDir } from '../support/temp-dir.ts'
import { xlsx, type XlsxCell } from '../support/xlsx.ts'
import { isFullRun } from '../support/full.ts'

/** A cell as a person sees it, and as it stands in the file where that differs. */
interface Cell {
  shown: string
  xml?: string
}
interface Row {
  cells: Cell[]
  isHidden: boolean
}
interface Sheet {
  rows: Row[]
  hiddenColumns: ReadonlySet<number>
}

const COLUMN = new Map(BATCH_HEADERS.map((header, index) => [header as string, index]))
const at = (header: (typeof BATCH_HEADERS)[number]): number => COLUMN.get(header) ?? -1

const REFERENCES = [
  'SO-1',
  'SO-2',
  '004711',
  '1.23E+11',
  '1.24E+11',
  '9007199254740993',
  '#N/A',
  'NULL',
  'so-1',
] as const
const ODD = [
  '#REF!',
  '########',
  'undefined',
  'None',
  'PeÃ±a',
  'x'.repeat(3_000),
  'A\u0007B',
  '',
  '\u202aAcme\u202c',
] as const

/** Rows as order files have them, with what goes wrong in such files. */
function sheetOf(random: Random): Sheet {
  const rows = Array.from({ length: 1 + random.below(9) }, (): Row => {
    const cells = batchCells(random.of(REFERENCES), { Provider: '', Service: '', 'Rate rule': 'cheapest' }).map(
      (shown): Cell => ({ shown }),
    )
    const set = (header: (typeof BATCH_HEADERS)[number], cell: Cell) => (cells[at(header)] = cell)
    // A number beyond 15 digits is shown by its first ones.
    if (random.next() < 0.1) set('Reference', { shown: '9.0072E+15', xml: '<c><v>9007199254740993</v></c>' })
    const lb = 100 + random.below(900)
    if (random.next() < 0.3) set('Weight each', { shown: `${lb} kg`, xml: `<c s="1"><v>${lb}</v></c>` })
    else set('Weight each', { shown: random.of([`${lb}`, `${lb} lb`, `${lb}#`, '1,234', `${lb}.5`]) })
    set('Consignee company', { shown: `Company ${random.below(3)}` })
    if (random.next() < 0.25) {
      set(random.of(['Description', 'Consignee address', 'Consignee company', 'Shipper city']), {
        shown: random.of(ODD),
      })
    }
    return { cells, isHidden: random.next() < 0.25 }
  })
  const hiddenColumns = new Set(random.next() < 0.3 ? [random.below(BATCH_HEADERS.length)] : [])
  return { rows, hiddenColumns }
}

const HIDING = ['hidden="1"', 'ht="0" customHeight="1"'] as const

async function asWorkbook({ rows, hiddenColumns }: Sheet, random: Random): Promise<Uint8Array> {
  const titles = random.below(3)
  const grid: XlsxCell[][] = [
    ...Array.from({ length: titles }, () => ['Order list of the day']),
    [...BATCH_HEADERS],
    ...rows.map(({ cells }) => cells.map(({ shown, xml }) => (xml === undefined ? shown : { xml }))),
  ]
  const hidden = rows.flatMap(({ isHidden }, index) => (isHidden ? [[index + titles + 2, random.of(HIDING)]] : []))
  const cols = [...hiddenColumns].map((index) => `<col min="${index + 1}" max="${index + 1}" hidden="1"/>`)
  return xlsx(grid, {
    formats: ['0" kg"'],
    rows: Object.fromEntries(hidden),
    ...(cols.length > 0 && { before: `<cols>${cols.join('')}</cols>` }),
  })
}

/** A file of text hides nothing: every row is seen. */
function asText({ rows }: Sheet, random: Random): Uint8Array {
  const delimiter = random.of([',', ';', '\t', '|'])
  const end = random.of(['\n', '\r\n', '\r'])
  const quoted = (text: string) =>
    /["\r\n]/.test(text) || text.includes(delimiter) || random.next() < 0.2 ? `"${text.replaceAll('"', '""')}"` : text
  const lines = [
    ...(random.next() < 0.3 ? ['Order list of the day', ''] : []),
    BATCH_HEADERS.map(quoted).join(delimiter),
    ...rows.map(({ cells }) => cells.map(({ shown }) => quoted(shown)).join(delimiter)),
    ...(random.next() < 0.3 ? [`TOTAL${delimiter.repeat(BATCH_HEADERS.length - 1)}`] : []),
  ]
  const text = lines.join(end) + (random.next() < 0.7 ? end : '') + random.of(['', '', '\u001a', '\0\0\0'])
  return random.next() < 0.3 ? Buffer.from(`\ufeff${text}`, 'utf16le') : Buffer.from(text)
}

const referenceOf = (booking: RowBooking): string =>
  booking.kind === 'quote' ? booking.details.reference : (booking.request.reference ?? '')

/** The texts of a booking that came from cells. */
function textsOf({ request }: RowBooking): string[] {
  const { originAddress, destinationAddress, cargo } = request
  return [originAddress, destinationAddress]
    .flatMap(({ companyName, address1, city }) => [companyName ?? '', address1, city])
    .concat(cargo.map(({ description }) => description))
    .filter((text) => text !== '')
}

/** The weight of one piece in pounds that a person sees in a cell; NaN: none that is sure. */
function poundsIn(shown: string): number {
  const [, number = '', unit] = /^([\d.]+) ?(kg|lb|#)?$/.exec(shown) ?? []
  return Number(number || 'x') * (unit === 'kg' ? 2.20462262 : 1)
}

interface Promises {
  booked: number
  broken: string[]
}

async function check(name: string, bytes: Uint8Array, sheet: Sheet, seen: readonly Row[], isJoined: boolean) {
  const path = join(tempDir(), name)
  writeFileSync(path, bytes)
  const result: Promises = { booked: 0, broken: [] }
  const table = await openTable(path, name).catch((error: unknown) => {
    if (error instanceof StationError && error.code !== 'INTERNAL') return null
    throw error
  })
  const map = table && suggestMap(table.head.headers, 'en')
  if (!table || !map) return result
  const context = {
    map: { ...map, numbers: 'unsure' as const, cargoLines: isJoined ? ('by-reference' as const) : ('row' as const) },
    headers: table.head.headers,
    now: new Date(TEST_START),
    savedAddress: () => null,
  }
  const read = rowReader(context)
  const columns = BATCH_HEADERS.map((_, index) => index).filter((index) => !sheet.hiddenColumns.has(index))
  const visible = (text: string, row: Row) =>
    columns.some((index) => clean(row.cells[index]?.shown ?? '') === clean(text))
  for await (const group of bookingsAmong(tableRows(table, 'unsure'), context)) {
    const { booking } = read(group)
    if (!booking) continue
    result.booked += 1
    const reference = referenceOf(booking)
    const own = seen.filter(
      (row) => clean(row.cells[at('Reference')]?.shown ?? '').toLowerCase() === reference.toLowerCase(),
    )
    if (own.length === 0) result.broken.push(`${reference}: no visible row has this reference`)
    for (const text of textsOf(booking)) {
      if (!own.some((row) => visible(text, row)))
        result.broken.push(`${reference}: "${text.slice(0, 40)}" is in no visible cell`)
      if (text.length > 200) result.broken.push(`${reference}: ${text.length} characters`)
    }
    const company = booking.request.destinationAddress.companyName ?? ''
    const sure = own
      .filter((row) => visible(company, row))
      .map((row) => poundsIn(row.cells[at('Weight each')]?.shown ?? ''))
    for (const { weight } of booking.request.cargo) {
      if (!sure.some((pounds) => Math.abs(pounds - weight) < 0.6))
        result.broken.push(`${reference}: ${weight} lb was seen nowhere`)
    }
    // Two orders under one number: rows of one booking show one reference and one consignee.
    const shown = new Set(group.map(({ cells }) => cells[at('Consignee company')]))
    if (shown.size > 1) result.broken.push(`${reference}: joins ${[...shown].join(' and ')}`)
    if (/E\+|^#|^null$/i.test(reference)) result.broken.push(`${reference}: is no order number`)
  }
  return result
}

/** Signs without width count for nothing. */
const clean = (text: string): string => text.replaceAll(/\p{Cf}/gu, '').trim()

describe('of random tables', () => {
  test.each([
    ['workbooks', isFullRun ? 16 : 6],
    ['text files', isFullRun ? 32 : 16],
  ] as const)(
    '%s: nothing is booked that a person could not see, and no two orders under one number',
    async (kind, count) => {
      const broken: string[] = []
      let booked = 0
      for (let index = 0; index < count; index += 1) {
        const random = randomOf(seedOf(`${kind} ${index}`))
        const sheet = sheetOf(random)
        const isWorkbook = kind === 'workbooks'
        const bytes = isWorkbook ? await asWorkbook(sheet, random) : asText(sheet, random)
        const seen = isWorkbook ? sheet.rows.filter(({ isHidden }) => !isHidden) : sheet.rows
        const shown = isWorkbook ? sheet : { ...sheet, hiddenColumns: new Set<number>() }
        const found = await check(isWorkbook ? 'orders.xlsx' : 'orders.csv', bytes, shown, seen, random.next() < 0.5)
        booked += found.booked
        broken.push(...found.broken.map((one) => `${kind} ${index}: ${one}`))
      }
      expect(broken).toEqual([])
      expect(booked).toBeGreaterThan(count / 4)
    },
  )
})
