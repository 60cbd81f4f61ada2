import { z } from 'zod'
import type { Role } from './role.ts'

/** `site`: shared by all stations of a site; `station`: this machine's own. */
type Scope = 'station' | 'site'

/** Who may give a command where people sign in. */
export interface Access<I = never> {
  scope: Scope
  /** The least role; `anyone`: also before sign-in. */
  least: Role | 'anyone'
  /** The least role for this input, where that decides. */
  leastFor?(input: I): Role
}

/** A row of the command table: the input's schema, who may give it, and the output's type (which has no value at run time). */
export interface Command<I extends z.ZodType, O> {
  input: I
  access: Access<z.output<I>>
  readonly output?: O
}

/** `returns<Output>()(inputSchema, access)`: two calls, so that the output is named and the input inferred. */
export const returns =
  <O>() =>
  <I extends z.ZodType>(input: I, access: Access<z.output<I>>): Command<I, O> => ({ input, access })

const of = (scope: Scope) =>
  ({
    anyone: { scope, least: 'anyone' },
    packer: { scope, least: 'packer' },
    clerk: { scope, least: 'clerk' },
    supervisor: { scope, least: 'supervisor' },
  }) as const satisfies Record<string, Access>
export const atStation = of('station')
export const atSite = of('site')

/** The input of a command that takes none. */
export const nothing = z.object({}).strict()
/** How many rows a list gives at most. */
export const limit = z.int().min(1).max(500).default(100)
