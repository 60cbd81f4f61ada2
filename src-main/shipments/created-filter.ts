import type { ShipmentQuery } from '../../src-shared/freight/shipment.ts'
import { BEYOND_DAYS_MS, createdAfterDay, createdBeforeDay, createdTimes } from '../freight/created-day.ts'
import { concernsAll, FreightError } from '../freight/http/failure.ts'
import type { ShipmentListPage } from '../freight/resources/shipments.ts'
import type { CreatedFilter } from './sync-cursor.rows.ts'

/** From the interface's own way to none at all. */
const WAYS: readonly CreatedFilter[] = ['day', 'time', 'none']

/** Rows from a moment on, or until one; milliseconds since 1970. A row at exactly that moment is known to be there. */
export type CreatedBound = { after: number } | { before: number } | null

/** A page, and the way of the filter by which it came. */
export interface FilteredPage {
  page: ShipmentListPage
  filter: CreatedFilter
}

/**
 * A page of shipments made after or before a moment, asked for in the way that the service is known to take, else in
 * the next one: when it refuses, when rows come that the filter leaves out, or when the row is missing that is known
 * to be there.
 * @throws FreightError the error of the first way, when every way fails
 */
export async function listCreated(
  list: (query: ShipmentQuery) => Promise<ShipmentListPage>,
  query: ShipmentQuery & { page: number },
  bound: CreatedBound,
  known: CreatedFilter,
): Promise<FilteredPage> {
  if (bound === null) return { page: await list(query), filter: known }
  let refusal: FreightError | null = null
  for (const filter of WAYS.slice(WAYS.indexOf(known))) {
    try {
      const page = await list({ ...query, ...written(bound, filter) })
      if (filter === 'none' || isHeeded(page, bound, query.page)) return { page, filter }
    } catch (error) {
      if (!(error instanceof FreightError) || error.delivery !== 'refused' || concernsAll(error)) throw error
      refusal ??= error
    }
  }
  throw refusal ?? new Error('unreachable: a list without a filter is heeded')
}

function written(bound: NonNullable<CreatedBound>, filter: CreatedFilter): ShipmentQuery {
  if (filter === 'none') return {}
  const isDay = filter === 'day'
  return 'after' in bound
    ? { createdAfter: isDay ? createdAfterDay(bound.after) : new Date(bound.after).toISOString() }
    : { createdBefore: isDay ? createdBeforeDay(bound.before) : new Date(bound.before).toISOString() }
}

function isHeeded(
  { shipments, quarantined }: ShipmentListPage,
  bound: NonNullable<CreatedBound>,
  page: number,
): boolean {
  if (page === 1 && shipments.length === 0 && quarantined.length === 0) return false
  const times = createdTimes(shipments).map((time) => Date.parse(time))
  if ('after' in bound) return times.every((time) => time > bound.after - BEYOND_DAYS_MS)
  const isAllBefore = times.every((time) => time < bound.before + BEYOND_DAYS_MS)
  const reaches = page > 1 || times.length === 0 || times.some((time) => time >= bound.before - COARSENESS_MS)
  return isAllBefore && reaches
}

/** A service may cut its times to seconds: as much is kept double before a bound. */
export const COARSENESS_MS = 1000
