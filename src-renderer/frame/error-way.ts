import { errorRule, type ErrorAction } from '../../src-shared/station/error.ts'
import type { Route } from './route.ts'

const settings = (section: string): Route => ({ screen: 'settings', params: { section } })

const WAYS: Record<ErrorAction, Route> = {
  bookings: { screen: 'book', params: {} },
  data: settings('data'),
  printers: settings('printers'),
  quote: { screen: 'quote', params: {} },
  'service-settings': settings('service'),
  webhooks: settings('webhooks'),
}

/** Where in the app something can be done about an error, unless one is there already; null: nowhere. */
export function wayOutOf(code: string, here: Route): { action: ErrorAction; route: Route } | null {
  const { action } = errorRule(code)
  if (action === null) return null
  const route = WAYS[action]
  const isHere = route.screen === here.screen && (route.params['section'] ?? '') === (here.params['section'] ?? '')
  return isHere ? null : { action, route }
}
