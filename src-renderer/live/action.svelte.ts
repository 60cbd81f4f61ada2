import { SvelteSet } from 'svelte/reactivity'
import type { StationErrorData } from '../../src-shared/station/error.ts'
import { errorData } from '../error-data.ts'

/** A running call. Long work checks now and then, or after each answer, whether it is still wanted. */
export type Work = (isWanted: () => boolean) => unknown

export interface ActionOptions {
  /** A further effect of a failure, e.g. a toast. The error is in `failure` too. */
  onfailure?: (thrown: unknown) => void
  /** Actions of different names run in parallel; only the same one waits for its previous run. */
  isPerName?: boolean
}

/**
 * A button's action: it runs once however often it is pressed, it shows that it runs, and its error stays in sight
 * until the next try. Several buttons may share one, by names (with the id of each subject, where there are many).
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

  /** The running call is no longer wanted: its result is not shown, and the next may begin. */
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
