import { tick } from 'svelte'
import type { StationErrorData } from '../../../src-shared/station/error.ts'
import { errorData } from '../../error-data.ts'
import type { FieldErrors } from '../../forms/field-error.ts'
import type { Locale } from '../../locale/locale.svelte.ts'

type Parsed<T> = { ok: true; input: T } | { ok: false; errors: FieldErrors }

/** The handing in of one form: what is wrong with its fields, what the station said, and that it runs once. */
export class FormSubmit {
  errors = $state.raw<FieldErrors>({})
  failure = $state.raw<StationErrorData | null>(null)
  isRunning = $state(false)
  readonly #locale: Pick<Locale, 't'>

  constructor(locale: Pick<Locale, 't'>) {
    this.#locale = locale
  }

  readonly errorOf = (path: string): string | undefined => {
    const error = this.errors[path]
    return error && this.#locale.t(error.key, error.params)
  }

  /**
   * Hands a form in, or moves the focus to the first field that is wrong. After a success it stays busy: the form is over.
   * @returns whether it was taken
   */
  readonly send = async <T>(
    parsed: Parsed<T>,
    form: HTMLElement | null | undefined,
    action: (input: T) => Promise<unknown>,
  ): Promise<boolean> => {
    if (this.isRunning) return false
    this.errors = parsed.ok ? {} : parsed.errors
    this.failure = null
    if (!parsed.ok) {
      await tick()
      form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
      return false
    }
    this.isRunning = true
    try {
      await action(parsed.input)
      return true
    } catch (error) {
      this.failure = errorData(error)
      this.isRunning = false
      return false
    }
  }
}
