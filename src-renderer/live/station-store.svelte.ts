import type { RailFor } from '../frame/rail-order.ts'
import type { Settings, StationState } from '../../src-shared/station/app/state.ts'
import { pickupTermsOf, type PickupTermsOf } from '../../src-shared/station/booking/pickup-terms.ts'
import { isAtLeast, type Role } from '../../src-shared/station/role.ts'
import type { Locale } from '../locale/locale.svelte.ts'
import type { Station } from '../station.ts'
import { LiveQuery } from './live-query.svelte.ts'

/** The station's own state for the frame and the screens, with the language and the theme following it. */
export class StationStore extends LiveQuery<StationState> {
  readonly #locale: Locale

  constructor(station: Station, locale: Locale) {
    super(async () => {
      const state = await station.invoke('station.state', {})
      // The first picture is in the right language; a later switch shows as soon as its texts are here.
      await locale.use(state.settings.language)
      return this.#use(state)
    })
    this.#locale = locale
  }

  /** For the rail: who has signed in as what, and whether there are other stations. */
  get railFor(): RailFor {
    return { signedInAs: this.value?.signIn?.person?.role ?? null, isOfSite: this.isOfSite }
  }

  /** Whether the work of a role is theirs who has signed in; where no one has to sign in, it is everyone's. */
  readonly mayDo = (least: Role): boolean => {
    const { signedInAs } = this.railFor
    return signedInAs === null || isAtLeast(signedInAs, least)
  }

  /** The main role here: of the person signed in, or from Settings. */
  get role(): Role | undefined {
    return this.value?.signIn?.person?.role ?? this.value?.settings.role
  }

  /** When freight is picked up, by carrier, as far as the state is here. */
  readonly pickups: PickupTermsOf = (carrier) => pickupTermsOf(this.value?.settings)(carrier)

  /** Does the station belong to a site? */
  get isOfSite(): boolean {
    return this.value?.site !== undefined
  }

  /** Takes over a state that a command answered with. */
  readonly accept = (state: StationState): void => {
    this.value = this.#use(state)
  }

  readonly acceptSettings = (settings: Settings): void => {
    if (this.value) this.accept({ ...this.value, settings })
  }

  #use(state: StationState): StationState {
    void this.#locale.use(state.settings.language)
    document.documentElement.dataset['theme'] = state.settings.theme
    document.documentElement.dataset['density'] = state.settings.density ?? 'comfortable'
    return state
  }
}
