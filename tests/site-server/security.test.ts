import { describe, expect, it } from 'vitest'
import { relayedEndpoint } from '../../src-shared/site/relay.ts'
import { createThrottle } from '../../src-main/site-server/http/throttle.ts'
import { cachedFor, RELAY_BASE } from '../../src-main/site-server/http/site-app.ts'
import { hostOf } from '../../src-main/cli/site-start.ts'
import { SITE_BASE } from '../../src-shared/site/identity.ts'
import { ENDPOINTS } from '../../src-shared/freight/endpoints.ts'
import { SITE_GETS, SITE_POSTS } from '../../src-shared/site/endpoints.ts'
import { readEnrolCode } from '../../src-shared/site/enrol.ts'
import { filesIn } from '../support/files-in.ts'
import { hasPostgres } from '../support/postgres.ts'
import { tempDir } from '../support/temp-dir.ts'
import { drawnToken, Refused, stationOf, testSite } from '../support/test-site.ts'

/** Every way into a site that wants a token. */
const WAYS = [
  ...Object.entries(SITE_POSTS)
    .filter(([name]) => name !== 'enrol')
    .map(([, { path }]) => ({ method: 'POST', path })),
  ...Object.values(SITE_GETS).map(({ path }) => ({ method: 'GET', path })),
  { method: 'GET', path: '/feed/stream?after=0' },
  { method: 'GET', path: `/documents/${'a'.repeat(64)}` },
  { method: 'GET', path: '/freight/api/v1/shipments' },
]

const refusal = async (asked: Promise<unknown>): Promise<Refused> => {
  try {
    await asked
  } catch (error) {
    if (error instanceof Refused) return error
    throw error
  }
  throw new Error('it was not refused')
}

