import { tick } from 'svelte'
import type { StationErrorData } from '../../src-shared/station/error.ts'
import { errorData } from '../error-data.ts'
import type { Locale } from '../locale/locale.svelte.ts'
import { errorTeller, type ErrorTeller } from './error-teller.ts'
import type { FieldErrors, ParsedForm } from './field-error.ts'

/** The handing in of one form: what is wrong with its fields, what the station said, and that it runs once. */
export class FormSubmit {
  errors = $state.raw<FieldErrors>({})
  failure = $state.raw<StationErrorData | null>(null)
  isRunning = $state(false)
  readonly errorOf: ErrorTeller

  constructor(locale: Pick<Locale, 't'>) {
    this.errorOf = errorTeller(locale, () => this.errors)
  }

  /**
   * Hands a form in, or moves the focus to the first field that is wrong. After a success it stays busy: the form is over.
   * @returns whether it was taken
   */
  readonly send = async <T>(
    parsed: ParsedForm<T>,
    form: HTMLElement | null | undefined,
    action: (input: T) => Promise<unknown>,
  ): Promise<boolean> => {
    if (this.isRunning) return false
    this.errors = parsed.ok ? {} : parsed.errors
    this.failure = null
    if (!parsed.ok) {
      await tick()
      form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input')?.focus()
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

  /** Hands in a form that stays on screen: it can be handed in again. @returns whether it was taken */
  readonly save: typeof this.send = async (parsed, form, action) => {
    const isTaken = await this.send(parsed, form, action)
    if (isTaken) this.isRunning = false
    return isTaken
  }
}
