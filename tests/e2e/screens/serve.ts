import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join, normalize } from 'node:path'
import { text } from 'node:stream/consumers'
import { commands, isCommandName, type CommandName } from '../../../src-shared/station/commands.ts'
import { StationError, type CommandResult } from '../../../src-shared/station/error.ts'
import { createFakeStation, type FakeStation } from './fake-station.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}
/** As strict as the app's own: what a screen needs beyond it shows as a console error. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** One call as a host makes it: parsed by the command table, its refusal as data. */
async function call<N extends CommandName>(
  station: FakeStation,
  name: N,
  body: unknown,
): Promise<CommandResult<unknown>> {
  // One row's schema and its handler belong together, which the compiler cannot see through the table's union.
  const input: never = commands[name].input.parse(body) as never
  try {
    return { ok: true, value: await station.handlers[name](input) }
  } catch (error) {
    if (error instanceof StationError) return { ok: false, error: error.toData() }
    throw error
  }
}

export interface ServedScreens {
  url: string
  station: FakeStation
  close(): Promise<void>
}

/** Serves a built renderer with a fake station behind it, as the browser shell does. */
export async function serveScreens(rendererDir: string): Promise<ServedScreens> {
  const station = createFakeStation()
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://localhost').pathname
    if (path === '/events') {
      response.writeHead(200, { 'Content-Type': 'text/event-stream' })
      response.write(': open\n\n')
      const end = station.subscribe((event) => response.write(`data: ${JSON.stringify(event)}\n\n`))
      request.on('close', end)
      return
    }
    const name = path.replace('/command/', '')
    if (request.method === 'POST' && isCommandName(name)) {
      const result = await call(station, name, JSON.parse(await text(request)))
      response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(result))
      return
    }
    const file = join(rendererDir, normalize(path === '/' ? '/index.html' : path))
    try {
      const body = await readFile(file)
      const type = TYPES[extname(file)] ?? 'application/octet-stream'
      response.writeHead(200, { 'Content-Type': type, 'Content-Security-Policy': POLICY }).end(body)
    } catch {
      response.writeHead(404).end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (!address || typeof address === 'string') throw new Error('the server has no port')
  return {
    url: `http://127.0.0.1:${address.port}/`,
    station,
    close: () =>
      new Promise((resolve, reject) => {
        server.closeAllConnections()
        server.close((error) => (error ? reject(error) : resolve()))
      }),
  }
}
