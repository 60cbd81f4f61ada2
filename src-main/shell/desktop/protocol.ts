import type { CustomScheme } from 'electron'
import { securityHeaders } from '../csp.ts'
import { readRendererFile } from '../renderer-files.ts'

const SCHEME = 'waybill'
const APP_ORIGIN = `${SCHEME}://app`
export const APP_URL = `${APP_ORIGIN}/`

interface SchemeRegistry {
  registerSchemesAsPrivileged(schemes: CustomScheme[]): void
}

interface SchemeServer {
  handle(scheme: string, handler: (request: Request) => Promise<Response>): void
}

/** Makes our scheme a secure origin of its own, as https is. Must run before the app is ready. */
export function registerAppScheme(protocol: SchemeRegistry): void {
  protocol.registerSchemesAsPrivileged([
    { scheme: SCHEME, privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  ])
}

/** Serves the renderer's build at waybill://app/, and nothing else. */
export function serveRenderer(protocol: SchemeServer, rendererDir: string): void {
  protocol.handle(SCHEME, (request) => answer(request, rendererDir))
}

async function answer(request: Request, rendererDir: string): Promise<Response> {
  const url = new URL(request.url)
  if (url.host !== 'app' || request.method !== 'GET') return new Response(null, { status: 404 })
  const file = await readRendererFile(rendererDir, url.pathname)
  if (file === null) return new Response(null, { status: 404, headers: securityHeaders() })
  return new Response(file.bytes, { headers: { ...securityHeaders(), 'Content-Type': file.contentType } })
}

/** True for a page of ours. `URL.origin` is "null" for a scheme that is not built in, so the parts are compared. */
export function isAppUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && url.protocol === `${SCHEME}:` && url.host === 'app'
}
