import { z } from 'zod'
import { isFallingSort, type ShipmentPage, type ShipmentSort } from '../../src-shared/station/tracking/shipment.ts'
import type { SqliteDatabase } from '../kernel/sqlite/database.ts'
import { statement } from '../kernel/sqlite/statement.ts'
import { filterSql, type FilterSql, type StoreFilter } from './shipment-filter.rows.ts'
import { readCursor, writeCursor, type PageEnd, type SortOrder } from './shipment-cursor.ts'
import { countsOf, toShipment } from './shipment-read.rows.ts'
import { SELECT_SHIPMENT, toShipmentRow, type ShipmentRow } from './shipment-row.rows.ts'

export interface ShipmentQuery extends StoreFilter {
  sort?: ShipmentSort | undefined
  isReversed?: boolean | undefined
  page: number
  after?: string | undefined
  limit: number
}

/** Counting stops here: a prefix of two letters matches hundreds of thousands, and no one pages through 10,000 rows. */
const COUNT_CAP = 10_000
/** With words typed it stops earlier, because each key typed counts again. */
const TEXT_COUNT_CAP = 1_000
/** With a filter beside the words each row counted is looked at. */
const BOTH_COUNT_CAP = 200

/**
 * One page of what matches and the counts of every status over everything.
 * @throws StationError INVALID_INPUT for a cursor of another order
 */
export function searchShipments(db: SqliteDatabase, query: ShipmentQuery): Omit<ShipmentPage, 'updatedAt'> {
  const { sort = 'created', isReversed = false, limit } = query
  const order = { sort, isReversed }
  const filter = filterSql(db, query)
  const counts = countsOf(db, 'status')
  const end = query.after === undefined ? null : readCursor(order, query.after)
  const rows = pageOf(db, filter, { ...order, end, limit: limit + 1, offset: end ? 0 : (query.page - 1) * limit })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  const { total, isTotalExact } = totalOf(db, filter)
  return {
    rows: shown.map((row) => toShipment(db, row)),
    total,
    isTotalExact,
    next: last ? writeCursor(order, endOf(sort, last)) : null,
    counts,
  }
}

interface Order {
  by: string
  /** What follows (@value, @place) in this order. */
  following: string
  /** What follows a row without a value. */
  followingNull: string
}

interface SortColumn {
  column: string
  /** What decides among rows of one value, as an index has it. */
  tie: 's.place' | '-s.place'
}

/** Each is the order of an index, so that a page is read and not sorted. */
const COLUMNS: Record<Exclude<ShipmentSort, 'created'>, SortColumn> = {
  delivery: { column: 's.due_at', tie: 's.place' },
  status: { column: 's.status', tie: '-s.place' },
  carrier: { column: 's.provider', tie: '-s.place' },
  reference: { column: 's.reference', tie: 's.place' },
  pro: { column: 's.pro_number', tie: 's.place' },
  tracking: { column: 's.tracking_number', tie: 's.place' },
  price: { column: 's.total_minor', tie: 's.place' },
  pieces: { column: 's.pieces', tie: 's.place' },
  weight: { column: 's.weight_lb', tie: 's.place' },
  consignee: { column: 's.consignee', tie: 's.place' },
  lane: { column: 's.lane', tie: 's.place' },
  lastEvent: { column: 's.heard_at', tie: 's.place' },
  delay: { column: 's.delay_rank', tie: 's.place' },
}

function orderOf({ sort, isReversed }: SortOrder): Order {
  if (sort === 'created') {
    const following = isReversed ? 's.place > @place' : 's.place < @place'
    return { by: isReversed ? 's.place' : 's.place DESC', following, followingNull: following }
  }
  const { column, tie } = COLUMNS[sort]
  const isFalling = isFallingSort(sort)
  const end = tie.replace('s.place', '@place')
  // Rows without a value are the least: the last where it falls, the first where it rises.
  return isFalling === isReversed
    ? {
        by: `${column}, ${tie}`,
        following: `(${column}, ${tie}) > (@value, ${end})`,
        followingNull: `((${column} IS NULL AND ${tie} > ${end}) OR ${column} IS NOT NULL)`,
      }
    : {
        by: `${column} DESC, ${tie} DESC`,
        following: `((${column}, ${tie}) < (@value, ${end}) OR ${column} IS NULL)`,
        followingNull: `(${column} IS NULL AND ${tie} < ${end})`,
      }
}

export interface PageBounds extends SortOrder {
  end: PageEnd | null
  limit: number
  offset: number
}

