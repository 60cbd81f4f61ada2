import type { Component } from 'svelte'
import type { Screen } from '../frame/route.ts'
import { loadScreenTexts } from '../messages/catalogue.ts'

type ScreenModule = { default: Component<Record<string, never>> }

const modules = {
  pack: () => import('./pack/PackScreen.svelte'),
  quote: () => import('./quote/QuoteScreen.svelte'),
  book: () => import('./book/BookScreen.svelte'),
  orders: () => import('./orders/OrdersScreen.svelte'),
  batch: () => import('./batch/BatchScreen.svelte'),
  track: () => import('./track/TrackScreen.svelte'),
  documents: () => import('./documents/DocumentsScreen.svelte'),
  addresses: () => import('./addresses/AddressesScreen.svelte'),
  endofday: () => import('./endofday/EndOfDayScreen.svelte'),
  labels: () => import('./labels/LabelsScreen.svelte'),
  spend: () => import('./spend/SpendScreen.svelte'),
  settings: () => import('./settings/SettingsScreen.svelte'),
  inbox: () => import('./inbox/InboxScreen.svelte'),
  site: () => import('./site/SiteScreen.svelte'),
  wall: () => import('./wall/WallScreen.svelte'),
  rehearsal: () => import('./rehearsal/RehearsalScreen.svelte'),
} satisfies Record<Screen, () => Promise<ScreenModule>>

/** The first questions, which are asked once. */
export const loadFirstRun = () => withTexts(import('./first-run/FirstRun.svelte'))

/** The code and texts of a screen, fetched when it is first shown. */
export const loadScreen = (screen: Screen): Promise<ScreenModule> => withTexts<ScreenModule>(modules[screen]())

async function withTexts<T>(code: Promise<T>): Promise<T> {
  const [module] = await Promise.all([code, loadScreenTexts()])
  return module
}
