import { PAGE_COMMANDS } from '../../src-shared/station/app/connections.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { Pages } from './pages.ts'

/** A browser asks again after so many seconds. */
const PREFLIGHT_HOLDS_S = '600'
const MOST_SHOWN = 200

type Headers = Readonly<Record<string, string>>

/** The parts of a request by which a page and a program differ. */
interface PageRequest {
  method?: string | undefined
  headers: {
    origin?: string | undefined
    'access-control-request-private-network'?: string | string[] | undefined
  }
}

/**
 * Who asks: a browser names the origin of the page, in every request that it makes for another origin and in every
 * POST. Null: another program.
 * @param command that the path names
 * @throws StationError ORIGIN_REFUSED (details.origin)
 */
export async function pageOf(
  request: PageRequest,
  command: string,
  pages: Pick<Pages, 'isAllowed' | 'ask'>,
): Promise<{ headers: Headers; isPreflight: boolean } | null> {
  const { origin } = request.headers
  if (origin === undefined) return null
  if (!(await pages.isAllowed(origin))) {
    if (PAGE_COMMANDS.includes(command)) await pages.ask(origin)
    const shown = origin.slice(0, MOST_SHOWN)
    throw new StationError({
      code: 'ORIGIN_REFUSED',
      message: `Web pages of ${shown} may not print here. A supervisor can allow them in Settings > Connections > Web pages.`,
      details: { origin: shown },
    })
  }
  const headers = { 'access-control-allow-origin': origin, vary: VARY }
  if (request.method !== 'OPTIONS') return { headers, isPreflight: false }
  return { headers: { ...headers, ...PREFLIGHT, ...privateNetwork(request) }, isPreflight: true }
}

/** What an answer depends on, also one that allows nothing. */
export const VARY = 'Origin, Access-Control-Request-Private-Network'

const PREFLIGHT = {
  'access-control-allow-methods': 'POST',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-max-age': PREFLIGHT_HOLDS_S,
}

/** A page from elsewhere that reaches this machine: Chromium asks whether its address is for such pages. */
const privateNetwork = (request: PageRequest): Headers =>
  request.headers['access-control-request-private-network'] === 'true'
    ? { 'access-control-allow-private-network': 'true' }
    : {}

/** Refuses to a page what is no part of printing. @throws StationError SCOPE_NEEDED (details.command) */
export function refuseToPage(command: string): void {
  if (PAGE_COMMANDS.includes(command)) return
  throw new StationError({
    code: 'SCOPE_NEEDED',
    message: `A web page can only list printers, print, and follow its print job: ${PAGE_COMMANDS.join(', ')}.`,
    details: { command: command.slice(0, MOST_SHOWN) },
  })
}
