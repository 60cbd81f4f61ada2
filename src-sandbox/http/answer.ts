import { runtime } from '../../src-node/runtime/runtime.ts'
import { API_VERSION, type Meta, type Pagination } from '../../src-shared/freight/envelope.ts'
import { timestamp, type ServiceClock } from '../clock.ts'

/** `meta` of an answer made now. */
export function metaOf(clock: ServiceClock): Meta {
  return {
    requestId: `req_${runtime().random.uuid().replaceAll('-', '')}`,
    timestamp: timestamp(clock.now()),
    version: API_VERSION,
  }
}

/** The standard envelope around `data`. */
export function success<T>(clock: ServiceClock, data: T) {
  return { success: true as const, data, error: null, meta: metaOf(clock) }
}

/** The standard envelope around one page of a list. */
export function successPage<T>(clock: ServiceClock, data: T[], pagination: Pagination) {
  return { success: true as const, data, error: null, meta: { ...metaOf(clock), pagination } }
}

/** The plain-string error of the location, address and SAT endpoints (interface section "Errors"). */
export function stringFailure(error: string, statusCode?: number) {
  return { success: false as const, error, ...(statusCode !== undefined && { status_code: statusCode }) }
}

/** `meta.pagination`, with or without `pages`. */
export function paginationOf(query: { page: number; limit: number }, total: number): Required<Pagination> {
  const pages = Math.ceil(total / query.limit)
  return { ...query, total, pages, hasNext: query.page < pages, hasPrev: query.page > 1 && total > 0 }
}
