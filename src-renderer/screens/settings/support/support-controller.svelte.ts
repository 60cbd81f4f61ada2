import type { LogLevel } from '../../../../src-shared/station/app/log.ts'
import type { Health } from '../../../../src-shared/station/app/support.ts'
import type { AppContext } from '../../../app-context.ts'
import { Action } from '../../../live/action.svelte.ts'
import { LiveQuery } from '../../../live/live-query.svelte.ts'
import { bytesOf, saveFile } from '../../../save-file.ts'

/** Station health, and the support file. */
export class SupportController extends LiveQuery<Health> {
  readonly action: Action<'file' | 'withLabels'>
  readonly #app: AppContext

  constructor(app: AppContext) {
    super(() => app.station.invoke('support.health', {}))
    this.#app = app
    this.action = new Action({ onfailure: app.toasts.error })
  }

  readonly saveFile = (withLabels: boolean): Promise<boolean> =>
    this.action.runAs(withLabels ? 'withLabels' : 'file', async () => {
      const { fileName, base64 } = await this.#app.station.invoke('support.file', { withLabels })
      saveFile(fileName, [bytesOf(base64)], 'application/zip')
      this.#app.toasts.done(this.#app.locale.t('support.saved'))
    })

  readonly setLevel = async (logLevel: LogLevel): Promise<void> => {
    const { station, store, toasts } = this.#app
    const saved = await toasts.attempt(() => station.invoke('settings.update', { logLevel }))
    if (saved) store.acceptSettings(saved)
    await this.refresh()
  }
}
