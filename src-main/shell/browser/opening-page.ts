import type { IncomingMessage, ServerResponse } from 'node:http'
import { LINK_HEADER, SESSION_HEADER, type BrowserGuard } from './guard.ts'

/** Where the page keeps its session's token: in the storage of its own origin, of which the port is a part. */
const STORED_AS = 'waybill.session'

/** Shown before the app and its languages are loaded, so in both. */
const WORDS = {
  opening: ['Opening Waybill …', 'Abriendo Waybill …'],
  used: [
    'This address opens Waybill only once: run “npm start” again to open the same Waybill with a new one.',
    'Esta dirección abre Waybill una sola vez: ejecute «npm start» de nuevo para abrir el mismo Waybill con otra.',
  ],
  wrong: [
    'This is not the address that Waybill showed when it started. Copy the whole address, or run “npm start” again.',
    'Esta no es la dirección que Waybill mostró al iniciarse. Cópiela entera o ejecute «npm start» de nuevo.',
  ],
  failed: ['Waybill is not responding. Is it still running?', 'Waybill no responde. ¿Sigue en marcha?'],
} as const

/**
 * The token is behind the # of the address, which no request carries: looking at the address, as a browser's
 * prefetch or a HEAD does, neither uses the token up nor writes it down anywhere.
 */
const SCRIPT = `const say = (which) => {
  for (const one of document.querySelectorAll('[data-when]')) one.hidden = one.dataset.when !== which
}
try {
  const answer = await fetch('/open', {
    method: 'POST',
    headers: {
      '${LINK_HEADER}': location.hash.slice(1),
      '${SESSION_HEADER}': localStorage.getItem('${STORED_AS}') ?? '',
    },
  })
  if (answer.status === 200) localStorage.setItem('${STORED_AS}', await answer.text())
  if (answer.ok) location.replace('/')
  else say(answer.status === 409 ? 'used' : 'wrong')
} catch {
  say('failed')
}
`

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="color-scheme" content="light dark" />
    <!-- Without one the browser asks for /favicon.ico, before it may have anything. -->
    <link rel="icon" href="data:," />
    <title>Waybill</title>
    <script type="module" src="/open.js"></script>
  </head>
  <body>
    <main>${Object.entries(WORDS).map(section).join('')}</main>
  </body>
</html>
`

function section([when, [english, spanish]]: [string, readonly [string, string]]): string {
  const hidden = when === 'opening' ? '' : ' hidden'
  return `<section data-when="${when}"${hidden}><p lang="en">${english}</p><p lang="es">${spanish}</p></section>`
}

const NOT_STORED = { 'Cache-Control': 'no-store' }

export interface Opening {
  guard: BrowserGuard
  headers: Record<string, string>
  /** The token was exchanged for a session. */
  onOpened: () => void
  /** A right token came a second time: one of its two holders is an intruder. */
  onContested: () => void
}

/**
 * The way in: `GET /open` is a page without any secret, whose script posts the token behind the # to the same address.
 * 200 gives the session's token and sets the cookie, 204: this browser is in already, 409: used, 401: wrong. False for any
 * other path.
 */
export function answerOpening(
  { method, headers: sent }: IncomingMessage,
  path: string,
  response: ServerResponse,
  { guard, headers, onOpened, onContested }: Opening,
): boolean {
  const isLook = method === 'GET' || method === 'HEAD'
  if (isLook && path === '/open') {
    response.writeHead(200, { ...headers, ...NOT_STORED, 'Content-Type': 'text/html; charset=utf-8' }).end(PAGE)
    return true
  }
  if (isLook && path === '/open.js') {
    response.writeHead(200, { ...headers, ...NOT_STORED, 'Content-Type': 'text/javascript; charset=utf-8' }).end(SCRIPT)
    return true
  }
  if (method !== 'POST' || path !== '/open') return false

  if (guard.isPage(sent)) {
    response.writeHead(204, { ...headers, ...NOT_STORED }).end()
    return true
  }
  const redemption = guard.redeem(sent)
  if (redemption.outcome === 'opened') {
    const { cookie, session } = redemption
    response
      .writeHead(200, { ...headers, ...NOT_STORED, 'Set-Cookie': cookie, 'Content-Type': 'text/plain; charset=utf-8' })
      .end(session)
    onOpened()
    return true
  }
  response.writeHead(redemption.outcome === 'used' ? 409 : 401, { ...headers, ...NOT_STORED }).end()
  if (redemption.outcome === 'used') onContested()
  return true
}
