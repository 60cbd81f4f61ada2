import type { Transport } from './transport.ts'

/** GET /help: the page that says the interface is reachable, as HTML. It is for reading, never for showing in the app. */
export function help(transport: Transport): Promise<string> {
  return transport.text({ method: 'GET', path: '/help', accept: 'text/html', repeatable: 'read' })
}
