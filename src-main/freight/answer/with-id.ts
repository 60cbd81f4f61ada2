import { z } from 'zod'
import { AROUND } from './envelope.ts'
import { isAbsent } from './read-scalar.ts'

/** A field that tells something of the thing, and does not belong to the envelope. */
const isOfIt = (name: string) => name === 'status' || !AROUND.has(name)

/** An answer about one thing, which need not repeat the id that it was asked by. It must tell something of it. */
export function withId<T extends z.ZodType>(name: string, id: string, schema: T) {
  return z.preprocess((told) => {
    if (typeof told !== 'object' || told === null || Array.isArray(told)) return told
    const isSilent = isAbsent(Object.entries(told).find(([key]) => key === name)?.[1])
    return isSilent && Object.keys(told).some(isOfIt) ? { ...told, [name]: id } : told
  }, schema)
}
