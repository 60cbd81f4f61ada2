import { rm } from 'node:fs/promises'
import type { ColumnMap } from '../../../src-shared/station/batch/batch-field.ts'
import type { FeedPreview, OrderProblem } from '../../../src-shared/station/orders/feed.ts'
import { bookingsAmong } from '../batch/check.ts'
import { rowReader } from '../rows/row.ts'
import { numberSample } from '../rows/number-sample.ts'
import { suggestMap } from '../rows/suggestion.ts'
import { asData } from '../../kernel/fault.ts'
import { openTable, tableRows, type TableFile } from '../sheets/table-file.ts'
import { consigneeOf } from './orders.rows.ts'
import { copyAside, filesIn } from './folder.ts'
import { orderOfRow, withOrderDefaults } from './order-of-row.ts'
import { contextFor, problemOf, type ReadingPorts } from './read-file.ts'

const ORDERS_SHOWN = 10

interface PreviewOptions {
  folder: string
  map: ColumnMap | null
  /** A place of ours for the copy that is read. */
  aside: string
  savedAddress: ReadingPorts['savedAddress']
  pickups: ReadingPorts['pickups']
  language: 'en' | 'es'
  now: Date
}

const NOTHING: FeedPreview = { name: null, head: null, suggested: null, orders: [], problems: [], error: null }

/** The newest file of a folder, as a map reads it. Nothing is taken in. */
export async function previewOf(options: PreviewOptions): Promise<FeedPreview> {
  const { folder, map, aside, language, now } = options
  const newest = (await filesIn(folder)).toSorted((a, b) => b.changedAt - a.changedAt)[0]
  if (!newest) return NOTHING
  const { name } = newest
  let copy: string | null = null
  try {
    copy = await copyAside(folder, newest, aside)
    if (copy === null) return NOTHING
    const table = await openTable(
      copy,
      name,
      map?.columns.map(({ header }) => header),
    )
    const suggestion = suggestMap(table.head.headers, language)
    const numbers = suggestion && (await numbersOf(table, suggestion))
    const suggested = suggestion && {
      ...withOrderDefaults(suggestion, now, options.pickups()),
      numbers: numbers ?? suggestion.numbers,
      cargoLines: 'by-reference' as const,
    }
    const preview = { ...NOTHING, name, head: table.head, suggested: suggested && withoutDay(suggested) }
    return { ...preview, ...(await firstOrders(table, map ?? suggested, options)) }
  } catch (cause) {
    return { ...NOTHING, name, error: asData(cause) }
  } finally {
    if (copy !== null) await rm(copy, { force: true })
  }
}

async function numbersOf(table: TableFile, map: ColumnMap): Promise<ColumnMap['numbers']> {
  if (table.isTyped) return 'unsure'
  return (await numberSample(tableRows(table, 'unsure'), map)).numbers
}

/** The day is this day's default, and none to keep. */
function withoutDay({ defaults: { pickupDate: _, ...defaults }, ...map }: ColumnMap): ColumnMap {
  return { ...map, defaults }
}

async function firstOrders(
  table: TableFile,
  map: ColumnMap | null,
  { now, ...reading }: PreviewOptions,
): Promise<Pick<FeedPreview, 'orders' | 'problems' | 'error'>> {
  if (map === null) return { orders: [], problems: [], error: null }
  const orders: FeedPreview['orders'] = []
  const problems: OrderProblem[] = []
  try {
    const context = contextFor(table, map, now, reading)
    const read = rowReader(context)
    for await (const group of bookingsAmong(tableRows(table, map.numbers), context)) {
      const row = read(group)
      const order = orderOfRow(row, '')
      if (order) orders.push({ row: row.row, reference: row.reference, ...consigneeOf(order.content) })
      else problems.push(problemOf(row))
      if (orders.length + problems.length >= ORDERS_SHOWN) break
    }
    return { orders, problems, error: null }
  } catch (cause) {
    return { orders, problems, error: asData(cause) }
  }
}
