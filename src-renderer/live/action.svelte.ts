import { SvelteSet } from 'svelte/reactivity'
import type { StationErrorData } from '../../src-shared/station/error.ts'
import { errorData } from '../error-data.ts'

/** What runs. Long work asks now and then, or after each answer, whether somebody still waits for it. */
export type Work = (isWanted: () => boolean) => unknown

export interface ActionOptions {
  /** What else a failure leads to, e.g. a toast. What was thrown is in `failure` too. */
  onfailure?: (thrown: unknown) => void
  /** Actions of different names run side by side; only the same one waits for itself. */
  isPerName?: boolean
}

/**
 * What a button does: it runs once however often it is pressed, it shows that it runs, and what went wrong stays in sight
 * until the next try. Several buttons may share one, by names (with the id of what each is about, where there are many).
 */
export class Action<Name extends string = string> {
  /** Why the last one failed; null: it went well, runs, or none was run. */
  failure = $state.raw<StationErrorData | null>(null)
  readonly #running = new SvelteSet<Name | ''>()
  readonly #options: ActionOptions
  #round = 0

  constructor(options: ActionOptions = {}) {
    this.#options = options
  }

  /** Any of them runs. */
  get isBusy(): boolean {
    return this.#running.size > 0
  }

  /** This one runs. */
  readonly isRunning = (name: Name): boolean => this.#running.has(name)

  /** @returns whether it went well; false, too, when it was not run because another one runs */
  readonly run = (work: Work): Promise<boolean> => this.#run('', work)

  /** The same under a name. */
  readonly runAs = (name: Name, work: Work): Promise<boolean> => this.#run(name, work)

  /** Nobody waits for what runs any more: what becomes of it is not shown, and the next may begin. */
  readonly abandon = (): void => {
    this.#round += 1
    this.#running.clear()
    this.failure = null
  }

  async #run(name: Name | '', work: Work): Promise<boolean> {
    if (this.#options.isPerName ? this.#running.has(name) : this.isBusy) return false
    const round = this.#round
    const isWanted = () => round === this.#round
    this.#running.add(name)
    this.failure = null
    try {
      await work(isWanted)
      return isWanted()
    } catch (error) {
      if (!isWanted()) return false
      this.failure = errorData(error)
      this.#options.onfailure?.(error)
      return false
    } finally {
      if (isWanted()) this.#running.delete(name)
    }
  }
}
