import { z } from 'zod'
import type { StationErrorData } from '../../../../src-shared/station/error.ts'

const issuesSchema = z.object({ issues: z.array(z.object({ path: z.string(), message: z.string() })) })
const rowsSchema = z.object({ rows: z.array(z.int()) })
const VALUES = 'values.'

/** The errors of the fields' input, by field name. */
export function fieldProblems(error: StationErrorData | null): ReadonlyMap<string, string> {
  const read = issuesSchema.safeParse(error?.details)
  if (!read.success) return new Map()
  const ofFields = read.data.issues.filter(({ path }) => path.startsWith(VALUES))
  return new Map(ofFields.map(({ path, message }) => [path.slice(VALUES.length), message]))
}

/** The rows of the template that cannot be printed, from 0. */
export function wrongRows(error: StationErrorData | null): readonly number[] {
  const read = rowsSchema.safeParse(error?.details)
  return read.success ? read.data.rows : []
}
