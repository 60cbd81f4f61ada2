import { createHmac } from 'node:crypto'
import { connect } from 'node:net'
import { describe, expect, it } from 'vitest'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { idleConnections } from '../support/idle-connections.ts'
import { testSandbox, type TestSandbox } from '../support/sandbox.ts'
import { TEST_START } from '../support/running-clock.ts'
import { testStation } from '../support/test-station.ts'

const SECRET = 'a-secret-of-a-subscription'
const DAY = 24 * 60 * 60 * 1000

async function listening(sandbox: TestSandbox, dataDir?: string) {
  const station = await testStation(sandbox, dataDir === undefined ? {} : { dataDir })
  const state = await station.run('webhookReceiver.configure', {
    enabled: true,
    port: 0,
    addSecret: { name: 'wh-1', secret: SECRET },
  })
  const url = `http://127.0.0.1:${state.port ?? 0}/webhooks`
  return { ...station, url }
}

function signed(payload: unknown, secret = SECRET) {
  const body = JSON.stringify(payload)
  const signature = `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`
  return { method: 'POST', body, headers: { 'x-waybill-signature': signature } }
}

function delivered(shipmentId: string, eventId = 'evt-1') {
  return {
    eventId,
    eventType: 'shipment.delivered',
    timestamp: TEST_START,
    data: { shipmentId, status: 'DELIVERED' },
    signature: '',
  }
}

