import { untrack } from 'svelte'
import type { StationErrorData } from '../../src-shared/station/error.ts'
import { Action } from '../live/action.svelte.ts'
import type { Locale } from '../locale/locale.svelte.ts'
import { fieldErrorText, type FieldErrorText } from './field-error-text.ts'
import type { FieldErrors, ParsedForm } from './field-error.ts'
import { focusFirstError } from './focus-first-error.ts'

export interface FormSubmitOptions {
  /** The fields that a refusal of the station is about; null: it belongs to none and is shown as it is. */
  refused?: (error: StationErrorData) => FieldErrors | null
}

/** The submission of one form: field errors, the station's answer, and that it runs once. */
export class FormSubmit {
  errors = $state.raw<FieldErrors>({})
  readonly errorOf: FieldErrorText
  /** The form's own, for its other buttons. */
  readonly action = new Action()
  readonly #options: FormSubmitOptions
  #isOver = $state(false)

  constructor(locale: Pick<Locale, 'say'>, options: FormSubmitOptions = {}) {
    this.errorOf = fieldErrorText(locale, () => this.errors)
    this.#options = options
  }

  get isBusy(): boolean {
    return this.#isOver || this.action.isRunning('submit')
  }

  /** The station's error that belongs to no field. */
  get failure(): StationErrorData | null {
    return this.action.failure
  }

  /** As it was before anything was submitted. */
  readonly reset = (): void => {
    this.errors = {}
    this.action.failure = null
    this.#isOver = false
  }

  /** For a component as it begins: the error of a field is gone with the value that it was about. */
  readonly forgetOnChange = (path: string, value: () => unknown): void => {
    $effect(() => {
      void value()
      untrack(() => {
        const { [path]: past, ...others } = this.errors
        if (past) this.errors = others
      })
    })
  }

  /**
   * Hands a form in, or moves the focus to the first field that is wrong. After a success it stays busy: the form is over.
   * @returns whether it was taken
   */
  readonly send = async <T>(
    parsed: ParsedForm<T>,
    form: HTMLElement | null | undefined,
    work: (input: T) => unknown,
  ): Promise<boolean> => {
    const isTaken = await this.save(parsed, form, work)
    if (isTaken) this.#isOver = true
    return isTaken
  }

  /** Submits a form that stays on screen: it can be submitted again. @returns whether it was accepted */
  readonly save: typeof this.send = async (parsed, form, work) => {
    if (this.#isOver || this.action.isBusy) return false
    this.errors = parsed.ok ? {} : parsed.errors
    this.action.failure = null
    if (!parsed.ok) {
      await focusFirstError(form)
      return false
    }
    const isTaken = await this.action.runAs('submit', () => work(parsed.input))
    const errors = this.failure && this.#options.refused?.(this.failure)
    if (errors) {
      this.errors = errors
      this.action.failure = null
      await focusFirstError(form)
    }
    return isTaken
  }
}
