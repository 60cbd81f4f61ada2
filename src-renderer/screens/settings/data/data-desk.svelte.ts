import type { MaintenanceState } from '../../../../src-shared/station/maintenance.ts'
import type { MessageKey } from '../../../messages/catalogue.ts'
import type { AppContext } from '../../../app-context.ts'
import { LiveQuery } from '../../../live/live-query.svelte.ts'
import { saveFile } from '../../../save-file.ts'

export type DataTask = 'backUp' | 'restore' | 'rebuild' | 'facts'

/** The station's data on screen, and what may be done to it: one thing at a time. */
export class DataDesk extends LiveQuery<MaintenanceState> {
  task = $state<DataTask | null>(null)
  readonly #app: AppContext

  constructor(app: AppContext) {
    super(() => app.station.invoke('maintenance.state', {}))
    this.#app = app
  }

  readonly backUp = () => this.#run('backUp', 'data.backedUp', () => this.#app.station.invoke('maintenance.backUp', {}))

  /** Null calls a planned restore off. */
  readonly planRestore = (name: string | null) =>
    this.#run('restore', name === null ? 'data.calledOff' : 'data.planned', () =>
      this.#app.station.invoke('maintenance.planRestore', { name }),
    )

  readonly rebuild = () =>
    this.#run('rebuild', 'data.rebuilding', () => this.#app.station.invoke('maintenance.rebuildCache', {}))

  readonly saveFacts = () =>
    this.#run('facts', 'data.factsSaved', async () => {
      const { fileName, text } = await this.#app.station.invoke('maintenance.facts', {})
      saveFile(fileName, [text], 'application/json')
      return null
    })

  async #run(task: DataTask, done: MessageKey, action: () => Promise<MaintenanceState | null>): Promise<void> {
    if (this.task !== null) return
    this.task = task
    const { toasts, locale } = this.#app
    await toasts.attempt(async () => {
      const state = await action()
      if (state) this.value = state
      toasts.done(locale.t(done))
    })
    this.task = null
  }
}
