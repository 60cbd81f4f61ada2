import { mkdirSync, writeFileSync } from 'node:fs'
import { request, type IncomingHttpHeaders } from 'node:http'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { COMMAND_NAMES } from '../../src-shared/station/commands.ts'
import { openBrowserHost } from '../../src-main/shell/browser/host.ts'
import { CONTENT_SECURITY_POLICY } from '../../src-main/shell/csp.ts'
import { idleConnections } from '../support/idle-connections.ts'
import { scriptedStation, type ScriptedStation } from '../support/scripted-station.ts'
import { tempDir } from '../support/temp-dir.ts'

interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: string
}

interface Call {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** A host with a small page, and a browser's requests to it, byte for byte as given. */
async function open(station: ScriptedStation = scriptedStation()) {
  const rendererDir = join(tempDir(), 'renderer')
  mkdirSync(join(rendererDir, 'assets'), { recursive: true })
  writeFileSync(join(rendererDir, 'index.html'), '<!doctype html><title>Waybill</title>')
  writeFileSync(join(rendererDir, 'assets', 'index-a1.js'), 'export {}')
  writeFileSync(join(rendererDir, '..', 'waybill-secret.html'), 'not for you')
  const reported: string[] = []
  const host = await openBrowserHost({
    station,
    rendererDir,
    onOpened: () => reported.push('opened'),
    onContested: () => reported.push('contested'),
  })
  onTestFinished(() => host.close())
  const { origin, port, hash } = new URL(host.url)

  const send = (path: string, { method = 'GET', headers = {}, body }: Call = {}): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const sent = request({ host: '127.0.0.1', port, path, method, headers }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            body: Buffer.concat(chunks).toString(),
          })
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })

  const redeem = (link = hash.slice(1), headers: Record<string, string> = {}) =>
    send('/open', { method: 'POST', headers: { origin, 'x-waybill-link': link, ...headers } })
  /** The headers of a page that is in. */
  const enter = async (): Promise<Record<string, string>> => {
    const { headers, body } = await redeem()
    return { cookie: headers['set-cookie']?.[0]?.split(';')[0] ?? '', 'x-waybill-session': body }
  }
  const command = (name: string, page: Record<string, string>, { headers = {}, body = '{}' }: Call = {}) =>
    send(`/command/${name}`, {
      method: 'POST',
      headers: { ...page, origin, 'content-type': 'application/json', ...headers },
      body,
    })
  return { host, station, origin, port, told: reported, send, redeem, enter, command }
}

