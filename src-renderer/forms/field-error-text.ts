import type { Locale } from '../locale/locale.svelte.ts'
import type { FieldErrors } from './field-error.ts'

/** Says what is wrong with the field at a path, in the language in use; undefined: nothing is. */
export type FieldErrorText = (path: string) => string | undefined

/** @param errors read anew each time, so that what shows follows them. */
export function fieldErrorText(locale: Pick<Locale, 'say'>, errors: () => FieldErrors): FieldErrorText {
  return (path) => {
    const error = errors()[path]
    return error && locale.say(error)
  }
}
