import type { Locale } from '../locale/locale.svelte.ts'
import type { FieldErrors } from './field-error.ts'

/** Says what is wrong with the field at a path, in the language in use; undefined: nothing is. */
export type ErrorTeller = (path: string) => string | undefined

/** @param errors read anew each time, so that what shows follows them. */
export function errorTeller(locale: Pick<Locale, 't'>, errors: () => FieldErrors): ErrorTeller {
  return (path) => {
    const error = errors()[path]
    return error && locale.t(error.key, error.params)
  }
}