describe('the way in', () => {
  test('the printed address lets one browser in once, and what it gives goes on letting it in', async () => {
    const { send, redeem, told: reported } = await open()
    const first = await redeem()
    expect(first.status).toBe(200)
    const [cookie = ''] = first.headers['set-cookie'] ?? []
    expect(cookie).toMatch(/^waybill-\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/$/)
    expect(first.body).toMatch(/^[\w-]{43}$/)
    expect(reported).toEqual(['opened'])

    const headers = { cookie: cookie.split(';')[0] ?? '' }
    expect((await send('/', { headers })).body).toContain('Waybill')
    expect((await send('/', { headers })).status).toBe(200)
  })

  test('of many who come with it at the same moment one gets in, and it is told that the others came', async () => {
    const { redeem, told: reported } = await open()
    const answers = await Promise.all(Array.from({ length: 20 }, () => redeem()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(19)
    for (const { status, headers, body } of answers) {
      if (status === 409) expect([headers['set-cookie'], body]).toEqual([undefined, ''])
    }
    expect(reported).toEqual(['opened', ...Array<string>(19).fill('contested')])
  })

  test('another address lets a browser in once as well, and neither changes what the other is worth', async () => {
    const { host, send, redeem, told: reported } = await open()
    const other = new URL(host.newUrl()).hash.slice(1)
    expect((await redeem(other)).status).toBe(200)
    expect((await redeem(other)).status).toBe(409)
    const first = await redeem()
    expect(first.status).toBe(200)
    expect(reported).toEqual(['opened', 'contested', 'opened'])
    const headers = { cookie: first.headers['set-cookie']?.[0]?.split(';')[0] ?? '' }
    expect((await send('/', { headers })).status).toBe(200)
    // Without the cookie of a closed browser, it says how to go on.
    expect((await send('/')).body).toBe('Run "npm start" again: it opens this Waybill with a new address.\n')
    expect((await send('/open')).body).toContain('run “npm start” again to open the same Waybill with a new one.')
  })

  test('the browser that is in may open the address again, and nobody is warned of it', async () => {
    const { redeem, enter, told: reported } = await open()
    const page = await enter()
    expect((await redeem(undefined, page)).status).toBe(204)
    expect(reported).toEqual(['opened'])
  })

  test('looking at the address does not use it up', async () => {
    const { host, send, redeem } = await open()
    const { pathname, search } = new URL(host.url)
    for (const method of ['GET', 'HEAD', 'OPTIONS']) await send(pathname + search, { method })
    const prefetch = await send(pathname + search, { headers: { 'sec-purpose': 'prefetch', purpose: 'prefetch' } })
    expect(prefetch.status).toBe(200)
    expect(prefetch.headers['set-cookie']).toBeUndefined()
    expect((await redeem()).status).toBe(200)
  })

  test('the token is in no part of the address that a request carries', async () => {
    const { host } = await open()
    const { pathname, search, hash } = new URL(host.url)
    expect([pathname, search]).toEqual(['/open', ''])
    expect(hash).toMatch(/^#[\w-]{43}$/)
  })

  test('a wrong or missing token opens nothing, warns nobody and leaves the right one good', async () => {
    const { redeem, told: reported } = await open()
    expect((await redeem('guess')).status).toBe(401)
    expect((await redeem('')).status).toBe(401)
    expect(reported).toEqual([])
    expect((await redeem()).status).toBe(200)
  })

  test('the token is not taken from another page', async () => {
    const { redeem } = await open()
    expect((await redeem(undefined, { origin: 'http://127.0.0.1:1' })).status).toBe(403)
    expect((await redeem(undefined, { origin: 'null' })).status).toBe(403)
    expect((await redeem()).status).toBe(200)
  })

  test.each(['/', '/assets/index-a1.js', '/events', '/command/station.state'])(
    'without the cookie %s is refused with a sentence',
    async (path) => {
      const { send, origin, station } = await open()
      const method = path.startsWith('/command') ? 'POST' : 'GET'
      const answer = await send(path, { method, headers: { origin } })
      expect(answer.status).toBe(401)
      expect(answer.body).toMatch(/^Run "npm start" again/)
      expect(station.received).toEqual([])
    },
  )

  test('a cookie of another run is not taken', async () => {
    const { send, enter } = await open()
    const { cookie = '' } = await enter()
    const forged = `${cookie.slice(0, -4)}AAAA`
    expect((await send('/', { headers: { cookie: forged } })).status).toBe(401)
  })

  test('the cookie alone runs no command and hears no event, and neither does the page’s token alone', async () => {
    const { command, enter, send, station } = await open()
    const { cookie = '', 'x-waybill-session': session = '' } = await enter()
    const parts: Record<string, string>[] = [
      { cookie },
      { 'x-waybill-session': session },
      { cookie, 'x-waybill-session': `${session.slice(0, -4)}AAAA` },
    ]
    for (const part of parts) {
      expect((await command('station.state', part)).status).toBe(401)
      expect((await send('/events', { headers: part })).status).toBe(401)
    }
    expect(station.received).toEqual([])
    expect(station.listeners()).toBe(0)
  })
})

describe('requests that another page had the browser send', () => {
  test.each(['evil.example', 'localhost', '127.0.0.1', '127.0.0.1:1'])(
    'the host name %s is refused, cookie or not',
    async (host) => {
      const { send, enter } = await open()
      const page = await enter()
      const answer = await send('/', { headers: { ...page, host } })
      expect(answer.status).toBe(403)
      expect(answer.body).toMatch(/^Waybill answers only at http:\/\/127\.0\.0\.1:\d+\.$/m)
    },
  )

  test('a command from another origin is refused, and so is one that names none', async () => {
    const { command, enter, send, station } = await open()
    const page = await enter()
    for (const origin of ['http://evil.example', 'http://127.0.0.1:1', 'null']) {
      expect((await command('station.state', page, { headers: { origin } })).status).toBe(403)
    }
    const headers = { ...page, 'content-type': 'application/json' }
    expect((await send('/command/station.state', { method: 'POST', headers, body: '{}' })).status).toBe(403)
    expect(station.received).toEqual([])
  })

  test('a picture or script tag on another page gets nothing, not even from another port of this machine', async () => {
    const { enter, send } = await open()
    const page = await enter()
    for (const site of ['cross-site', 'same-site']) {
      const headers = { ...page, 'sec-fetch-site': site, 'sec-fetch-mode': 'no-cors' }
      expect((await send('/assets/index-a1.js', { headers })).status).toBe(403)
      expect((await send('/events', { headers })).status).toBe(403)
    }
  })
})

describe('commands', () => {
  test('every command of the table has its route, and only those', async () => {
    const { command, enter, station } = await open()
    const page = await enter()
    for (const name of COMMAND_NAMES) {
      const answer = await command(name, page, { body: '{"a":1}' })
      expect(answer.status, name).toBe(200)
      expect(JSON.parse(answer.body)).toEqual({ ok: true, value: { fine: true } })
    }
    expect(station.received).toEqual(COMMAND_NAMES.map((name) => ({ name, input: { a: 1 } })))

    for (const name of ['station.open', 'constructor', '', '..%2fevents', 'station.state/x']) {
      expect((await command(name, page)).status, name).toBe(404)
    }
    expect(station.received).toHaveLength(COMMAND_NAMES.length)
  })

  test('an error of the station arrives as data', async () => {
    const error = { code: 'NOT_FOUND', message: 'No such quote.', retryable: false, details: { id: 'q1' } }
    const { command, enter } = await open(scriptedStation({ ok: false, error }))
    const answer = await command('quotes.get', await enter())
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.body)).toEqual({ ok: false, error })
  })

  test('a body of more than a megabyte is refused and not handed on', async () => {
    const { command, enter, station } = await open()
    const page = await enter()
    const largest = `"${'x'.repeat(999_998)}"`
    expect((await command('quotes.get', page, { body: largest })).status).toBe(200)
    const answer = await command('quotes.get', page, { body: `${largest} ` })
    expect(answer.status).toBe(413)
    expect(JSON.parse(answer.body)).toMatchObject({ ok: false, error: { code: 'INVALID_INPUT' } })
    expect(station.received).toHaveLength(1)
  })

  test('what is not JSON, or not said to be, or not posted, is refused in words', async () => {
    const { command, enter, send, station } = await open()
    const page = await enter()
    expect((await command('quotes.get', page, { body: '{' })).status).toBe(400)
    expect((await command('quotes.get', page, { headers: { 'content-type': 'text/plain' } })).status).toBe(415)
    expect((await send('/command/quotes.get', { headers: page })).status).toBe(405)
    expect((await send('/', { method: 'DELETE', headers: page })).status).toBe(405)
    expect(station.received).toEqual([])
  })

  test('an answer that the desktop shell could not carry is a fault here as well', async () => {
    const { command, enter } = await open(scriptedStation({ ok: true, value: { rows: [{ at: new Date(0) }] } }))
    const answer = await command('jobs.list', await enter())
    expect(answer.status).toBe(500)
    expect(answer.body).toContain('value.rows[0].at')
  })
})

describe('events', () => {
  test('arrive as they happen, one a message, until the page goes', async () => {
    const { enter, origin, station } = await open()
    const page = await enter()
    const leave = new AbortController()
    const response = await fetch(`${origin}/events`, { headers: page, signal: leave.signal })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
    await expect.poll(() => station.listeners()).toBe(1)

    station.emit({ name: 'jobs.changed', payload: { jobId: 'job_1' } })
    let text = ''
    while (!text.includes('job_1')) text += (await reader?.read())?.value ?? ''
    expect(text).toMatch(/^retry: \d+\n\n/)
    expect(text).toContain('data: {"name":"jobs.changed","payload":{"jobId":"job_1"}}\n\n')

    leave.abort()
    await expect.poll(() => station.listeners()).toBe(0)
  })

  test('end when the host closes, and the port is free again', async () => {
    const { enter, host, origin } = await open()
    const page = await enter()
    const response = await fetch(`${origin}/events`, { headers: page })
    const text = response.text().catch(() => 'broken off')
    await host.close()
    expect(await text).toBeTypeOf('string')
    await expect(fetch(origin)).rejects.toThrow('fetch failed')
  })
})

describe('the page', () => {
  test('its files come with the right types and the policy of the desktop shell', async () => {
    const { enter, send } = await open()
    const headers = await enter()
    const page = await send('/?a=1', { headers })
    expect(page.headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    })
    const script = await send('/assets/index-a1.js', { headers })
    expect(script.headers['content-type']).toBe('text/javascript; charset=utf-8')
    expect((await send('/assets/none.js', { headers })).status).toBe(404)
  })

  test.each([
    '/../waybill-secret.html',
    '/assets/../../waybill-secret.html',
    '/%2e%2e/waybill-secret.html',
    '/..%2fwaybill-secret.html',
    '/..%5cwaybill-secret.html',
    '//etc/passwd',
    '/%00index.html',
    '/.env.json',
    '/%zz',
  ])('%s leads nowhere', async (path) => {
    const { enter, send } = await open()
    const answer = await send(path, { headers: await enter() })
    expect(answer.status).toBe(404)
    expect(answer.body).not.toContain('not for you')
  })
})

describe('a host that strangers of this machine knock at', () => {
  test('keeps the page’s stream of events through them', async () => {
    const station = scriptedStation()
    const { port, origin, enter } = await open(station)
    const page = await enter()
    const events = await fetch(`${origin}/events`, { headers: page })
    await idleConnections(Number(port), 500)
    station.emit({ name: 'shipments.changed', payload: { shipmentIds: [] } })
    let heard = ''
    const stream: AsyncIterable<Uint8Array> | null = events.body
    for await (const chunk of stream ?? []) {
      heard += new TextDecoder().decode(chunk)
      if (heard.includes('shipments.changed')) break
    }
    expect(heard).toContain('shipments.changed')
  })

  test.each(['a'.repeat(300), 'a'.repeat(5_000), `assets/${'b'.repeat(4_000)}.js`, 'c/'.repeat(3_000)])(
    'has no page at a path that is too long for a file',
    async (path) => {
      const { send, enter } = await open()
      expect((await send(`/${path}.html`, { headers: await enter() })).status).toBe(404)
    },
  )
})
