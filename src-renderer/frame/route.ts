/** The screens. rail-order.ts decides which of them are in the rail, and in which order. */
export const SCREENS = [
  'pack',
  'quote',
  'book',
  'orders',
  'batch',
  'track',
  'documents',
  'addresses',
  'endofday',
  'labels',
  'spend',
  'settings',
  'rehearsal',
  'inbox',
  'site',
  'wall',
] as const
export type Screen = (typeof SCREENS)[number]

/** Where the app is: a screen and its parameters, e.g. `#/track?shipment=SHP-1`. */
export interface Route {
  screen: Screen
  params: Readonly<Record<string, string>>
}

const HOME: Route = { screen: 'pack', params: {} }

/** Reads a location hash; anything unknown is the packing screen. */
export function parseRoute(hash: string): Route {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?')
  const screen = SCREENS.find((name) => name === path)
  return screen ? { screen, params: Object.fromEntries(new URLSearchParams(query)) } : HOME
}

/** The location hash of a route; the inverse of parseRoute. */
export function formatRoute({ screen, params }: Route): string {
  const query = new URLSearchParams(params).toString()
  return query ? `#/${screen}?${query}` : `#/${screen}`
}
