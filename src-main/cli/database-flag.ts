import { z } from 'zod'

/** The address of a PostgreSQL, as an option. */
export const databaseFlag = z
  .string()
  .regex(/^postgres(ql)?:\/\//, 'must be postgresql://user:password@host:5432/name')
  .optional()

/**
 * The address in a variable, where other users of the machine do not read it; undefined: it is not set.
 * @throws ZodError when it is no address
 */
export const databaseOf = (env: NodeJS.ProcessEnv, name: string): string | undefined =>
  databaseFlag.parse(env[name] || undefined)
