import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { apiPage } from '../../scripts/api-page.ts'
import { isForTokens } from '../../src-shared/station/app/connections.ts'
import { COMMAND_NAMES, commands } from '../../src-shared/station/commands.ts'
import { ROLES, isAtLeast } from '../../src-shared/station/role.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { idleConnections } from '../support/idle-connections.ts'
import { answerSchema, openApi, type Answer } from '../support/local-api.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'

const bookingIdIn = ({ value }: Answer) => z.object({ bookingId: z.string() }).parse(value).bookingId

const page = fileURLToPath(new URL('../../docs/api.md', import.meta.url))

describe('the local API', () => {
  it('lets no token, not a supervisor’s either, decide where updates, mail, backups and bookings go', async () => {
    const { give } = await openApi({ role: 'supervisor' })
    const kept = [
      ['settings.update', { updates: { feedUrl: 'https://evil.test/feed', publicKey: 'AA==' } }],
      ['settings.import', {}],
      ['environment.use', { kind: 'embedded' }],
      ['inbox.setRules', { rules: {} }],
      ['maintenance.useSecondPlace', { folder: '/tmp/elsewhere' }],
      ['site.leave', { openAtSite: 0 }],
      ['webhooks.create', {}],
      ['rehearsal.stage', {}],
    ] as const
    for (const [name, input] of kept) {
      expect(await give(name, input), name).toMatchObject({ status: 403, body: { error: { code: 'SCOPE_NEEDED' } } })
    }
  })

  it('is off until a supervisor turns it on, keeps its port over a restart, and is off again when told so', async () => {
    const { url, close, dataDir } = await openApi()
    await close()
    await expect(fetch(`${url}/openapi.json`)).rejects.toThrow()
    const again = await testStation(await testSandbox(), { dataDir })
    expect((await again.run('connections.state', {})).api.url).toBe(url)
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200)
    await again.run('connections.configure', { isOn: false, port: 0 })
    await expect(fetch(`${url}/openapi.json`)).rejects.toThrow()
    const fresh = await testStation(await testSandbox())
    expect((await fresh.run('connections.state', {})).api).toMatchObject({ isOn: false, url: null })
  })

  it('gives a command for a token, whose name stands in the audit log; the token is kept as a hash alone', async () => {
    const { run, give, station, secret } = await openApi()
    const quote = await run('quotes.request', palletsToChicago())
    const form = { kind: 'quote', ...bookingOf(quote) }
    const booked = await give('bookings.submit', form)
    expect(booked).toMatchObject({ status: 200, body: { ok: true } })
    const { rows } = await station.services.auditLog.list({ subjectId: bookingIdIn(booked.body), limit: 10 })
    expect(rows.at(-1)).toMatchObject({
      action: 'submitted',
      operator: 'ERP',
      detail: { tokenId: expect.stringMatching(/^tok_/) },
    })
    expect(JSON.stringify(station.stores.ledger.db.prepare('SELECT * FROM api_token').all())).not.toContain(secret)
    expect(JSON.stringify(await run('connections.state', {}))).not.toContain(secret)
  })

  it('makes one booking of a submission that is repeated, and answers 409 with both when its content is another', async () => {
    const { run, give, close, dataDir } = await openApi()
    const form = { kind: 'quote', ...bookingOf(await run('quotes.request', palletsToChicago())) }
    const [first, duplicate] = await Promise.all([give('bookings.submit', form), give('bookings.submit', form)])
    const bookingId = bookingIdIn(first.body)
    expect(bookingIdIn(duplicate.body)).toBe(bookingId)
    // Names of fields in another order are the same content.
    const turned = Object.fromEntries(Object.entries(form).reverse())
    expect(bookingIdIn((await give('bookings.submit', turned)).body)).toBe(bookingId)
    const other = { ...form, instructions: 'Ring the bell' }
    const differs = {
      status: 409,
      body: {
        ok: false,
        error: {
          code: 'SUBMISSION_DIFFERS',
          details: { first: { bookingId }, now: { instructions: 'Ring the bell' } },
        },
      },
    }
    expect(await give('bookings.submit', other)).toMatchObject(differs)
    expect(await run('bookings.list', {})).toHaveLength(1)
    await close()
    const again = await testStation(await testSandbox(), { dataDir })
    const { api } = await again.run('connections.state', {})
    const { secret } = await again.run('connections.makeToken', { name: 'After', role: 'clerk' })
    const response = await fetch(`${api.url ?? ''}/v1/bookings.submit`, {
      method: 'POST',
      headers: { authorization: `Bearer ${secret ?? ''}`, 'content-type': 'application/json' },
      body: JSON.stringify(other),
    })
    expect({ status: response.status, body: await response.json() }).toMatchObject(differs)
  })

  it('lets the content of a submission be put right under the same id as long as nothing was made of it', async () => {
    const { run, give } = await openApi()
    const form = { kind: 'quote', ...bookingOf(await run('quotes.request', palletsToChicago())) }
    expect((await give('bookings.submit', { ...form, pickupDate: 'someday' })).status).toBe(400)
    expect((await give('bookings.submit', form)).status).toBe(200)
  })

  it('lets a submission id read no booking that the token may not read', async () => {
    const { run, give, token } = await openApi()
    const form = { kind: 'quote', ...bookingOf(await run('quotes.request', palletsToChicago())) }
    const bookingId = bookingIdIn((await give('bookings.submit', form)).body)
    const { submissionId } = form
    const state = await token({ name: 'Wall', commands: ['station.state'] })
    const unknown = await give('station.state', { submissionId }, { key: state })
    expect(unknown).toMatchObject({ status: 400, body: { error: { code: 'INVALID_INPUT' } } })
    expect(JSON.stringify(unknown.body)).not.toContain(bookingId)
    const submit = await token({ name: 'Shop', commands: ['bookings.submit'] })
    const { status, body } = await give('bookings.submit', { ...form, instructions: 'Ring' }, { key: submit })
    expect(status).toBe(409)
    const { first, firstHash } = body.error?.details ?? {}
    expect(first).toBeUndefined()
    expect(firstHash).toMatch(/^[0-9a-f]{64}$/)
  })

  it('writes nothing down for ids that are made up', async () => {
    const { run, give, station } = await openApi()
    const form = { kind: 'quote', ...bookingOf(await run('quotes.request', palletsToChicago())) }
    const rows = () => station.stores.ledger.db.prepare('SELECT submission_id FROM api_submission').pluck().all()
    const submissionId = 'made-up-0001'
    expect((await give('station.state', { submissionId })).status).toBe(400)
    expect((await give('bookings.submit', { submissionId })).status).toBe(400)
    const refused = await give('bookings.submit', { ...form, submissionId, quoteId: 'none' })
    expect(refused.body).toMatchObject({ ok: false })
    expect(rows()).toEqual([])
    expect((await give('bookings.submit', form)).status).toBe(200)
    expect(rows()).toEqual([form.submissionId])
  })

  it('refuses JSON that is nested without end with a reason, also under a submission id', async () => {
    const { url, secret, station } = await openApi()
    const deep = '['.repeat(200_000) + ']'.repeat(200_000)
    const headers = { authorization: `Bearer ${secret}`, 'content-type': 'application/json' }
    for (const body of [deep, '['.repeat(400_000), `{"submissionId":"erp-order-1001","weight":${deep}}`]) {
      for (const name of ['station.state', 'bookings.submit']) {
        const response = await fetch(`${url}/v1/${name}`, { method: 'POST', headers, body })
        const { error } = answerSchema.parse(JSON.parse(await response.text()))
        expect([response.status, error?.code]).toEqual([400, 'INVALID_INPUT'])
        expect(error?.message).toMatch(/levels|not JSON/)
      }
    }
    const notices = station.services.notices.list()
    expect(notices).toEqual([])
  })

  it('answers whatever is wrong with a status and an error of the house', async () => {
    const { give, url, run, token } = await openApi()
    const code = async (answer: Promise<Awaited<ReturnType<typeof give>>>) => {
      const { status, body } = await answer
      expect(body).toMatchObject({ ok: false, error: { message: expect.stringMatching(/\.$|\S/), details: {} } })
      return [status, body.error?.code]
    }
    const key = await token({ name: 'Gone' })
    const { tokens } = await run('connections.state', {})
    await run('connections.revokeToken', { tokenId: tokens.find(({ name }) => name === 'Gone')?.tokenId ?? '' })
    expect(await code(give('station.state', {}, { key }))).toEqual([401, 'TOKEN_REFUSED'])
    expect(await code(give('station.state', {}, { key: 'wbt_wrong' }))).toEqual([401, 'TOKEN_REFUSED'])
    expect(await code(give('station.state', {}, { headers: {} }))).toEqual([401, 'TOKEN_REFUSED'])
    expect(await code(give('bookings.explode', {}))).toEqual([404, 'NOT_FOUND'])
    expect(await code(give('../elsewhere', {}))).toEqual([404, 'NOT_FOUND'])
    expect(await code(give('station.state', {}, { method: 'PUT' }))).toEqual([405, 'INVALID_INPUT'])
    const big = { text: 'x'.repeat(10 * 1024 * 1024) }
    expect(await code(give('bookings.list', big))).toEqual([413, 'TOO_LARGE'])
    expect(await code(give('bookings.list', { limit: 'many' }))).toEqual([400, 'INVALID_INPUT'])
    expect(await code(give('bookings.get', { bookingId: 'none' }))).toEqual([404, 'NOT_FOUND'])
    const secret = await token({ name: 'Plain' })
    const authorization = `Bearer ${secret}`
    const raw = async (init: RequestInit) => {
      const response = await fetch(`${url}/v1/bookings.list`, { method: 'POST', ...init })
      return [response.status, answerSchema.parse(JSON.parse(await response.text())).error?.code]
    }
    expect(await raw({ headers: { authorization }, body: Buffer.from('{}') })).toEqual([415, 'INVALID_INPUT'])
    const headers = { authorization, 'content-type': 'application/json' }
    expect(await raw({ headers, body: '{"limit":' })).toEqual([400, 'INVALID_INPUT'])
    expect(await raw({ headers, body: '' })).toEqual([400, 'INVALID_INPUT'])
  })

  it('holds a token to its role and its commands, also where nobody signs in, and never lets it make another', async () => {
    const { give, run, token } = await openApi({ name: 'Scale', role: 'packer' })
    const scoped = { status: 403, body: { error: { code: 'SCOPE_NEEDED' } } }
    expect(await give('quotes.request', palletsToChicago())).toMatchObject(scoped)
    expect(await give('settings.update', { priceTolerance: 20 })).toMatchObject(scoped)
    const narrow = await token({ name: 'Narrow', role: 'supervisor', commands: ['bookings.list'] })
    expect((await give('bookings.list', {}, { key: narrow })).status).toBe(200)
    expect(await give('bookings.submit', { submissionId: 'anything' }, { key: narrow })).toMatchObject(scoped)
    await expect(
      run('connections.makeToken', { name: 'ERP2', role: 'clerk', commands: ['people.list'] }),
    ).rejects.toThrow('people.list is not a command that a token can be allowed')
    await expect(run('connections.makeToken', { name: 'narrow', role: 'clerk' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })

  it.each(ROLES)(
    'gives a token of a %s each command of the table that it may give, and refuses all others',
    async (role) => {
      const { give } = await openApi({ name: 'Every', role })
      const given: string[] = []
      for (const name of COMMAND_NAMES) {
        const { least } = commands[name].access
        const isAllowed = isForTokens(name) && (least === 'anyone' || isAtLeast(role, least))
        // No command takes a list, so that none of those it may give does anything.
        const { status, body } = await give(name, [])
        expect([status, body.error?.code], name).toEqual(isAllowed ? [400, 'INVALID_INPUT'] : [403, 'SCOPE_NEEDED'])
        if (isAllowed) given.push(name)
      }
      expect(given).toContain('station.state')
      expect(given.filter((name) => /^(people|connections|desktop)\.|^settings\./.test(name))).toEqual([])
    },
  )

  it('answers while 100 connections say nothing, and cuts off a body without end', async () => {
    const { give, url } = await openApi()
    const port = Number(new URL(url).port)
    await idleConnections(port, 100)
    expect((await give('station.state', {})).status).toBe(200)
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1')
      socket.on('error', () => undefined)
      socket.on('close', () => resolve())
      socket.write('POST /v1/station.state HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n')
      const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`
      const more = () => {
        while (!socket.destroyed && socket.write(chunk));
      }
      socket.on('drain', more)
      more()
    })
  })

  it('changes nothing when the port is taken', async () => {
    const { url, run } = await openApi()
    const other = await openApi()
    await expect(
      other.run('connections.configure', { isOn: true, port: Number(new URL(url).port) }),
    ).rejects.toMatchObject({ code: 'LISTEN_FAILED' })
    expect((await other.give('station.state', {})).status).toBe(200)
    expect((await run('connections.state', {})).api.url).toBe(url)
  })
})

describe('docs/api.md', () => {
  it('is what the command table says: npm run api-page', async () => {
    expect(readFileSync(page, 'utf8')).toBe(await apiPage(page))
  })

  it.skipIf(!hasCurl())('has curl lines that do what the page says', async () => {
    const { url, secret } = await openApi()
    const lines = [...readFileSync(page, 'utf8').matchAll(/```sh\n(curl[^`]+)```/g)].map(([, line = '']) => line)
    const answers = []
    for (const line of lines) {
      const { stdout } = await promisify(execFile)('bash', ['-c', line], {
        env: { ...process.env, WAYBILL_API: url, WAYBILL_TOKEN: secret },
      })
      answers.push(JSON.parse(stdout))
    }
    expect(answers).toEqual([
      expect.objectContaining({ openapi: '3.1.0' }),
      expect.objectContaining({ ok: true }),
      { ok: true, value: expect.objectContaining({ rates: expect.any(Array) }) },
      { ok: true, value: { added: 1, same: 0, asked: 0 } },
      { ok: true, value: expect.objectContaining({ reference: 'ORDER-1001' }) },
      { ok: false, error: expect.objectContaining({ code: 'SUBMISSION_DIFFERS' }) },
      { ok: true, value: [expect.objectContaining({ reference: 'ORDER-1001' })] },
    ])
  })
})

function hasCurl(): boolean {
  try {
    execFileSync('curl', ['--version'])
    execFileSync('bash', ['--version'])
    return true
  } catch {
    return false
  }
}
