import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'
import { z } from 'zod'
import { programArguments } from '../src-node/program-arguments.ts'
import { stationOptions } from '../src-main/app/host-options.ts'
import { createFilesPrivately } from '../src-main/app/private-files.ts'
import { openBrowserHost } from '../src-main/shell/browser/host.ts'
import { openInBrowser } from '../src-main/shell/browser/open-in-browser.ts'
import { closeOnSignal } from '../src-main/shell/browser/shut-down.ts'
import { openStation } from '../src-main/app/station.ts'

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

createFilesPrivately()
const { words } = programArguments(
  `npm run dev -- [DIR]

Opens Waybill in the browser, everything from source. DIR holds its databases (default: artifacts/dev).`,
  z.object({}),
  { words: true },
)
const options = stationOptions(words[0] ?? fromRoot('artifacts/dev'), process.env)
const station = await openStation(options)
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
openInBrowser(host.url, options.dataDir)
