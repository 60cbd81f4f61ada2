import { readColumns, type ColumnId } from './columns.ts'
import { SHIPMENT_STATUSES, type ShipmentStatus } from '../../../../src-shared/freight/shipment.ts'
import {
  SHIPMENT_SORTS,
  type ShipmentFilter,
  type ShipmentSort,
} from '../../../../src-shared/station/tracking/shipment.ts'

/** What narrows the board: one tile, one exception code or one status at a time. */
const WATCHES = ['attention', 'late', 'atRisk', 'stale', 'notPickedUp'] as const
type Watch = (typeof WATCHES)[number]
export type Narrow = Watch | `status:${ShipmentStatus}` | `code:${string}`

/** The board's filter and sort order. */
export interface BoardFilter {
  text: string
  narrow: Narrow | null
  provider: string | null
  sort: ShipmentSort
  isReversed: boolean
}

export const EVERYTHING: BoardFilter = { text: '', narrow: null, provider: null, sort: 'created', isReversed: false }

/** The filter as the station takes it. */
export function searchOf({ text, narrow, provider }: BoardFilter): Partial<ShipmentFilter> {
  return { text: text.trim(), ...(provider === null ? {} : { provider }), ...narrowOf(narrow) }
}

function narrowOf(narrow: Narrow | null): Partial<ShipmentFilter> {
  if (narrow === null) return {}
  const watch = WATCHES.find((name) => name === narrow)
  if (watch) return { [watch]: true }
  const [kind, word = ''] = narrow.split(':')
  if (kind === 'code') return { exceptionCode: word }
  const status = SHIPMENT_STATUSES.find((name) => name === word)
  return status ? { status } : {}
}

export function isNarrowed({ text, narrow, provider }: BoardFilter): boolean {
  return text.trim() !== '' || narrow !== null || provider !== null
}

export function isSameFilter(a: BoardFilter, b: BoardFilter): boolean {
  return (
    a.text.trim() === b.text.trim() &&
    a.narrow === b.narrow &&
    a.provider === b.provider &&
    a.sort === b.sort &&
    a.isReversed === b.isReversed
  )
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function isNarrow(word: unknown): word is Narrow {
  if (typeof word !== 'string') return false
  if (WATCHES.some((watch) => watch === word) || /^code:\w{1,20}$/.test(word)) return true
  return SHIPMENT_STATUSES.some((status) => `status:${status}` === word)
}

/** A filter as it was kept; unknown parts are left out. */
export function readFilter(kept: unknown): BoardFilter {
  if (!isRecord(kept)) return EVERYTHING
  const { text, narrow, provider, sort, isReversed } = kept
  return {
    text: typeof text === 'string' ? text.slice(0, 120) : '',
    narrow: isNarrow(narrow) ? narrow : null,
    provider: typeof provider === 'string' && provider !== '' ? provider.slice(0, 120) : null,
    sort: SHIPMENT_SORTS.find((name) => name === sort) ?? 'created',
    isReversed: isReversed === true,
  }
}

/** A filter under the name that a person gave it. */
export interface SavedFilter {
  name: string
  filter: BoardFilter
  /** The columns that it is looked at in; absent: those in use. */
  columns?: readonly ColumnId[]
}

export function readSaved(kept: unknown): SavedFilter[] {
  if (!Array.isArray(kept)) return []
  return kept.flatMap((entry: unknown) =>
    isRecord(entry) && typeof entry['name'] === 'string' && entry['name'].trim() !== ''
      ? [
          {
            name: entry['name'].slice(0, 60),
            filter: readFilter(entry['filter']),
            ...('columns' in entry && { columns: readColumns(entry['columns']) }),
          },
        ]
      : [],
  )
}
