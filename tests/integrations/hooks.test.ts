import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { HookInput } from '../../src-shared/station/app/connections.ts'
import { appendAudit } from '../../src-main/data/audit/audit.rows.ts'
import { hookFacts } from '../../src-main/integrations/hook-facts.ts'
import { createHooks } from '../../src-main/integrations/hooks.ts'
import { hookStore } from '../../src-main/integrations/hooks.rows.ts'
import type { Keychain } from '../../src-main/kernel/secrets/keychain.ts'
import { openWebhookSecrets } from '../../src-main/kernel/secrets/webhook-secrets.ts'
import { countingIds, FakeClock } from '../support/fake-clock.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { httpServer, type ReceivedRequest } from '../support/http-server.ts'
import { testLedger } from '../support/ledger.ts'
import { memoryKeychain } from '../support/memory-keychain.ts'
import { testSandbox, type TestSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'

/** A keychain that outlives its station. */
function keychain(): () => Promise<Keychain> {
  const { keychain: opened } = memoryKeychain()
  return async () => opened
}

async function openStation(sandbox: TestSandbox, openKeychain = keychain(), dataDir?: string) {
  const station = await testStation(sandbox, { openKeychain, ...(dataDir !== undefined && { dataDir }) })
  const book = async () => {
    const { bookingId } = await station.run('bookings.submit', {
      kind: 'quote',
      ...bookingOf(await station.run('quotes.request', palletsToChicago())),
    })
    return bookingId
  }
  const hook = async (url: string, events: HookInput['events'] = ['booked']) => {
    const { secret, state } = await station.run('connections.saveHook', { url, events })
    return { secret: secret ?? '', hookId: state.hooks.at(-1)?.hookId ?? '' }
  }
  return { ...station, book, hook }
}

const eventSchema = z.object({ eventId: z.string(), eventType: z.string(), data: z.record(z.string(), z.unknown()) })
const heard = (received: ReceivedRequest[]) => received.map(({ body }) => eventSchema.parse(JSON.parse(body)))

describe('a webhook to another system', () => {
  it('tells what was booked and printed, signed with the secret that was shown once', async () => {
    const { received, baseUrl } = await httpServer((_request, response) => void response.writeHead(204).end())
    const { run, book, hook, until } = await openStation(await testSandbox())
    const { secret } = await hook(baseUrl, ['booked', 'printed'])
    const bookingId = await book()
    const { reference } = await until('the booking', async () => {
      const booking = await run('bookings.get', { bookingId })
      return booking.hasLabel ? booking : null
    })
    await run('pack.scan', { code: reference })
    await until('two events', async () => (received.length >= 2 ? true : null))
    expect(heard(received)).toEqual([
      expect.objectContaining({
        eventType: 'booked',
        data: expect.objectContaining({ bookingId, reference, isPractice: true }),
      }),
      expect.objectContaining({
        eventType: 'printed',
        data: expect.objectContaining({ about: 'print_job', isPractice: true }),
      }),
    ])
    for (const { body, headers, method } of received) {
      expect(method).toBe('POST')
      expect(headers['x-waybill-signature']).toBe(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
    }
    expect(JSON.stringify(await run('connections.state', {}))).not.toContain(secret)
  })

  it('loses nothing while the target is away and the station is closed in between', async () => {
    let isUp = false
    const { received, baseUrl } = await httpServer(
      (_request, response) => void response.writeHead(isUp ? 200 : 500).end(),
    )
    const sandbox = await testSandbox()
    const keys = keychain()
    const first = await openStation(sandbox, keys)
    await first.hook(baseUrl)
    const bookingId = await first.book()
    const [failed] = await first.until('a failed try', async () => {
      const { hooks } = await first.run('connections.state', {})
      return hooks[0]?.lastError ? hooks : null
    })
    expect(failed).toMatchObject({ waiting: 1, failures: 1, lastError: 'answered 500', dueAt: expect.any(String) })
    await first.close()
    isUp = true
    const second = await openStation(sandbox, keys, first.dataDir)
    const { hooks } = await second.run('connections.state', {})
    await second.run('connections.tryHook', { hookId: hooks[0]?.hookId ?? '' })
    await second.until('it to be taken', async () => {
      const [hook] = (await second.run('connections.state', {})).hooks
      return hook?.waiting === 0 ? hook : null
    })
    const ids = heard(received).map(({ eventId }) => eventId)
    expect(new Set(ids).size).toBe(1)
    expect(heard(received).at(-1)).toMatchObject({ data: { bookingId } })
  })

  it('follows no redirect, and goes nowhere but to https or this machine', async () => {
    const { received, baseUrl } = await httpServer(
      (_request, response) => void response.writeHead(307, { location: '/elsewhere' }).end(),
    )
    const { run, hook, until } = await openStation(await testSandbox())
    const { hookId } = await hook(baseUrl)
    await run('connections.tryHook', { hookId })
    const reported = await until(
      'the answer',
      async () => (await run('connections.state', {})).hooks[0]?.lastError ?? null,
    )
    expect(reported).toContain('redirect')
    expect(received.every(({ url }) => url === '/api/v1')).toBe(true)
    for (const url of ['http://example.com/x', 'ftp://127.0.0.1/', 'https://me:secret@example.com/', 'nowhere']) {
      await expect(run('connections.saveHook', { url, events: ['booked'] })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
      })
    }
  })

  it('that hangs holds up neither the others nor the end of the station, and is dropped with what waits', async () => {
    const hanging = await httpServer(() => undefined)
    const { received, baseUrl } = await httpServer((_request, response) => void response.writeHead(200).end())
    const { run, hook, book, until, close } = await openStation(await testSandbox())
    const { hookId } = await hook(hanging.baseUrl)
    await hook(baseUrl)
    await book()
    await until('the other one', async () => (received.length > 0 ? true : null))
    await until('the hanging one', async () => (hanging.received.length > 0 ? true : null))
    expect((await run('connections.removeHook', { hookId })).hooks).toHaveLength(1)
    await close()
  })

  it('waits for a new secret where the one before was kept nowhere', async () => {
    const { received, baseUrl } = await httpServer((_request, response) => void response.writeHead(200).end())
    const sandbox = await testSandbox()
    const noKeychain = async (): Promise<Keychain> => ({ available: false, get: async () => null, set: async () => {} })
    const first = await openStation(sandbox, noKeychain)
    const { hookId } = await first.hook(baseUrl)
    await first.close()
    const second = await openStation(sandbox, noKeychain, first.dataDir)
    await second.book()
    const [hook] = await second.until('the event', async () => {
      const { hooks } = await second.run('connections.state', {})
      return hooks[0]?.waiting === 1 ? hooks : null
    })
    expect(hook).toMatchObject({ hasSecret: false })
    expect(received).toEqual([])
    await second.run('connections.saveHook', { hookId, url: baseUrl, events: ['booked'], hasNewSecret: true })
    await second.until('it to be taken', async () => (received.length > 0 ? true : null))
  })

  it('has another secret once it goes to another address', async () => {
    const { run, hook } = await openStation(await testSandbox())
    const { hookId, secret } = await hook('https://erp.acme.test/hooks')
    const save = async (url: string) => (await run('connections.saveHook', { hookId, url, events: ['booked'] })).secret
    expect(await save('https://erp.acme.test/other')).toBe(null)
    const next = await save('https://erp.elsewhere.test/hooks')
    expect(next).toEqual(expect.any(String))
    expect(next).not.toBe(secret)
  })

  it('tells of a shipment that comes into an exception, once', async () => {
    const { received, baseUrl } = await httpServer((_request, response) => void response.writeHead(200).end())
    const sandbox = await testSandbox()
    const { run, station, hook, book, until } = await openStation(sandbox)
    const { hookId } = await hook(baseUrl, ['exception'])
    const bookingId = await book()
    const shipmentId = await until('the shipment', async () => (await run('bookings.get', { bookingId })).shipmentId)
    await run('tracking.sync', {})
    // Nothing new comes from there any more: a later event would make it another exception.
    await sandbox.close()
    const { db } = station.stores.cache
    const { hooks } = station.services.connections
    await until('the event', async () => {
      // The last answer may still be written.
      db.prepare("UPDATE shipment SET status = 'EXCEPTION' WHERE shipment_id = ?").run(shipmentId)
      hooks.kick()
      return received.length > 0 ? true : null
    })
    // A test event is sent where nothing else waits: the answer to the first may not be written down yet.
    await until('its answer', async () =>
      (await run('connections.state', {})).hooks.every(({ waiting }) => waiting === 0) ? true : null,
    )
    hooks.kick()
    await run('connections.tryHook', { hookId })
    await until('the test event', async () => heard(received).find(({ eventType }) => eventType === 'test') ?? null)
    const exceptions = heard(received).filter(({ eventType }) => eventType === 'exception')
    expect(exceptions[0]).toMatchObject({ data: { about: 'shipment', shipmentId } })
    expect(new Set(exceptions.map(({ eventId }) => eventId)).size).toBe(1)
  })

  it('reports an exception once, also when what is known of shipments is fetched again', async () => {
    const { db, clock } = await testLedger()
    const rows = hookStore(db, clock)
    const known = new Map([['shp_1', { status: 'EXCEPTION', exceptionCode: '004', pieces: 1 }]])
    const shipments = {
      get: async () => null,
      inException: async () => [...known].flatMap(([id, { status }]) => (status === 'EXCEPTION' ? [id] : [])),
      statuses: async () => known,
    }
    const facts = hookFacts({
      bookings: { get: () => expect.unreachable() },
      jobs: { get: () => expect.unreachable() },
      isPractice: () => false,
      shipments,
    })
    const reported = async () => {
      const fresh = await rows.newExceptions(await facts.exceptions(await rows.reported()))
      const none = { eventId: '', eventType: 'exception', at: '', data: {} }
      await rows.enqueueExceptions(
        [],
        fresh.map((shipmentId) => ({ shipmentId, ...none })),
      )
      return fresh
    }
    const status = (now: string) => known.set('shp_1', { status: now, exceptionCode: '004', pieces: 1 })
    expect(await reported()).toEqual(['shp_1'])
    known.clear()
    expect(await reported()).toEqual([])
    status('EXCEPTION')
    expect(await reported()).toEqual([])
    status('IN_TRANSIT')
    expect(await reported()).toEqual([])
    status('EXCEPTION')
    expect(await reported()).toEqual(['shp_1'])
  })

  it('that refuses one event is sent the next one at once', async () => {
    const { received, baseUrl } = await httpServer(({ body }, response) => {
      void response.writeHead(body.includes('"bad"') ? 400 : 200).end()
    })
    const sandbox = await testSandbox()
    const { run, station, hook, until } = await openStation(sandbox)
    const { hookId } = await hook(baseUrl, ['printed'])
    const rows = hookStore(station.stores.ledger.db, new FakeClock())
    const add = async (eventId: string) => {
      await rows.enqueue(hookId, [{ eventId, eventType: 'printed', at: '', data: {} }], 0)
      station.services.connections.hooks.kick()
    }
    await add('bad')
    await until('its refusal', async () => (await run('connections.state', {})).hooks[0]?.lastError ?? null)
    // As after many tries of it.
    await rows.tried(hookId, 0, 'answered 400', new Date(sandbox.clock.now().getTime() + 50 * 60_000))
    await add('good')
    await until('the next', async () => heard(received).find(({ eventId }) => eventId === 'good') ?? null)
  })

  it('tells of no exception from before it was to hear of exceptions, nor from while it was off', async () => {
    const { received, baseUrl } = await httpServer((_request, response) => void response.writeHead(200).end())
    const sandbox = await testSandbox()
    const { run, station, hook, book, until } = await openStation(sandbox)
    const { hookId } = await hook(baseUrl, ['printed'])
    const bookingId = await book()
    const shipmentId = await until('the shipment', async () => (await run('bookings.get', { bookingId })).shipmentId)
    await run('tracking.sync', {})
    await sandbox.close()
    const { db } = station.stores.cache
    const setStatus = db.prepare('UPDATE shipment SET status = ? WHERE shipment_id = ?')
    const { hooks } = station.services.connections
    const save = (change: Partial<HookInput>) =>
      run('connections.saveHook', { hookId, url: baseUrl, events: ['exception'], ...change })
    const test = async () => {
      hooks.kick()
      const before = received.length
      await run('connections.tryHook', { hookId })
      await until('an event and its answer', async () => {
        const isTaken = (await run('connections.state', {})).hooks.every(({ waiting }) => waiting === 0)
        return isTaken && received.length > before ? true : null
      })
    }
    setStatus.run('EXCEPTION', shipmentId)
    await save({})
    await test()
    await save({ isActive: false })
    setStatus.run('IN_TRANSIT', shipmentId)
    await save({})
    await test()
    await save({ isActive: false })
    setStatus.run('EXCEPTION', shipmentId)
    await save({})
    await test()
    expect(heard(received).map(({ eventType }) => eventType)).toEqual(['test', 'test', 'test'])
  })

  it('names an event after a restore otherwise than the one that had its number before', async () => {
    const hookId = 'hok_1'
    /** The event of a booking that is booked at that moment, whose row has the same number in the records each time. */
    async function bookedAt(at: string): Promise<string | undefined> {
      const { db, clock } = await testLedger({ at })
      const rows = hookStore(db, clock)
      await rows.save(hookId, { url: 'https://erp.acme.test/', events: ['booked'], isActive: true })
      const booked = { actor: 'station', subjectKind: 'booking', action: 'booked', detail: {} } as const
      appendAudit(db, { at: clock.now(), ...booked, subjectId: 'bkg_1' })
      const working: Promise<unknown>[] = []
      const hooks = createHooks({
        rows,
        secrets: openWebhookSecrets(keychain(), 'hook secrets'),
        facts: {
          of: async () => ({}),
          exceptions: async () => ({ now: [], over: [] }),
          ofException: async () => expect.unreachable(),
        },
        ...{ clock, ids: countingIds(), onChange: () => undefined },
        inBackground: (work) => void working.push(work),
        onFault: (error) => expect.unreachable(String(error)),
      })
      hooks.start()
      await Promise.all(working)
      await hooks.close()
      return (await rows.next(hookId))?.eventId
    }
    const before = await bookedAt('2026-11-23T15:00:00.000Z')
    expect(before).toEqual(expect.any(String))
    expect(await bookedAt('2026-11-23T15:00:00.000Z')).toBe(before)
    expect(await bookedAt('2026-11-23T16:00:00.000Z')).not.toBe(before)
  })
})
