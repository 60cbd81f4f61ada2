import type { ResponseVariant, RehearsalState, Scene } from '../../../src-shared/station/app/rehearsal.ts'
import type { AppContext } from '../../app-context.ts'
import { Action } from '../../live/action.svelte.ts'
import { LiveQuery } from '../../live/live-query.svelte.ts'

/** How often to check whether a scene has taken effect, which the service does not report. */
const LOOK_MS = 2_000

/** The rehearsal on screen, and the buttons that change it: one change at a time. */
export class RehearsalController extends LiveQuery<RehearsalState> {
  /** The scene, or the end, that is being put up or taken down. */
  readonly action: Action<Scene | 'responseVariant' | 'end'>
  readonly #app: AppContext

  constructor(app: AppContext) {
    super(() => app.station.invoke('rehearsal.state', {}))
    this.#app = app
    this.action = new Action({ onfailure: app.toasts.error })
  }

  /** Begins to follow it. Returns the end of that, fit for onMount. */
  readonly open = (): (() => void) => {
    const unwatch = this.follow(this.#app.station, [
      'station.changed',
      'bookings.changed',
      'jobs.changed',
      'printers.changed',
    ])
    const timer = setInterval(() => {
      if (this.value?.since) void this.refresh()
    }, LOOK_MS)
    return () => {
      clearInterval(timer)
      unwatch()
    }
  }

  readonly stage = (scene: Scene) => this.#change(scene, () => this.#app.station.invoke('rehearsal.stage', { scene }))
  readonly clear = (scene: Scene) => this.#change(scene, () => this.#app.station.invoke('rehearsal.clear', { scene }))
  readonly speak = (responseVariant: ResponseVariant) =>
    this.#change('responseVariant', () => this.#app.station.invoke('rehearsal.speak', { responseVariant }))
  readonly end = () => this.#change('end', () => this.#app.station.invoke('rehearsal.end', {}))

  async #change(what: Scene | 'responseVariant' | 'end', action: () => Promise<RehearsalState>): Promise<void> {
    await this.action.runAs(what, async () => {
      this.value = await action()
    })
    await this.#app.store.refresh()
  }
}
