import type { Route } from '../../frame/route.ts'

export const QUOTE_MODES = ['domestic', 'crossborder'] as const
type QuoteMode = (typeof QUOTE_MODES)[number]

/** Which of the two forms is shown; the one that was in use last until the route names another. */
class QuoteModes {
  current = $state<QuoteMode>('domestic')

  /** Takes the mode that a route names; a route that names none changes nothing. */
  take(route: Route | null): void {
    const named = QUOTE_MODES.find((mode) => mode === route?.params['mode'])
    if (named) this.current = named
  }
}

export const quoteModes = new QuoteModes()
