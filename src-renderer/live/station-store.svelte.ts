import type { Settings, StationState } from '../../src-shared/station/state.ts'
import type { Locale } from '../locale/locale.svelte.ts'
import type { Station } from '../station.ts'
import { LiveQuery } from './live-query.svelte.ts'

/** The station's own state for the frame and the screens, with the language and the theme following it. */
export class StationStore extends LiveQuery<StationState> {
  readonly #locale: Locale

  constructor(station: Station, locale: Locale) {
    super(async () => this.#use(await station.invoke('station.state', {})))
    this.#locale = locale
  }

  /** Takes over a state that a command answered with. */
  readonly accept = (state: StationState): void => {
    this.value = this.#use(state)
  }

  readonly acceptSettings = (settings: Settings): void => {
    if (this.value) this.accept({ ...this.value, settings })
  }

  #use(state: StationState): StationState {
    this.#locale.language = state.settings.language
    document.documentElement.lang = state.settings.language
    document.documentElement.dataset['theme'] = state.settings.theme
    return state
  }
}
