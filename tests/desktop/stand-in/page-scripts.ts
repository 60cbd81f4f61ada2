import { dateScript } from '../../support/page-date.ts'
import { bridgeEnd, preloadElectron } from './page-bridge.js'
import { wireCodec } from './wire.js'

/** What Chromium runs in a page before the page's own scripts. */

/** The binding by which a preload script's world calls this process. */
export const BINDING = 'standInCall'
export const PRELOAD_WORLD = 'Electron Isolated Context'

/** The page's own world: the other end of the bridge, and the date of the program that it belongs to. */
export function pageScript(dateOffsetMs: number): string {
  return `(() => {
  (${bridgeEnd.toString()})('page', 'preload')
  ;${dateScript(dateOffsetMs)}
})()`
}

/** The preload script as it was built, in a world of its own. */
export function preloadScript(source: string): string {
  return `(() => {
  const bridge = (${bridgeEnd.toString()})('preload', 'page')
  const codec = (${wireCodec.toString()})()
  const call = globalThis.${BINDING}
  const require = (${preloadElectron.toString()})(bridge, codec, (text) => call(text))
  const module = { exports: {} }
  ;(function (require, module, exports) {
${source}
  })(require, module, module.exports)
})()`
}
