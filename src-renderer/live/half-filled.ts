/** Forms that are kept as they are typed, or where nothing is lost: `data-kept`. A search is none. */
const KEPT = '[data-kept], [role="search"]'

/** A form that was not taken shows why. */
const REFUSED = '[role="alert"], [aria-invalid="true"]'

/**
 * Forms with typed but unsubmitted input. A form that left the page, was submitted and taken, or was reset does not
 * count, and one that is kept as a draft is never asked about.
 */
export class HalfFilled {
  readonly #forms = new Set<HTMLFormElement>()
  readonly #submitted = new Set<HTMLFormElement>()

  /** Something of this page would be lost with it. */
  isAny(): boolean {
    for (const forms of [this.#forms, this.#submitted]) {
      for (const form of forms) if (!form.isConnected) forms.delete(form)
    }
    return this.#forms.size > 0 || [...this.#submitted].some((form) => form.querySelector(REFUSED) !== null)
  }

  /** From here on; what leaves the page asks first. @returns ends it */
  readonly watch = (page: Window & typeof globalThis): (() => void) => {
    const formOf = ({ target }: Event) => (target instanceof page.Element ? target.closest('form') : null)
    const onInput = (event: Event) => {
      const form = formOf(event)
      if (form && form.closest(KEPT) === null) this.#forms.add(form)
    }
    const onOver = (event: Event) => {
      const form = formOf(event)
      if (!form) return
      if (this.#forms.delete(form) && event.type === 'submit') this.#submitted.add(form)
      else if (event.type === 'reset') this.#submitted.delete(form)
    }
    const onLeave = (event: BeforeUnloadEvent) => {
      if (this.isAny()) event.preventDefault()
    }
    page.addEventListener('input', onInput, true)
    page.addEventListener('submit', onOver, true)
    page.addEventListener('reset', onOver, true)
    page.addEventListener('beforeunload', onLeave)
    return () => {
      page.removeEventListener('input', onInput, true)
      page.removeEventListener('submit', onOver, true)
      page.removeEventListener('reset', onOver, true)
      page.removeEventListener('beforeunload', onLeave)
    }
  }
}
