import { createContext } from 'svelte'
import type { Router } from './frame/router.svelte.ts'
import type { HandedOver } from './live/handed-over.svelte.ts'
import type { Preferences } from './live/preferences.svelte.ts'
import type { StationStore } from './live/station-store.svelte.ts'
import type { Toasts } from './live/toasts.svelte.ts'
import type { Locale } from './locale/locale.svelte.ts'
import type { Station } from './station.ts'

/** What every screen works with. */
export interface AppContext {
  station: Station
  store: StationStore
  preferences: Preferences
  locale: Locale
  toasts: Toasts
  router: Router
  /** A label file that was opened or dropped outside Labels, until that shows it. */
  handedOver: HandedOver
}

export const [useApp, provideApp] = createContext<AppContext>()
