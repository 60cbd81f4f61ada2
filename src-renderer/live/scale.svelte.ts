import { netGrams, type ScaleReading, type ScaleState } from '../../src-shared/station/scale/reading.ts'
import { NO_SCALE, type ScaleSettings } from '../../src-shared/station/scale/settings.ts'
import type { StationScale } from '../../src-shared/station/scale/status.ts'
import type { AppContext } from '../app-context.ts'
import { hidScale } from './hid-scale.svelte.ts'
import { LiveQuery } from './live-query.svelte.ts'

/** The scale's status for a person: its state, or why there is none. */
export type ScaleStatus = ScaleState | 'waiting' | 'away' | 'failed' | 'silent' | 'unsupported'

/** The scale of this bench as a screen needs it, whichever way it is connected. */
export class Scale {
  readonly #store: AppContext['store']
  readonly #station: AppContext['station']
  readonly #serial: LiveQuery<StationScale>

  constructor({ station, store }: Pick<AppContext, 'station' | 'store'>) {
    this.#store = store
    this.#station = station
    this.#serial = new LiveQuery(() => station.invoke('scale.state', {}))
  }

  /** Keeps the reading fresh while the screen is there. Returns the end of it, fit for onMount. */
  readonly follow = (): (() => void) => this.#serial.follow(this.#station, ['scale.changed'])

  /** To be called in an effect: begins to read the USB scale where Settings enable it. */
  readonly startHid = (): void => {
    if (this.settings.connection === 'hid') void hidScale.start()
  }

  get settings(): ScaleSettings {
    return this.#store.value?.settings.scale ?? NO_SCALE
  }

  get isUsed(): boolean {
    return this.settings.connection !== 'none'
  }

  get reading(): ScaleReading | null {
    if (this.settings.connection === 'hid') return hidScale.reading
    return this.settings.connection === 'serial' ? (this.#serial.value?.reading ?? null) : null
  }

  /** The weight that may be used, tare off; null: there is none now. */
  get grams(): number | null {
    return netGrams(this.reading, this.settings.tareGrams)
  }

  /** The state of the scanner's line, and why the scale has none. */
  get serial(): StationScale | null {
    return this.#serial.value
  }

  get status(): ScaleStatus {
    const { reading } = this
    if (reading) return reading.state
    if (this.settings.connection === 'hid') {
      const { line } = hidScale
      return line === 'none' ? 'away' : line === 'open' ? 'waiting' : line
    }
    const state = this.#serial.value
    if (state?.line.kind === 'failed') return 'failed'
    return state?.isSilent === true ? 'silent' : 'waiting'
  }
}
