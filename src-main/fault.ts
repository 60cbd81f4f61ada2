import { StationError, type StationErrorData } from '../src-shared/station/error.ts'

/** Any thrown thing as data; what is no StationError is a fault of ours. */
export function asData(error: unknown): StationErrorData {
  if (error instanceof StationError) return error.toData()
  return {
    code: 'INTERNAL',
    message: `Something went wrong inside Waybill: ${error instanceof Error ? error.message : String(error)}`,
    retryable: true,
    details: {},
  }
}
