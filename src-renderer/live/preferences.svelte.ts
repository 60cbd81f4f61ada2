import type { PreferenceName, Preferences as Values } from '../../src-shared/station/app/preference.ts'
import type { Station } from '../station.ts'

/**
 * A person's preferences at this station. Read once before the first screen; changes show at once. Each screen reads its
 * own, and ignores values that do not fit. (Station-wide values, such as the language, sounds and density, are its
 * settings.)
 */
export class Preferences {
  /** Whether the station was asked. */
  isReady = $state(false)
  #values = $state.raw<Values>({})
  readonly #station: Station

  constructor(station: Station) {
    this.#station = station
  }

  /** Never rejects: without it the defaults are used. */
  readonly load = async (): Promise<void> => {
    try {
      this.#values = { ...(await this.#station.invoke('preferences.list', {})), ...this.#values }
    } catch {
      // The station is unavailable, which the frame shows.
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