describe('the webhook receiver', () => {
  it('is off until it is told to listen, and off again when told so', async () => {
    const station = await testStation(await testSandbox(), { background: false })
    expect(await station.run('webhookReceiver.state', {})).toMatchObject({ listening: false, port: null, received: 0 })
    const { port } = await station.run('webhookReceiver.configure', { enabled: true, port: 0 })
    expect((await fetch(`http://127.0.0.1:${port ?? 0}/webhooks`, { method: 'POST' })).status).toBe(401)
    await station.run('webhookReceiver.configure', { enabled: false })
    await expect(fetch(`http://127.0.0.1:${port ?? 0}/webhooks`)).rejects.toThrow()
  })

  it('asks the service when it is told of a shipment, and believes the service', async () => {
    const sandbox = await testSandbox()
    const { url, run, until } = await listening(sandbox)
    const quote = await run('quotes.request', palletsToChicago())
    const { bookingId } = await run('bookings.submit', bookingOf(quote))
    const shipmentId = await until('the booking', async () => (await run('bookings.get', { bookingId })).shipmentId)
    await run('tracking.sync', {})
    await sandbox.jump(60 * DAY)
    expect(
      (await fetch(url, signed({ ...delivered(shipmentId), data: { shipmentId, status: 'CANCELLED' } }))).status,
    ).toBe(200)
    const status = await until('the answer', async () => {
      const { shipment } = await run('shipments.get', { shipmentId })
      return shipment.status === 'PENDING' ? null : shipment.status
    })
    expect(['DELIVERED', 'RETURNED']).toContain(status)
    expect(await run('webhookReceiver.state', {})).toMatchObject({
      received: 1,
      refused: 0,
      recent: [{ status: 200, outcome: 'taken', shipmentId }],
    })
  })

  it('takes an event once, also across a restart, and answers 200 each time', async () => {
    const sandbox = await testSandbox()
    const first = await listening(sandbox)
    const webhook = signed(delivered('SHP-unknown'))
    expect((await fetch(first.url, webhook)).status).toBe(200)
    expect((await fetch(first.url, webhook)).status).toBe(200)
    expect((await first.run('webhookReceiver.state', {})).recent.map(({ outcome }) => outcome)).toEqual([
      'known',
      'taken',
    ])
    await first.close()
    const second = await listening(sandbox, first.dataDir)
    expect((await fetch(second.url, webhook)).status).toBe(200)
    expect((await second.run('webhookReceiver.state', {})).recent[0]?.outcome).toBe('known')
  })

  it('refuses what is not signed, too large, of another method or elsewhere, and tells nothing but a status', async () => {
    const { url, run } = await listening(await testSandbox())
    const answers = await Promise.all([
      fetch(url, signed(delivered('x'), 'another-secret-of-nobody')),
      fetch(url, { method: 'POST', body: '{}' }),
      fetch(url),
      fetch(`${url}/other`, signed(delivered('x'))),
      fetch(url, signed({ ...delivered('x'), timestamp: '2020-01-01T00:00:00Z' })),
      fetch(url, signed({})),
      fetch(url, signed({ ...delivered('x'), padding: 'x'.repeat(300_000) })),
    ])
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 405, 404, 410, 400, 413])
    for (const answer of answers) expect(await answer.text()).toBe('')
    expect(await run('webhookReceiver.state', {})).toMatchObject({ received: 0, refused: 7 })
  })

  it('cuts off a body that never says how long it is and goes on for ever', async () => {
    const { url, run } = await listening(await testSandbox())
    const { port } = new URL(url)
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(port), '127.0.0.1')
      let heard = ''
      socket.on('data', (chunk: Buffer) => (heard += chunk.toString()))
      socket.on('error', () => undefined)
      socket.on('close', () => resolve(heard))
      socket.write('POST /webhooks HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n')
      const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
      for (let count = 0; count < 8; count++) socket.write(chunk)
    })
    expect(answer === '' || answer.includes(' 413 ')).toBe(true)
    expect((await run('webhookReceiver.state', {})).refused).toBe(1)
  })

  it('changes nothing when the port is taken, and says which', async () => {
    const sandbox = await testSandbox()
    const taken = Number(new URL((await listening(sandbox)).url).port)
    const { run, url } = await listening(sandbox)
    await expect(run('webhookReceiver.configure', { port: taken })).rejects.toMatchObject({
      code: 'LISTEN_FAILED',
      details: { port: taken, reason: 'EADDRINUSE' },
    })
    expect((await fetch(url, signed(delivered('x')))).status).toBe(200)
  })

  it('forgets a secret that is removed, and never shows one', async () => {
    const { url, run } = await listening(await testSandbox())
    await run('webhookReceiver.configure', { addSecret: { name: 'wh-2', secret: 'the-second-secret-here' } })
    const state = await run('webhookReceiver.configure', { removeSecret: 'wh-1' })
    expect(JSON.stringify(state)).not.toContain('secret-here')
    expect((await fetch(url, signed(delivered('x')))).status).toBe(401)
    expect((await fetch(url, signed(delivered('x'), 'the-second-secret-here'))).status).toBe(200)
  })

  it('names the field that is wrong in its settings', async () => {
    const station = await testStation(await testSandbox(), { background: false })
    for (const [change, word] of [
      [{ port: 70_000 }, 'port'],
      [{ path: 'webhooks' }, 'path'],
      [{ addSecret: { name: 'x', secret: 'short' } }, 'addSecret.secret'],
    ] as const) {
      await expect(station.run('webhookReceiver.configure', change)).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringContaining(word),
      })
    }
  })

  it('takes a delivery while 200 connections of one address say nothing, or never end what they say', async () => {
    const { url } = await listening(await testSandbox())
    const port = Number(new URL(url).port)
    await idleConnections(port, 200)
    expect((await fetch(url, signed(delivered('SHP-1', 'evt-behind-silence')))).status).toBe(200)
    await idleConnections(port, 200, 'POST /webhooks HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{')
    expect((await fetch(url, signed(delivered('SHP-2', 'evt-behind-half-bodies')))).status).toBe(200)
  })

  it('takes the header of whatever service, remembers which, and knows an event without a time when it comes again', async () => {
    const { url, run } = await listening(await testSandbox())
    const { timestamp: _, ...payload } = delivered('SHP-1')
    const { body, headers, method } = signed(payload)
    const digest = headers['x-waybill-signature'].replace('sha256=', '')
    const send = () => fetch(url, { method, body, headers: { 'X-Acme-Freight-Signature': digest } })
    expect([(await send()).status, (await send()).status]).toEqual([200, 200])
    const state = await run('webhookReceiver.state', {})
    expect(state).toMatchObject({ signatureHeader: 'x-acme-freight-signature', received: 2 })
    expect(state.recent.map(({ outcome }) => outcome)).toEqual(['known', 'taken'])
  })
})
