import type { MaintenanceState } from '../../../../src-shared/station/app/maintenance.ts'
import type { PlainKey } from '../../../messages/catalogue.ts'
import type { AppContext } from '../../../app-context.ts'
import { Action } from '../../../live/action.svelte.ts'
import { LiveQuery } from '../../../live/live-query.svelte.ts'

type DataTask = 'second' | 'seal' | 'try' | 'backUp' | 'restore' | 'rebuild'

/** The station's data on screen, and what may be done to it: one thing at a time. */
export class DataController extends LiveQuery<MaintenanceState> {
  readonly action: Action<DataTask>
  readonly #app: AppContext

  constructor(app: AppContext) {
    super(() => app.station.invoke('maintenance.state', {}))
    this.#app = app
    this.action = new Action({ onfailure: app.toasts.error })
  }

  readonly backUp = () => this.#run('backUp', 'data.backedUp', () => this.#app.station.invoke('maintenance.backUp', {}))

  /** Null: no second place any longer. */
  readonly useSecondPlace = (folder: string | null) =>
    this.#run('second', folder === null ? 'data.secondGone' : 'data.secondChosen', () =>
      this.#app.station.invoke('maintenance.useSecondPlace', { folder }),
    )

  /** Restores the newest copy of the off-machine backup as a test, and shows the result. */
  readonly trySecond = () =>
    this.action.runAs('try', async () => {
      const { bookings } = await this.#app.station.invoke('maintenance.drill', { place: 'second' })
      this.#app.toasts.done(this.#app.locale.t('data.secondTried', { count: bookings }))
    })

  /** Null: copies at the second place are under no passphrase from now on. */
  readonly seal = (passphrase: string | null) =>
    this.#run('seal', passphrase === null ? 'data.unsealed' : 'data.sealed', () =>
      this.#app.station.invoke('maintenance.sealSecondPlace', { passphrase }),
    )

  /** Null calls a planned restore off. */
  readonly planRestore = (name: string | null) =>
    this.#run('restore', name === null ? 'data.calledOff' : 'data.planned', () =>
      this.#app.station.invoke('maintenance.planRestore', { name }),
    )

  readonly rebuild = () =>
    this.#run('rebuild', 'data.rebuilding', () => this.#app.station.invoke('maintenance.rebuildCache', {}))

  #run(task: DataTask, done: PlainKey, work: () => Promise<MaintenanceState>): Promise<boolean> {
    return this.action.runAs(task, async () => {
      this.value = await work()
      this.#app.toasts.done(this.#app.locale.t(done))
    })
  }
}
