/** How long is waited for the next keystroke, in milliseconds, by what follows the pause. */
export const PAUSES = {
  /** Search in the station's own data. */
  search: 150,
  /** Writing a draft, in case the app ends. */
  draft: 400,
  /** What costs a call to the service. */
  service: 700,
} as const

/** Something that is done once things have been quiet for a while: each call begins the wait again. */
export class Debounce {
  readonly #action: () => unknown
  readonly #pause: number
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(pause: keyof typeof PAUSES, action: () => unknown) {
    this.#pause = PAUSES[pause]
    this.#action = action
  }

  readonly soon = (): void => {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(this.flush, this.#pause)
  }

  /** Fit for the end of an effect. */
  readonly cancel = (): void => {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  /** Runs pending work at once; nothing when there is none. */
  readonly flush = (): void => {
    if (this.#timer === undefined) return
    this.cancel()
    void this.#action()
  }
}

/** For an effect: does it once the values that the effect reads have been quiet. Returns the end of the wait. */
export function afterPause(pause: keyof typeof PAUSES, action: () => unknown): () => void {
  const debounce = new Debounce(pause, action)
  debounce.soon()
  return debounce.cancel
}
