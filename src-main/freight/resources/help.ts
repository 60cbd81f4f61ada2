import { callOf } from '../http/call.ts'
import type { Transport } from '../http/transport.ts'

/**
 * GET /help: the page that shows that the interface is reachable, as HTML. It is for reading, never for showing in
 * the app.
 */
export function help(transport: Transport): Promise<string> {
  return transport.text({ ...callOf('help', {}), accept: 'text/html' })
}
