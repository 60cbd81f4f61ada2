import { z } from 'zod'

/** A text column that holds JSON of this shape. */
export function jsonColumn<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema)
}