/** Rows that match, in this order, after `end`. */
export function pageOf(db: SqliteDatabase, filter: FilterSql, bounds: PageBounds): ShipmentRow[] {
  const { sort, isReversed, end, limit, offset } = bounds
  const order = orderOf(bounds)
  const isNewestFirst = sort === 'created' && !isReversed
  if (filter.words !== null && filter.conditions.length === 0 && isNewestFirst) {
    return newestOfWords(db, filter.words, bounds)
  }
  // The indexes of one status, one carrier and shipments under way hold the newest first, under the negative place.
  const isByIndex =
    isNewestFirst && (filter.isWatched || filter.values['status'] !== null || filter.values['provider'] !== null)
  const afterEnd = isByIndex ? '-s.place > -@place' : end?.value === null ? order.followingNull : order.following
  const matching = matchingSql(filter, isNewestFirst, end === null ? [] : [afterEnd])
  const by = matching.isWalk ? 't.rowid DESC' : isByIndex ? '-s.place' : order.by
  // Places first and rows after: where a sort is needed, it should not carry whole rows.
  const places = statement(db, `SELECT s.place ${matching.sql} ORDER BY ${by} LIMIT @limit OFFSET @offset`)
    .pluck()
    .all({ ...filter.values, limit, offset, value: end?.value ?? null, place: end?.place ?? null })
  return rowsAt(db, places)
}

function rowsAt(db: SqliteDatabase, places: readonly unknown[]): ShipmentRow[] {
  const row = statement(db, `${SELECT_SHIPMENT} WHERE s.place = ?`)
  return places.map((place) => toShipmentRow(row.get(place)))
}

/**
 * FROM and WHERE. Words with a filter that leaves much are walked from the search index, newest first, asking each row's
 * filter, until there are enough; with a rare filter its few rows are looked for among the words' matches.
 */
function matchingSql(
  { words, conditions, isRare, isWatched }: FilterSql,
  isNewestFirst: boolean,
  following: readonly string[] = [],
): { sql: string; isWalk: boolean } {
  const isWalk = words !== null && isNewestFirst && !isRare
  const matches = 'SELECT rowid FROM shipment_text WHERE shipment_text MATCH @words'
  const rows = words === null && isNewestFirst && isWatched ? 'shipment s INDEXED BY shipment_open' : 'shipment s'
  const from = isWalk ? 'shipment_text t CROSS JOIN shipment s ON s.place = t.rowid' : rows
  const ofWords = words === null ? [] : [isWalk ? 'shipment_text MATCH @words' : `s.place IN (${matches})`]
  const all = [...ofWords, ...conditions, ...following]
  return { sql: `FROM ${from}${all.length === 0 ? '' : ` WHERE ${all.join(' AND ')}`}`, isWalk }
}

/** The search index gives its rows newest first, and stops when there are enough. */
function newestOfWords(
  db: SqliteDatabase,
  words: string,
  { end, limit, offset }: Omit<PageBounds, keyof SortOrder>,
): ShipmentRow[] {
  const places = statement(
    db,
    `SELECT rowid FROM shipment_text WHERE shipment_text MATCH @words
       AND rowid < CAST(@before AS INTEGER) ORDER BY rowid DESC LIMIT @limit OFFSET @offset`,
  )
    .pluck()
    .all({ words, before: end?.place ?? Number.MAX_SAFE_INTEGER, limit, offset })
  return rowsAt(db, places)
}

function totalOf(db: SqliteDatabase, filter: FilterSql): { total: number; isTotalExact: boolean } {
  if (filter.exactTotal !== null) return { total: filter.exactTotal, isTotalExact: true }
  const isWordsAlone = filter.words !== null && filter.conditions.length === 0
  const cap = isWordsAlone ? TEXT_COUNT_CAP : filter.words === null ? COUNT_CAP : BOTH_COUNT_CAP
  const matching = matchingSql(filter, true)
  const counted = isWordsAlone
    ? 'SELECT 1 FROM shipment_text WHERE shipment_text MATCH @words ORDER BY rowid DESC LIMIT @cap'
    : `SELECT 1 ${matching.sql} ${matching.isWalk ? 'ORDER BY t.rowid DESC' : ''} LIMIT @cap`
  const found = z.int().parse(
    statement(db, `SELECT count(*) FROM (${counted})`)
      .pluck()
      .get({ ...filter.values, cap: cap + 1 }),
  )
  return { total: Math.min(found, cap), isTotalExact: found <= cap }
}

/** Where a page that ends with this row continues. */
export function endOf(sort: ShipmentSort, { place, dueAt, rank, shipment }: ShipmentRow): PageEnd {
  const { status, provider, reference, proNumber, trackingNumber, total, pieces, weightLb } = shipment
  const values = {
    created: null,
    delivery: dueAt,
    status,
    carrier: provider,
    reference,
    pro: proNumber,
    tracking: trackingNumber,
    price: total?.minor ?? null,
    pieces,
    weight: weightLb,
    consignee: rank.consignee,
    lane: rank.lane,
    lastEvent: rank.heardAt,
    delay: rank.delay,
  }
  return { value: values[sort], place }
}
