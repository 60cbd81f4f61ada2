import { connectCdp, type Cdp } from './cdp.ts'
import { setupSchema } from './talk.ts'

/** What the parts of the stand-in have in common: what the test set up, Chromium, and who is asked for an address. */

export const setup = setupSchema.parse(JSON.parse(process.env['WAYBILL_STAND_IN'] ?? 'null'))
delete process.env['WAYBILL_STAND_IN']

let connecting: Promise<{ cdp: Cdp; contextId: string }> | undefined

/** Chromium, and a profile in it that ends with this program. */
export function chromium(): Promise<{ cdp: Cdp; contextId: string }> {
  connecting ??= connect()
  return connecting
}

async function connect() {
  const cdp = await connectCdp(setup.browser)
  const answer = await cdp.send<{ browserContextId: string }>('Target.createBrowserContext', { disposeOnDetach: true })
  return { cdp, contextId: answer.browserContextId }
}

/** Chromium knows no scheme of ours: a page of `waybill://app/` stands at an address that nobody has, and is told by ours. */
const hosted = (scheme: string, host: string) => `https://${host}.${scheme}.stand-in.invalid`

export function toChromium(url: string): string {
  const { protocol, host, pathname, search, hash } = new URL(url)
  const scheme = protocol.slice(0, -1)
  return handlers.has(scheme) ? hosted(scheme, host) + (pathname || '/') + search + hash : url
}

export function toApp(url: string): string {
  const parsed = URL.parse(url)
  const [, host, scheme] = /^([\w-]+)\.([\w-]+)\.stand-in\.invalid$/.exec(parsed?.hostname ?? '') ?? []
  if (parsed === null || host === undefined || scheme === undefined) return url
  return `${scheme}://${host}${parsed.pathname}${parsed.search}${parsed.hash}`
}

/** `protocol.handle`, by scheme. */
export const handlers = new Map<string, (request: Request) => Response | Promise<Response>>()
/** `ipcMain.handle`, by channel. */
export const ipcHandlers = new Map<string, (event: unknown, ...args: unknown[]) => unknown>()
