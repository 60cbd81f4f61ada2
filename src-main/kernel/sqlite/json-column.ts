import { z } from 'zod'

/** A text column that holds JSON of this shape. */
export function jsonColumn<T extends z.ZodType>(schema: T) {
  return z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(schema)
}

/** The text of such a column; null: there is nothing. */
export const toJson = (value: unknown): string | null =>
  value === null || value === undefined ? null : JSON.stringify(value)
