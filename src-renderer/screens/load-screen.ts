import type { Component } from 'svelte'
import type { Screen } from '../frame/route.ts'

type ScreenModule = { default: Component<Record<string, never>> }

const modules = {
  pack: () => import('./pack/PackScreen.svelte'),
  quote: () => import('./quote/QuoteScreen.svelte'),
  book: () => import('./book/BookScreen.svelte'),
  track: () => import('./track/TrackScreen.svelte'),
  settings: () => import('./settings/SettingsScreen.svelte'),
} satisfies Record<Screen, () => Promise<ScreenModule>>

/** The code of a screen, fetched when it is first shown. */
export function loadScreen(screen: Screen): Promise<ScreenModule> {
  return modules[screen]()
}