describe.skipIf(!hasPostgres)('a site lets in', () => {
  it('nobody without a good token, at any endpoint, and no station that was revoked', async () => {
    const { another, station, db } = await testSite()
    const a = await station('Dock A')
    await db.run('UPDATE station SET revoked_at = site_now() WHERE station_id = $1', a.stationId)
    const asked = [null, drawnToken(), a.token, 'x'].flatMap((token) => WAYS.map((way) => ({ token, ...way })))
    // One process refuses strangers, whatever they say, after twenty in a row.
    while (asked.length > 0) {
      const { port, close } = await another()
      for (const { token, method, path } of asked.splice(0, 18)) {
        const body = method === 'POST' ? { body: '{}' } : {}
        const reported = await refusal(stationOf(`http://127.0.0.1:${port}`, token).asked(path, { method, ...body }))
        expect(reported, `${method} ${path}`).toMatchObject({ status: 401, code: 'STATION_REFUSED' })
      }
      await close()
    }
  })

  it('one station by one code, within a quarter of an hour, and the same again when its answer was lost', async () => {
    const { site, origin, db } = await testSite()
    const unknown = stationOf(origin, null)
    const request = async (name: string) => ({
      secret: readEnrolCode(await site.enrolCode([origin]))?.secret ?? '',
      stationId: `stn_${name}`,
      name,
      version: '0.1.0',
      token: drawnToken(),
    })
    const first = await request('A')
    await unknown.post('enrol', first)
    expect(await unknown.post('enrol', first)).toMatchObject({ stationId: 'stn_A' })
    const used = await refusal(unknown.post('enrol', { ...first, stationId: 'stn_B', name: 'B', token: drawnToken() }))
    expect(used).toMatchObject({ status: 403, code: 'CODE_REFUSED' })
    expect(await refusal(unknown.post('enrol', { ...first, token: drawnToken() }))).toMatchObject({ status: 403 })
    const over = await request('C')
    await db.run(`UPDATE test_shift SET by = by + interval '16 minutes'`)
    expect(await refusal(unknown.post('enrol', over))).toMatchObject({ code: 'CODE_REFUSED' })
    const sameName = await request('a')
    expect(await refusal(unknown.post('enrol', sameName))).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
    // Neither the code nor the token stands anywhere in the database.
    const kept = JSON.stringify([await db.all('SELECT * FROM enrol_code'), await db.all('SELECT * FROM station')])
    for (const secret of [first.secret, first.token, over.secret]) expect(kept).not.toContain(secret)
  })

  it('a station again under its id, which tells what it has before anything is sent', async () => {
    const { site, origin, station, db } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    const { siteId } = await a.state()
    await db.run('UPDATE station SET revoked_at = site_now() WHERE station_id = $1', a.stationId)
    await db.run('DELETE FROM feed_pending')
    await db.run('UPDATE enrol_code SET used_by = NULL WHERE used_by = $1', b.stationId)
    await db.run('DELETE FROM station WHERE station_id = $1', b.stationId)
    // However often it asks, and others from its address with it, it hears why.
    for (let asked = 0; asked < 30; asked++) expect(await refusal(a.state())).toMatchObject({ code: 'STATION_REFUSED' })
    expect(await refusal(b.state())).toMatchObject({ code: 'STATION_REFUSED' })
    const unknown = stationOf(origin, null)
    for (const [one, name] of [
      [a, 'Dock A'],
      [b, 'Dock B'],
    ] as const) {
      const secret = readEnrolCode(await site.enrolCode([origin]))?.secret ?? ''
      const request = { secret, stationId: one.stationId, name, version: '0.1.0', token: drawnToken() }
      expect(await refusal(unknown.post('enrol', { ...request, siteId: 'site_of_others' }))).toMatchObject({
        code: 'CODE_REFUSED',
      })
      if (one === a) expect(await refusal(unknown.post('enrol', request))).toMatchObject({ code: 'INVALID_INPUT' })
      expect(await unknown.post('enrol', { ...request, siteId })).toMatchObject({ stationId: one.stationId })
      const again = stationOf(origin, request.token)
      expect(await again.state()).toMatchObject({ mustSync: true, waitsFor: 'stations-to-sync', toSync: [name] })
      expect(await refusal(one.state())).toMatchObject({ code: 'STATION_REFUSED' })
      await again.post('sync', { timeline: a.timeline, bookings: [], changes: [], isLast: true })
      expect(await again.state()).toMatchObject({ mustSync: false, waitsFor: null })
    }
    expect(await db.all(`SELECT subject_id FROM audit WHERE action = 'enrolled-again' ORDER BY seq`)).toEqual([
      { subject_id: a.stationId },
      { subject_id: b.stationId },
    ])
  })

  it('no replay of a hand-over with another content, nor another station’s id', async () => {
    const { station, db } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    const item = await a.item('PO-1')
    await a.upload(item)
    const instructions = { ...item.booking.wire.request, instructions: 'Leave it at the neighbour' }
    const changed = [
      { ...item, booking: { ...item.booking, wire: { ...item.booking.wire, request: instructions } } },
      { ...item, booking: { ...item.booking, summary: { ...item.booking.summary, total: null } } },
      { ...item, booking: { ...item.booking, submissionId: 'submission-another' } },
      { ...item, booking: { ...item.booking, bookingId: 'bkg_another' } },
    ]
    for (const other of changed as (typeof item)[]) {
      expect(await a.upload(other)).toMatchObject({ answer: 'refused', error: { code: 'SUBMISSION_DIFFERS' } })
    }
    expect(await b.upload(item)).toMatchObject({ answer: 'refused', error: { code: 'SUBMISSION_DIFFERS' } })
    expect(await db.all('SELECT booking_id FROM booking')).toEqual([{ booking_id: item.booking.bookingId }])
    const elsewhere = { ...item, booking: { ...item.booking, environment: 'https://other.example/api/v1' } }
    expect(await a.upload(elsewhere)).toMatchObject({ answer: 'refused', error: { code: 'INVALID_INPUT' } })
  })

  it('no body that is too large, no JSON, or not what the endpoint takes, and says which', async () => {
    const { origin, station } = await testSite()
    const a = await station('Dock A')
    const post = (path: string, body: string) =>
      refusal(stationOf(origin, a.token).asked(path, { method: 'POST', body }))
    for (const { path, most } of Object.values(SITE_POSTS).filter(({ path }) => path !== '/enrol')) {
      expect(await post(path, 'x'.repeat(most + 1))).toMatchObject({ status: 413, code: 'TOO_LARGE' })
      expect(await post(path, 'not json')).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
      expect(await post(path, '{"items":7}')).toMatchObject({ status: 400, code: 'INVALID_INPUT' })
    }
    expect(await refusal(stationOf(origin, a.token).asked('/feed?after=-1'))).toMatchObject({ status: 400 })
    expect(await refusal(stationOf(origin, a.token).asked('/documents/..%2fx'))).toMatchObject({ status: 404 })
    expect(await refusal(stationOf(origin, a.token).asked('/nothing'))).toMatchObject({ status: 404 })
  })
})

