import { z } from 'zod'
import { StationError } from '../../src-shared/station/error.ts'
import type { ShipmentSort } from '../../src-shared/station/tracking/shipment.ts'

const cursorSchema = z.tuple([z.string(), z.union([z.string(), z.number(), z.null()]), z.int()])

/** The last row of a page: its value in the column sorted by, and its place. */
export interface PageEnd {
  value: string | number | null
  place: number
}

/** An order of rows. */
export interface SortOrder {
  sort: ShipmentSort
  isReversed: boolean
}

const nameOf = ({ sort, isReversed }: SortOrder): string => (isReversed ? `-${sort}` : sort)

/** A page's end as an opaque cursor, valid for the same order only. */
export function writeCursor(order: SortOrder, { value, place }: PageEnd): string {
  return Buffer.from(JSON.stringify([nameOf(order), value, place])).toString('base64url')
}

/** @throws StationError INVALID_INPUT for a cursor of another order, or of no order at all */
export function readCursor(order: SortOrder, cursor: string): PageEnd {
  const parsed = cursorSchema.safeParse(parseQuietly(Buffer.from(cursor, 'base64url').toString()))
  if (parsed.success && parsed.data[0] === nameOf(order)) return { value: parsed.data[1], place: parsed.data[2] }
  const message = 'after must be the `next` of a page in the same order'
  throw new StationError({ code: 'INVALID_INPUT', message, details: { issues: [{ path: 'after', message }] } })
}

function parseQuietly(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // Not JSON: not a cursor of ours.
    return null
  }
}
