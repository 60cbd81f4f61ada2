import { z } from 'zod'

/** A row of the command table: the input's schema, and the output's type (which has no value at run time). */
export interface Command<I extends z.ZodType, O> {
  input: I
  readonly output?: O
}

/** `returns<Output>()(inputSchema)`: two calls, so that the output is named and the input inferred. */
export const returns =
  <O>() =>
  <I extends z.ZodType>(input: I): Command<I, O> => ({ input })

/** The input of a command that takes none. */
export const nothing = z.object({}).strict()
/** How many rows a list gives at most. */
export const limit = z.int().min(1).max(500).default(100)
