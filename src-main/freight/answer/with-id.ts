import { z } from 'zod'
import { AROUND } from './envelope.ts'
import { isAbsent } from './read-scalar.ts'

/** A field that describes the thing, and does not belong to the envelope. */
const isOfIt = (name: string) => name === 'status' || !AROUND.has(name)

/** An answer about one thing, which need not repeat the requested id. It must describe the thing. */
export function withId<T extends z.ZodType>(name: string, id: string, schema: T) {
  return z.preprocess((reported) => {
    if (typeof reported !== 'object' || reported === null || Array.isArray(reported)) return reported
    const isSilent = isAbsent(Object.entries(reported).find(([key]) => key === name)?.[1])
    return isSilent && Object.keys(reported).some(isOfIt) ? { ...reported, [name]: id } : reported
  }, schema)
}
