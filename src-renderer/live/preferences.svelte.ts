import type { PreferenceName, Preferences as Values } from '../../src-shared/station/app/preference.ts'
import type { Station } from '../station.ts'

/**
 * What a person prefers at this station. Read once before the first screen; what is set shows at once. Each screen reads its
 * own, and takes what does not fit for nothing preferred. (What the whole station goes by, such as the language, sounds and
 * density, are its settings.)
 */
export class Preferences {
  /** Whether the station was asked. */
  isReady = $state(false)
  #values = $state.raw<Values>({})
  readonly #station: Station

  constructor(station: Station) {
    this.#station = station
  }

  /** Never rejects: without it everything is as nobody preferred anything. */
  readonly load = async (): Promise<void> => {
    try {
      this.#values = { ...(await this.#station.invoke('preferences.list', {})), ...this.#values }
    } catch {
      // The station is away, which the frame says.
    }
    this.isReady = true
  }

  /** Undefined: nothing was preferred. */
  readonly get = <N extends PreferenceName>(name: N): Values[N] => this.#values[name]

  /** Rejects when it could not be written down; it holds until the app ends all the same. */
  readonly set = async (name: PreferenceName, value: NonNullable<Values[PreferenceName]>): Promise<void> => {
    this.#values = { ...this.#values, [name]: value }
    await this.#station.invoke('preferences.set', { name, value })
  }
}
