import type { Locale } from '../locale/locale.svelte.ts'
import type { FieldErrors } from './field-error.ts'

/** The error of the field at a path, in the language in use; undefined: none. */
export type FieldErrorText = (path: string) => string | undefined

/** @param errors read on each call, so that the text follows them. */
export function fieldErrorText(locale: Pick<Locale, 'say'>, errors: () => FieldErrors): FieldErrorText {
  return (path) => {
    const error = errors()[path]
    return error && locale.say(error)
  }
}
