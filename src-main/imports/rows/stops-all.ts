import type { StationError } from '../../../src-shared/station/error.ts'
import { SHUT_OUT } from '../../freight/http/failure.ts'

/** Failures that have nothing to do with a row or an order: the next one would fail alike. */
const STOPS_ALL: readonly string[] = [...SHUT_OUT, 'KEYCHAIN_FAILED', 'SPEND_LIMIT']

export const stopsAll = ({ retryable, code }: Pick<StationError, 'retryable' | 'code'>): boolean =>
  retryable || STOPS_ALL.includes(code)
