import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { openControl } from '../../src-main/control/server.ts'
import { readLedger } from '../world/judge/ledger-facts.ts'
import { startStation } from '../world/processes/handle.ts'
import type { Quote } from '../../src-shared/station/quote/quote.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { hasPostgres } from '../support/postgres.ts'
import { docksOf, hasLabelHere, joinSite, type SiteStation } from '../support/site-stations.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testSite } from '../support/test-site.ts'
import { until } from '../support/until.ts'
import { inPassingTime } from '../world/processes/passing-time.ts'
import { waybill } from '../support/waybill.ts'
import { full } from '../support/full.ts'

/** A site of a service that stations could reach by themselves, and two desks of it. */
async function aSite() {
  const folder = tempDir()
  const site = await testSite((sandbox) => ({ tls: null, folder, environment: sandbox.baseUrl }))
  const [a, b] = await docksOf(site)
  await joinSite(a, b)
  const port = Number(new URL(site.origin).port)
  return { ...site, a, b, plugIn: () => site.another({ tls: null, folder, port }) }
}

/** What of a quote a booking is made of. */
const quotedSchema = z.custom<Quote>((value) => typeof value === 'object' && value !== null && 'rates' in value)
const quoted = async (desk: SiteStation) => desk.run('quotes.request', palletsToChicago())
const glassOf = async (desk: SiteStation) => {
  const view = await desk.run('site.view', {})
  return view.kind === 'of-site' ? view.emergency : null
}
const BROKEN = { reason: 'The server room is under water' }
const setting = (desk: SiteStation): unknown =>
  desk.station.stores.ledger.db.prepare(`SELECT value FROM setting WHERE name = 'site.glass'`).pluck().get()

