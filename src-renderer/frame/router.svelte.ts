import { formatRoute, parseRoute, type Route, type Screen } from './route.ts'

/** The route in use, kept in the location's hash so that back, forward and reload work. */
export class Router {
  route = $state.raw<Route>(parseRoute(location.hash))

  constructor() {
    window.addEventListener('hashchange', () => (this.route = parseRoute(location.hash)))
  }

  readonly go = (screen: Screen, params: Route['params'] = {}): void => {
    location.hash = formatRoute({ screen, params })
  }

  /** As `go`, without a step in the history. */
  readonly replace = (screen: Screen, params: Route['params'] = {}): void => {
    location.replace(formatRoute({ screen, params }))
  }
}
