import { StationError, type StationErrorData } from '../src-shared/station/error.ts'

/** Anything thrown, as error data a person can be shown. Anything but a StationError is a bug. */
export function errorData(error: unknown): StationErrorData {
  if (error instanceof StationError) return error.toData()
  const message = error instanceof Error ? error.message : String(error)
  return { code: 'INTERNAL', message, retryable: false, details: { where: 'screen' } }
}
