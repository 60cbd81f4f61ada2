import { runtime } from '../../src-node/runtime/runtime.ts'
import { StationError, type StationErrorData } from '../../src-shared/station/error.ts'

/** Each fault's own id: the screen and the log show the same. */
const faultIds = new WeakMap<object, string>()

/** Any thrown thing as data; what is no StationError is a fault of ours, which details.requestId finds in the log. */
export function asData(error: unknown): StationErrorData {
  if (error instanceof StationError) return error.toData()
  return {
    code: 'INTERNAL',
    message: `Something went wrong inside Waybill: ${error instanceof Error ? error.message : String(error)}`,
    retryable: true,
    details: { requestId: faultIdOf(error) },
  }
}

/** Its answer; null: what was asked for is not there, or no longer. @throws what else fails */
export async function unlessNotFound<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof StationError && error.code === 'NOT_FOUND') return null
    throw error
  }
}

function faultIdOf(error: unknown): string {
  if (typeof error !== 'object' || error === null) return `flt_${runtime().random.uuid()}`
  const id = faultIds.get(error) ?? `flt_${runtime().random.uuid()}`
  faultIds.set(error, id)
  return id
}
