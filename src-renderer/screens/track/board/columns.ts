import type { CsvColumn } from '../../../../src-shared/station/tracking/shipment-list.ts'
import type { ShipmentSort } from '../../../../src-shared/station/tracking/shipment.ts'
import type { PlainKey } from '../../../messages/catalogue.ts'
import { gridTracks, type Track } from '../../../ui/grid/tracks.ts'

interface ColumnLook extends Track {
  label: PlainKey
  isNumber?: boolean
  /** The board's sort order under its heading. */
  sort: ShipmentSort
  /** Its columns in an export. */
  csv: readonly CsvColumn[]
}

/** The columns of the grid, in their order. */
const COLUMNS = {
  status: {
    label: 'track.status',
    min: 12.25,
    tight: 9.3,
    share: 0.2,
    sort: 'status',
    csv: ['status', 'exceptionCode'],
  },
  reference: { label: 'shipment.reference', min: 6.5, tight: 5.4, share: 0.8, sort: 'reference', csv: ['reference'] },
  consignee: { label: 'track.column.consignee', min: 11, tight: 7, share: 1.6, sort: 'consignee', csv: ['consignee'] },
  pro: { label: 'track.pro', min: 7.5, tight: 5.6, share: 0.6, sort: 'pro', csv: ['proNumber', 'trackingNumber'] },
  tracking: { label: 'shipment.tracking', min: 9, tight: 7, share: 0.6, sort: 'tracking', csv: ['trackingNumber'] },
  carrier: { label: 'rate.carrier', min: 8, tight: 5.4, share: 1, sort: 'carrier', csv: ['provider', 'service'] },
  lane: { label: 'track.lane', min: 10, tight: 5.8, share: 1.2, sort: 'lane', csv: ['city', 'state', 'country'] },
  lastEvent: {
    label: 'track.lastEvent',
    min: 12.75,
    tight: 5.2,
    share: 2,
    sort: 'lastEvent',
    csv: ['lastEvent', 'lastEventAt'],
  },
  promised: {
    label: 'track.promised',
    min: 7,
    tight: 6.3,
    share: 0.3,
    sort: 'delivery',
    csv: ['estimatedDelivery', 'actualDelivery'],
  },
  delay: { label: 'track.column.delay', min: 4.4, tight: 4.4, share: 0.2, isNumber: true, sort: 'delay', csv: [] },
  price: {
    label: 'book.price',
    min: 6,
    tight: 5,
    share: 0.2,
    isNumber: true,
    sort: 'price',
    csv: ['total', 'currency'],
  },
  created: { label: 'track.column.created', min: 7, tight: 5, share: 0.3, sort: 'created', csv: ['createdAt'] },
  pieces: {
    label: 'shipment.pieces',
    min: 4.5,
    tight: 3.5,
    share: 0.1,
    isNumber: true,
    sort: 'pieces',
    csv: ['pieces'],
  },
  weight: {
    label: 'shipment.weight',
    min: 6,
    tight: 4.5,
    share: 0.1,
    isNumber: true,
    sort: 'weight',
    csv: ['weightLb'],
  },
} as const satisfies Record<string, ColumnLook>

export type ColumnId = keyof typeof COLUMNS
const isColumn = (word: unknown): word is ColumnId => typeof word === 'string' && Object.hasOwn(COLUMNS, word)
export const COLUMN_IDS: readonly ColumnId[] = Object.keys(COLUMNS).filter(isColumn)

export const FIRST_COLUMNS: readonly ColumnId[] = [
  'status',
  'reference',
  'consignee',
  'pro',
  'carrier',
  'lastEvent',
  'promised',
  'delay',
]

/** Columns as they were kept, in the grid's order; never none. */
export function readColumns(kept: unknown): readonly ColumnId[] {
  const chosen = Array.isArray(kept) ? COLUMN_IDS.filter((id) => kept.includes(id)) : []
  return chosen.length > 0 ? chosen : FIRST_COLUMNS
}

export const looksOf = (id: ColumnId): ColumnLook => COLUMNS[id]

/** The columns of the grid as CSS tracks. @param room how many rem there are */
export const tracksOf = (ids: readonly ColumnId[], room: number) =>
  gridTracks(
    ids.map((id) => COLUMNS[id]),
    room,
  )

/** What stays beside the drawer however little room there is, and what follows while it fits, the most wanted first. */
const BESIDE: readonly ColumnId[] = ['status', 'reference', 'consignee', 'promised']
const WANTED: readonly ColumnId[] = [...BESIDE, 'delay', 'pro', 'carrier', ...COLUMN_IDS]

/** The columns of these that stand whole beside the drawer, in the grid's order. @param room how many rem there are */
export function columnsBeside(ids: readonly ColumnId[], room: number): readonly ColumnId[] {
  const kept = new Set(ids.filter((id) => BESIDE.includes(id)))
  let left = room - [...kept].reduce((total, id) => total + COLUMNS[id].min, 0)
  for (const id of WANTED) {
    if (!ids.includes(id) || kept.has(id) || COLUMNS[id].min > left) continue
    kept.add(id)
    left -= COLUMNS[id].min
  }
  return kept.size > 0 ? ids.filter((id) => kept.has(id)) : ids
}

/** The export columns of these columns, each once. */
export function csvColumnsOf(ids: readonly ColumnId[]): CsvColumn[] {
  return [...new Set<CsvColumn>(ids.flatMap((id) => looksOf(id).csv))]
}
