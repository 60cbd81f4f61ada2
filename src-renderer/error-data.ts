import { StationError, type StationErrorData } from '../src-shared/station/error.ts'

/** Anything thrown, as error data a person can be shown. What is not a StationError is a fault of ours. */
export function errorData(error: unknown): StationErrorData {
  if (error instanceof StationError) return error.toData()
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'INTERNAL', message, retryable: false, details: { where: 'screen' } }
}