describe.skipIf(!hasPostgres)('the API key of a site', () => {
  it('is in no answer, no error, no metric, no file and no row, although the service repeats it', async () => {
    const folder = tempDir()
    const { sandbox, station, origin, db } = await testSite({ folder, metricsToken: 'figures' })
    const { apiKey } = sandbox
    const a = await station('Dock A')
    const echo = {
      kind: 'status',
      when: 'before',
      status: 400,
      code: 'INVALID_REQUEST',
      message: `no ${apiKey} here`,
    } as const
    await sandbox.fault({ method: 'GET', path: '/location', fault: echo })
    const headers = { authorization: `Bearer ${a.token}` }
    const relayed = await (await fetch(`${origin}${RELAY_BASE}/location/search/78041`, { headers })).text()
    await sandbox.fault({ method: 'POST', path: '/book', fault: echo })
    const item = await a.item('PO-1')
    await a.upload(item)
    const rejected = await a.seen(item.booking.bookingId, ({ course }) => course.state === 'REJECTED')
    const reported = [
      relayed,
      JSON.stringify(rejected),
      JSON.stringify(await a.state()),
      JSON.stringify(await a.feed(0)),
      await (await fetch(`${origin}/metrics`, { headers: { authorization: 'Bearer figures' } })).text(),
      await (await fetch(`${origin}/readyz`)).text(),
      JSON.stringify(await db.all('SELECT * FROM booking')),
      JSON.stringify(await db.all('SELECT * FROM audit')),
      ...filesIn(folder).map(({ bytes }) => bytes.toString('latin1')),
    ]
    expect(rejected.course.error?.message).toContain('here')
    expect(relayed).toContain('here')
    for (const text of reported) expect(text).not.toContain(apiKey)
  })

  it('books and changes nothing for a station past the outbox', async () => {
    const { station, sandbox } = await testSite()
    const a = await station('Dock A')
    const sends = Object.values(ENDPOINTS).filter(({ repeatable }) => repeatable === 'never')
    expect(sends.length).toBeGreaterThan(2)
    for (const { method, path } of sends) {
      const reported = await refusal(
        a.asked(`/freight/api/v1${path.replaceAll(/\{[^}]+\}/g, 'X-1')}`, { method, body: '{}' }),
      )
      expect(reported).toMatchObject({ status: 404, code: 'NOT_FOUND' })
    }
    for (const path of [
      '/shipments/../book-shipment',
      '/shipments/%2e%2e/book-shipment',
      '//book-shipment',
      '/book%2Fx',
    ]) {
      expect(relayedEndpoint('POST', path)).toBeNull()
    }
    expect(await sandbox.get('/shipments')).toMatchObject({ data: [] })
    expect((await a.client.listShipments({ limit: 1 })).shipments).toEqual([])
  })
})