describe.skipIf(!hasPostgres)(
  'break-glass',
  full('waits for the link in real time; only here is a station seen to send on its own'),
  () => {
    it('lets one station send what it has told nobody of, and the site take it as booked: nothing twice', async () => {
      const { site, sandbox, a, b, plugIn, atService, db } = await aSite()
      const quote = await quoted(a)
      expect(await a.station.invoke('site.startEmergencySending', { apiKey: sandbox.apiKey, ...BROKEN })).toMatchObject(
        {
          error: { code: 'WRONG_STATE' },
        },
      )
      await site.close()
      await a.reach('offline')
      await b.reach('offline')
      const submitted = []
      for (const n of [1, 2, 3]) {
        submitted.push(await a.run('bookings.submit', bookingOf(quote, { reference: `PO-${n}` })))
      }
      // The service has this one under its reference already: nobody knows whose it is, and it is left.
      const elsewhere = await fetch(`${sandbox.baseUrl}/book-shipment`, {
        method: 'POST',
        headers: { authorization: `Bearer ${sandbox.apiKey}`, 'content-type': 'application/json' },
        body: z
          .string()
          .parse(
            a.station.stores.ledger.db.prepare(`SELECT request FROM booking WHERE reference = 'PO-3'`).pluck().get(),
          ),
      })
      expect(elsewhere.ok ? '' : await elsewhere.text()).toBe('')
      expect(await a.station.invoke('site.startEmergencySending', { apiKey: 'wrong', ...BROKEN })).toMatchObject({
        ok: false,
      })
      expect(await glassOf(a)).toBeNull()
      expect(a.keychain.secret('break-glass key') ?? '').toBe('')

      await a.run('site.startEmergencySending', { apiKey: sandbox.apiKey, ...BROKEN })
      expect(a.keychain.secret('break-glass key')).toBe(sandbox.apiKey)
      const [first, second, third] = submitted
      const booked = await a.inState(first?.bookingId ?? '', 'BOOKED')
      await a.inState(second?.bookingId ?? '', 'BOOKED')
      await until('the third to be left', async () => ((await glassOf(a))?.left === 1 ? true : null))
      expect((await a.run('bookings.get', { bookingId: third?.bookingId ?? '' })).state).toBe('QUEUED')
      // Its label is here, and prints.
      await hasLabelHere(a, booked.shipmentId ?? '')
      expect(await a.run('pack.scan', { code: 'PO-1' })).toMatchObject({ kind: 'printing' })
      const audit = await a.run('audit.list', { limit: 200 }).then((page) => JSON.stringify(page))
      expect(audit).toContain('glass-broken')
      expect(audit).not.toContain(sandbox.apiKey)

      await plugIn()
      await a.reach('online')
      await until('the glass to be whole', async () => ((await glassOf(a)) === null ? true : null))
      expect(a.keychain.secret('break-glass key')).toBe('')
      expect(setting(a)).toBe('null')
      const states = await until('all at the site', async () => {
        const rows = z
          .array(z.object({ reference: z.string(), state: z.string(), permit: z.int() }))
          .parse(await db.all('SELECT reference, state, permit FROM booking ORDER BY reference'))
        return rows.length === 3 && rows.every(({ state }) => state === 'BOOKED') ? rows : null
      })
      // The site has sent but what was left for it.
      expect(states.map(({ reference, permit }) => [reference, permit])).toEqual([
        ['PO-1', 0],
        ['PO-2', 0],
        ['PO-3', 1],
      ])
      for (const reference of ['PO-1', 'PO-2']) expect(await atService(reference)).toHaveLength(1)
    })

    it('fetches a label again that was not ready, with nothing else under way', () =>
      inPassingTime(async (pass) => {
        const { site, sandbox, a } = await aSite()
        const quote = await quoted(a)
        await site.close()
        await a.reach('offline')
        const { bookingId } = await a.run('bookings.submit', bookingOf(quote, { reference: 'PO-1' }))
        await a.run('site.startEmergencySending', { apiKey: sandbox.apiKey, ...BROKEN })
        const { shipmentId } = await a.inState(bookingId, 'BOOKED')
        await hasLabelHere(a, shipmentId ?? '')
        // As if the service had not had it yet.
        a.station.stores.ledger.db.prepare('DELETE FROM label WHERE shipment_id = ?').run(shipmentId)
        pass(60_000)
        await hasLabelHere(a, shipmentId ?? '')
      }))

    it('sends nothing that the site has, or may have', async () => {
      const { site, sandbox, a, db, atService, plugIn } = await aSite()
      const quote = await quoted(a)
      // The site takes it and does not send it yet: it waits for a day.
      const held = await a.run(
        'bookings.submit',
        bookingOf(quote, { reference: 'PO-1', holdUntil: '2026-12-24', pickupDate: '2026-12-24' }),
      )
      await until('the site to have it', async () =>
        (await db.all('SELECT 1 FROM booking')).length === 1 ? true : null,
      )
      await site.close()
      await a.reach('offline')
      // Told, and not answered: the site may have it.
      const doubtful = await a.run('bookings.submit', bookingOf(quote, { reference: 'PO-2' }))
      a.station.stores.ledger.db
        .prepare('UPDATE hand_over SET tried_under = (SELECT timeline FROM site_link) WHERE subject_id = ?')
        .run(doubtful.bookingId)
      const fresh = await a.run('bookings.submit', bookingOf(quote, { reference: 'PO-4' }))
      await a.run('site.startEmergencySending', { apiKey: sandbox.apiKey, ...BROKEN })
      await a.inState(fresh.bookingId, 'BOOKED')
      expect(await glassOf(a)).toMatchObject({ waiting: 0, left: 0, atSite: 2, reason: BROKEN.reason })
      for (const reference of ['PO-1', 'PO-2']) expect(await atService(reference)).toHaveLength(0)
      expect((await a.run('bookings.get', { bookingId: held.bookingId })).state).toBe('QUEUED')
      await a.run('site.endEmergencySending', {})
      expect(a.keychain.secret('break-glass key')).toBe('')
      await plugIn()
      await a.inState(doubtful.bookingId, 'BOOKED')
      expect(await atService('PO-2')).toHaveLength(1)
    })

    it('that is in the middle of a send when the site is back hands it over when it is known, and it goes out once', async () => {
      const { site, sandbox, a, plugIn, atService, db } = await aSite()
      const quote = await quoted(a)
      await site.close()
      await a.reach('offline')
      const booking = await a.run('bookings.submit', bookingOf(quote, { reference: 'PO-1' }))
      // The service books it, and answers late.
      await sandbox.fault({ method: 'POST', path: '/book', delayMs: 4_000 })
      await a.run('site.startEmergencySending', { apiKey: sandbox.apiKey, ...BROKEN })
      await a.inState(booking.bookingId, 'SENDING')
      const store = a.station.stores.ledger.db
      const row = store.prepare('SELECT tried_under FROM hand_over WHERE subject_id = ?').pluck().get(booking.bookingId)
      expect(row).toBeNull()
      // The site is back while it is on its way: it is not handed over as if nobody had sent it.
      await plugIn()
      await a.reach('online')
      expect(await db.all(`SELECT 1 FROM booking WHERE state = 'QUEUED'`)).toEqual([])
      await a.inState(booking.bookingId, 'BOOKED')
      await until('it at the site', async () =>
        (await db.all(`SELECT permit FROM booking WHERE state = 'BOOKED' AND permit = 0`)).length === 1 ? true : null,
      )
      expect(await atService('PO-1')).toHaveLength(1)
    })

    it('that is killed in the middle of a send looks for it when it starts again, and it goes out once', async () => {
      const folder = tempDir()
      const { site, sandbox, origin, another, atService, db } = await testSite((service) => ({
        ...{ tls: null, folder, environment: service.baseUrl },
      }))
      const dataDir = tempDir()
      const open = async () => {
        const station = await startStation({
          ...{ dataDir, baseUrl: 'http://127.0.0.1:9/api/v1', apiKey: 'none' },
          ...{ deadlineMs: 60_000, clockOffsetMs: 0 },
          keychainFile: join(dataDir, 'keychain'),
        })
        onTestFinished(() => station.kill())
        return station
      }
      let station = await open()
      const run = async <T extends z.ZodType>(schema: T, name: string, input: unknown) =>
        schema.parse(
          z.object({ ok: z.literal(true), value: z.unknown() }).parse(await station.invoke(name, input)).value,
        )
      const inState = (bookingId: string, state: string) =>
        until(state, async () =>
          (await run(z.object({ state: z.string() }), 'bookings.get', { bookingId })).state === state ? true : null,
        )
      await run(z.unknown(), 'site.enrol', { code: await site.enrolCode([origin]), name: 'Dock A' })
      const quote = await run(quotedSchema, 'quotes.request', palletsToChicago())
      await site.close()
      await until('the island', async () => {
        const view = await run(z.looseObject({ reach: z.looseObject({ kind: z.string() }) }), 'site.view', {})
        return view.reach.kind === 'offline' ? true : null
      })
      const submitted = bookingOf(quote, { reference: 'PO-1' })
      const { bookingId } = await run(z.looseObject({ bookingId: z.string() }), 'bookings.submit', submitted)
      // The service takes its time, and books it when nobody waits for its answer any more.
      await sandbox.fault({ method: 'POST', path: '/book', delayMs: 8_000 })
      await run(z.unknown(), 'site.startEmergencySending', { apiKey: sandbox.apiKey, ...BROKEN })
      await until('it to reach the service', async () => ((await sandbox.faultsWaiting()) === 0 ? true : null))
      await station.kill()
      expect(readLedger(dataDir).bookings).toMatchObject([{ bookingId, state: 'SENDING' }])
      await until('it at the service', async () => ((await atService('PO-1')).length > 0 ? true : null))

      station = await open()
      await inState(bookingId, 'BOOKED')
      expect(await atService('PO-1')).toHaveLength(1)
      await another({ tls: null, folder, port: Number(new URL(origin).port) })
      await until('it at the site', async () =>
        (await db.all(`SELECT 1 FROM booking WHERE state = 'BOOKED' AND permit = 0`)).length === 1 ? true : null,
      )
      expect(await atService('PO-1')).toHaveLength(1)
    })

    it('is done and ended from the command line, in the Waybill that is open', async () => {
      const { site, sandbox, a, atService } = await aSite()
      const quote = await quoted(a)
      const control = await openControl({ invoke: a.station.invoke }, a.dataDir)
      onTestFinished(async () => control?.close())
      const at = ['--data', a.dataDir]
      const env = { WAYBILL_API_KEY: sandbox.apiKey }
      const early = await waybill(['site', 'emergency-sending', '--reason', 'Fire', ...at], env)
      expect(early).toMatchObject({ code: 1, said: [expect.stringContaining('WRONG_STATE')] })
      await site.close()
      await a.reach('offline')
      const { bookingId } = await a.run('bookings.submit', bookingOf(quote, { reference: 'PO-1' }))
      const { code, out } = await waybill(['site', 'emergency-sending', '--reason', 'Fire', ...at], env)
      expect({ code, out }).toEqual({
        code: 0,
        out: [
          expect.stringMatching(/^Emergency sending is on: [01] waiting here; 0 at the site stay with the site\.$/),
        ],
      })
      await a.inState(bookingId, 'BOOKED')
      expect(await atService('PO-1')).toHaveLength(1)
      expect(await glassOf(a)).toMatchObject({ reason: 'Fire' })
      const ended = await waybill(['site', 'emergency-sending', '--end', '--json', ...at])
      expect(ended).toMatchObject({ code: 0, out: ['{"emergency":null}'] })
      expect(a.keychain.secret('break-glass key')).toBe('')
    })
  },
)
