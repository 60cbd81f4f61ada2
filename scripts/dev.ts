import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { stationOptions } from '../src-main/host-options.ts'
import { openBrowserHost } from '../src-main/shell/browser-host.ts'
import { openInBrowser } from '../src-main/shell/open-in-browser.ts'
import { closeOnSignal } from '../src-main/shell/shut-down.ts'
import { openStation } from '../src-main/station.ts'

/**
 * `npm run dev [-- DIR]`: the app in the browser, everything from source; what changes in the renderer shows at once.
 * DIR holds its data (default: artifacts/dev, apart from the data of the app in use).
 */

// Vite's page in development puts styles in by itself and listens for changes on a port of its own.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self' ws://127.0.0.1:*",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const fromRoot = (path: string) => fileURLToPath(new URL(`../${path}`, import.meta.url))

const station = await openStation(stationOptions(process.argv[2] ?? fromRoot('artifacts/dev'), process.env))
const vite = await createServer({
  root: fromRoot('src-renderer'),
  configFile: fromRoot('vite.config.ts'),
  server: { middlewareMode: true, ws: { host: '127.0.0.1' } },
})
const host = await openBrowserHost({
  station,
  rendererDir: fromRoot('src-renderer'),
  development: { middleware: vite.middlewares, contentSecurityPolicy: CONTENT_SECURITY_POLICY },
})
closeOnSignal(async () => {
  await host.close()
  await vite.close()
  await station.close()
})
console.log(`Waybill from source is open at ${host.url}`)
openInBrowser(host.url)