describe('who asks too often', () => {
  it('waits: a station after a burst, a stranger much sooner', () => {
    let now = 0
    const throttle = createThrottle(() => now)
    const many = (ask: () => void) => {
      let asked = 0
      try {
        for (; asked < 10_000; asked++) ask()
      } catch {
        return asked
      }
      return asked
    }
    const [station, unknown] = [many(() => throttle.station('a')), many(() => throttle.unknownCaller('1.2.3.4'))]
    expect(unknown).toBeLessThan(station)
    expect(station).toBeLessThan(10_000)
    expect(many(() => throttle.station('b'))).toBe(station)
    // A warehouse enrols all its stations from one address, and each shows its new token next.
    expect(() => throttle.refuseWrongTokens('1.2.3.4')).not.toThrow()
    expect(many(() => throttle.wrongToken('1.2.3.4'))).toBe(unknown)
    expect(() => throttle.refuseWrongTokens('1.2.3.4')).toThrow(/Too many/)
    now += 1_000
    expect(many(() => throttle.station('a'))).toBeGreaterThan(0)
  })
})

describe.skipIf(!hasPostgres)('a stranger', () => {
  const asks = async (origin: string, token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${origin}${SITE_BASE}${SITE_GETS.state.path}`, { headers })).status
  }

  it('with wrong tokens costs the database a few looks, and a station at the same address none of its own', async () => {
    const { station, origin, db } = await testSite()
    const a = await station('Dock A')
    expect(await asks(origin, a.token)).toBe(200)
    const answers: number[] = []
    while (answers.at(-1) !== 429 && answers.length < 40) answers.push(await asks(origin, drawnToken()))
    expect(answers.length).toBeLessThanOrEqual(21)
    expect(new Set(answers)).toEqual(new Set([401, 429]))
    // A look at the database would answer 503 from now on.
    await db.run('ALTER TABLE station RENAME TO station_away')
    expect(await asks(origin, drawnToken())).toBe(429)
    await db.run('ALTER TABLE station_away RENAME TO station')
    expect(await asks(origin, a.token)).toBe(200)
  })

  it('reads no figures, also from this machine, with or without a token for them', async () => {
    const { origin } = await testSite()
    const status = async (at: string, token?: string) =>
      (await fetch(`${at}/metrics`, { headers: token === undefined ? {} : { authorization: `Bearer ${token}` } }))
        .status
    expect([await status(origin), await status(origin, 'figures')]).toEqual([404, 404])
    const { origin: open } = await testSite({ metricsToken: 'figures' })
    expect([await status(open), await status(open, 'guess'), await status(open, 'figures')]).toEqual([404, 404, 200])
  })
})

describe('whether a site is ready', () => {
  it('is looked at once a second, however many ask', async () => {
    let looks = 0
    const find = cachedFor(
      1_000,
      async () => (looks += 1),
      () => now,
    )
    let now = 0
    expect(await Promise.all(Array.from({ length: 50 }, find))).toEqual(Array(50).fill(1))
    now = 999
    expect(await find()).toBe(1)
    now = 1_000
    expect(await find()).toBe(2)
  })
})

describe('where a site listens', () => {
  it('is this machine alone for a trial, and every network otherwise, unless it is said', () => {
    const at = { trial: false, plain: false, host: undefined }
    expect(hostOf({ ...at, trial: true })).toBe('127.0.0.1')
    expect(hostOf({ ...at, trial: true, host: '0.0.0.0' })).toBe('0.0.0.0')
    expect(hostOf(at)).toBe('0.0.0.0')
    expect(hostOf({ ...at, plain: true, host: '0.0.0.0' })).toBe('127.0.0.1')
  })
})

describe.skipIf(!hasPostgres)('a site over TLS', () => {
  it('shows the certificate that its codes name, and serves nobody beyond this machine without one', async () => {
    const { site, another } = await testSite({ tls: null })
    const code = readEnrolCode(await site.enrolCode([`https://127.0.0.1:${site.port}`]))
    const { connect } = await import('node:tls')
    const { createHash } = await import('node:crypto')
    const shown = await new Promise<Buffer>((resolve, reject) => {
      const socket = connect({ host: '127.0.0.1', port: site.port, rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate().raw)
        socket.destroy()
      })
      socket.once('error', reject)
    })
    expect(createHash('sha256').update(shown).digest('hex')).toBe(code?.fingerprint)
    await expect(another({ tls: 'plain', host: '0.0.0.0' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})
