import { formatRoute, parseRoute, type Route, type Screen } from './route.ts'

/** The route in use, kept in the location's hash so that back, forward and reload work. */
export class Router {
  route = $state.raw<Route>(parseRoute(location.hash))

  /** All components with their states, of a development build. */
  isGallery = $state(isGalleryHash())

  constructor() {
    window.addEventListener('hashchange', () => {
      const route = parseRoute(location.hash)
      if (formatRoute(route) !== formatRoute(this.route)) this.route = route
      this.isGallery = isGalleryHash()
    })
  }

  /** Where the app begins when no place was named: there at once, so that no other screen is shown before it. */
  readonly begin = (screen: Screen): void => {
    this.route = { screen, params: {} }
    location.replace(formatRoute(this.route))
  }

  readonly go = (screen: Screen, params: Route['params'] = {}): void => {
    location.hash = formatRoute({ screen, params })
  }

  /** As `go`, without a step in the history. */
  readonly replace = (screen: Screen, params: Route['params'] = {}): void => {
    location.replace(formatRoute({ screen, params }))
  }
}

function isGalleryHash(): boolean {
  return import.meta.env.DEV && location.hash === '#/components'
}
