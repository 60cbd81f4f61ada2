import { describe, expect, it } from 'vitest'
import { BOOKING_STATES, bookingAfter, mayMoveBooking } from '../../src-shared/machine/booking.ts'
import { changeAfter, CHANGE_STATES, mayMoveChange } from '../../src-shared/machine/change.ts'
import { newBooking } from '../support/bookings.ts'
import fc from '../support/fast-check.ts'
import { anyBookingMove, anyChangeMove } from '../support/machines.ts'
import { hasPostgres } from '../support/postgres.ts'
import { ENVIRONMENT, postgresEngine, sqliteEngine, type Engine } from './engines.ts'

const SHIPMENT = { shipmentId: 'SHP-1', trackingNumber: 'TRK-1', proNumber: null }
const BOOKED = { to: 'BOOKED', shipment: SHIPMENT, charged: null } as const

const leaseOf = ({ clock }: Engine, lease = 'mine') => ({
  lease,
  leasedUntil: new Date(clock.now().getTime() + 300_000),
})
const takeAll = async (engine: Engine, most = 10, lease = 'mine') =>
  engine.bookings.takeToSend(ENVIRONMENT, { ...leaseOf(engine, lease), most, isReady: () => true })

const engines = [
  { name: 'SQLite', open: sqliteEngine, isHere: true },
  { name: 'PostgreSQL', open: postgresEngine, isHere: hasPostgres },
]

for (const { name, open, isHere } of engines) {
  describe.skipIf(!isHere)(`the outbox's stores on ${name}`, () => {
    it('give what was handed in, oldest first, each once, SENDING before it is told', async () => {
      const engine = await open()
      for (const id of ['a', 'b', 'c']) await engine.add(newBooking(id))
      const first = await takeAll(engine, 2)
      expect(first.map(({ reference, state }) => [reference, state])).toEqual([
        ['PO-a', 'SENDING'],
        ['PO-b', 'SENDING'],
      ])
      expect((await takeAll(engine)).map(({ reference }) => reference)).toEqual(['PO-c'])
      expect(await takeAll(engine)).toEqual([])
      expect((await engine.bookings.get('bkg_a')).sentAt).toBe(engine.clock.now().toISOString())
    })

    it('give each row to one of 8 takers', async () => {
      const engine = await open()
      const ids = Array.from({ length: 200 }, (_, at) => `r${at}`)
      for (const id of ids) await engine.add(newBooking(id))
      const taker = async (lease: string): Promise<string[]> => {
        const mine: string[] = []
        for (let misses = 0; misses < 3;) {
          const taken = await takeAll(engine, 3, lease)
          misses = taken.length === 0 ? misses + 1 : 0
          mine.push(...taken.map(({ bookingId }) => bookingId))
        }
        return mine
      }
      const taken = (await Promise.all(Array.from({ length: 8 }, (_, at) => taker(`lease-${at}`)))).flat()
      expect(taken.toSorted()).toEqual(ids.map((id) => `bkg_${id}`).toSorted())
    })

    it('lease what is not ready, and give it to nobody else before the lease ends', async () => {
      const engine = await open()
      await engine.add(newBooking('a'))
      const taker = { ...leaseOf(engine), most: 5, isReady: () => false }
      expect((await engine.bookings.takeToSend(ENVIRONMENT, taker)).map(({ state }) => state)).toEqual(['QUEUED'])
      expect(await takeAll(engine, 5, 'other')).toEqual([])
      await engine.advance(300_000)
      const next = { ...taker, ...leaseOf(engine, 'other') }
      expect(await engine.bookings.takeToSend(ENVIRONMENT, next)).toMatchObject([{ state: 'QUEUED', lease: 'other' }])
      // Whose time is over, his word counts no more.
      const gone = { to: 'NEEDS_DECISION', question: { kind: 'rate-gone', offers: 0 } } as const
      const late = engine.bookings.move('bkg_a', 'QUEUED', { ...gone, lease: 'mine' })
      await expect(late).rejects.toMatchObject({ code: 'WRONG_STATE' })
      const moved = await engine.bookings.move('bkg_a', 'QUEUED', { ...gone, lease: 'other' })
      expect(moved.state).toBe('NEEDS_DECISION')
    })

    it('keep what is on hold or not due, and say when it is', async () => {
      const engine = await open()
      const at = (ms: number) => new Date(engine.clock.now().getTime() + ms)
      await engine.add({ ...newBooking('a'), hold: { day: '2026-11-22', until: at(60_000) } })
      expect((await engine.bookings.get('bkg_a')).holdUntil).toBe('2026-11-22')
      // The network that comes back lets nothing go before its day.
      await engine.bookings.hasten(ENVIRONMENT)
      expect(await takeAll(engine)).toEqual([])
      expect(await engine.bookings.nextDueAt(ENVIRONMENT, 'send')).toEqual(at(60_000))
      expect(await engine.bookings.nextDueAt(ENVIRONMENT, 'look')).toBeNull()
      const released = await engine.bookings.hold('bkg_a', null)
      expect(released).toMatchObject({ holdUntil: null, state: 'QUEUED' })
      expect(await takeAll(engine)).toHaveLength(1)
      await engine.bookings.move('bkg_a', 'SENDING', { to: 'QUEUED', dueAt: at(5_000), lease: 'mine' })
      expect(await engine.bookings.nextDueAt(ENVIRONMENT, 'send')).toEqual(at(5_000))
      await engine.bookings.hasten(ENVIRONMENT)
      expect(await takeAll(engine)).toHaveLength(1)
    })

    it('let only the holder of the lease move what it took', async () => {
      const engine = await open()
      await engine.add(newBooking('a'))
      await takeAll(engine)
      const dueAt = engine.clock.now()
      await expect(
        engine.bookings.move('bkg_a', 'SENDING', { to: 'UNKNOWN', dueAt, lease: 'other' }),
      ).rejects.toMatchObject({ code: 'WRONG_STATE' })
      await expect(engine.bookings.move('bkg_a', 'QUEUED', { to: 'CANCELLED' })).rejects.toMatchObject({
        code: 'WRONG_STATE',
        details: { state: 'SENDING' },
      })
      expect(await engine.bookings.move('bkg_a', 'SENDING', { ...BOOKED, lease: 'mine' })).toMatchObject({
        state: 'BOOKED',
        shipmentId: 'SHP-1',
        lease: null,
      })
    })

    it('find a booking by its shipment, and say whose a shipment is', async () => {
      const engine = await open()
      await engine.add(newBooking('a'))
      expect(await engine.bookings.isClaimed(ENVIRONMENT, 'SHP-1')).toBe(false)
      await takeAll(engine)
      await engine.bookings.move('bkg_a', 'SENDING', BOOKED)
      expect(await engine.bookings.isClaimed(ENVIRONMENT, 'SHP-1')).toBe(true)
      expect((await engine.bookings.findByShipment(ENVIRONMENT, 'SHP-1'))?.bookingId).toBe('bkg_a')
      expect(await engine.bookings.findByShipment('elsewhere', 'SHP-1')).toBeNull()
      await expect(engine.bookings.get('bkg_z')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })

    it('refuse a shipment that a person chose and another booking has', async () => {
      const engine = await open()
      await engine.add(newBooking('a'))
      await engine.add(newBooking('b'))
      await takeAll(engine)
      await engine.bookings.move('bkg_a', 'SENDING', BOOKED)
      await engine.bookings.move('bkg_b', 'SENDING', { to: 'UNKNOWN', dueAt: engine.clock.now() })
      await expect(engine.bookings.move('bkg_b', 'UNKNOWN', { ...BOOKED, actor: 'operator' })).rejects.toMatchObject({
        code: 'SHIPMENT_CLAIMED',
        details: { reference: 'PO-a' },
      })
      const question = { kind: 'duplicate' as const, shipmentIds: ['SHP-1', 'SHP-2'] }
      await engine.bookings.move('bkg_b', 'UNKNOWN', { to: 'NEEDS_DECISION', question })
      const chosen = (shipmentId: string) =>
        engine.bookings.move('bkg_b', 'NEEDS_DECISION', {
          ...BOOKED,
          shipment: { ...SHIPMENT, shipmentId },
          actor: 'operator',
        })
      await expect(chosen('SHP-1')).rejects.toMatchObject({ code: 'SHIPMENT_CLAIMED' })
      expect((await chosen('SHP-2')).shipmentId).toBe('SHP-2')
    })

    it('make what was being sent UNKNOWN when nobody works on it, and free what was taken', async () => {
      const engine = await open()
      for (const id of ['a', 'b', 'c']) await engine.add(newBooking(id))
      await takeAll(engine, 2)
      await engine.bookings.takeToSend(ENVIRONMENT, { ...leaseOf(engine), most: 1, isReady: () => false })
      expect(await engine.bookings.adoptInterrupted({ except: ['bkg_b'], lease: 'mine' })).toBe(2)
      const states = await Promise.all(['a', 'b', 'c'].map((id) => engine.bookings.get(`bkg_${id}`)))
      expect(states.map(({ state }) => state)).toEqual(['UNKNOWN', 'SENDING', 'QUEUED'])
      expect((await takeAll(engine)).map(({ bookingId }) => bookingId)).toEqual(['bkg_c'])
      expect(await engine.bookings.takeToLook(ENVIRONMENT, leaseOf(engine))).toMatchObject({ bookingId: 'bkg_a' })
      expect(await engine.bookings.takeToLook(ENVIRONMENT, leaseOf(engine))).toBeNull()
    })

    it('put words right in what was not sent, with a suffix where another has the reference', async () => {
      const engine = await open()
      await engine.add(newBooking('a'))
      await engine.add(newBooking('b'))
      expect(await engine.bookings.referenceFor('po-a')).toBe('po-a-2')
      const edited = await engine.bookings.edit('bkg_b', {
        reference: 'PO-A',
        instructions: 'Ring the bell',
        consigneeInfo: { companyName: 'Initech' },
        pickupDate: '2026-12-01',
      })
      const pickupDate = '2026-12-01'
      expect(edited).toMatchObject({ reference: 'PO-A-2', consigneeName: 'Initech', state: 'QUEUED', pickupDate })
      expect(edited.request).toMatchObject({ reference: 'PO-A-2', instructions: 'Ring the bell', pickupDate })
      await takeAll(engine)
      await expect(engine.bookings.edit('bkg_b', { instructions: 'no' })).rejects.toMatchObject({ code: 'WRONG_STATE' })
    })

    it('walk as the machine says, step by step, and a refused step changes nothing', async () => {
      const engine = await open()
      const seen = new Set<string>()
      let made = 0
      await fc.assert(
        fc.asyncProperty(fc.array(anyBookingMove, { minLength: 1, maxLength: 12 }), async (moves) => {
          const { bookingId } = await engine.add(newBooking(`walk${++made}`))
          for (const move of moves) {
            await engine.advance(1_000)
            const before = await engine.bookings.get(bookingId)
            if (move.to === 'SENDING') {
              if (before.state === 'QUEUED') {
                await engine.bookings.hold(bookingId, null)
                await takeAll(engine, 1_000)
              }
              continue
            }
            const isAnothers =
              mayMoveBooking(before, move) &&
              move.to === 'BOOKED' &&
              (await engine.bookings.isClaimed(ENVIRONMENT, move.shipment.shipmentId))
            const isClaimed = isAnothers && move.actor === 'operator'
            const moved = engine.bookings.move(bookingId, before.state, move)
            if (isClaimed || !mayMoveBooking(before, move)) {
              await expect(moved).rejects.toMatchObject({ code: isClaimed ? 'SHIPMENT_CLAIMED' : 'WRONG_STATE' })
              expect(await engine.bookings.get(bookingId)).toEqual(before)
              continue
            }
            const after = await moved
            if (isAnothers) {
              // A shipment is one booking's, whoever says so.
              expect(after).toMatchObject({ state: 'UNKNOWN', shipmentId: null, error: { code: 'SHIPMENT_CLAIMED' } })
              continue
            }
            expect(after).toMatchObject(bookingAfter(before, move, engine.clock.now()))
            expect(await engine.bookings.get(bookingId)).toEqual(after)
            seen.add(`${before.state} ${move.to}`)
          }
        }),
        { numRuns: 40 },
      )
      expect(seen.size).toBeGreaterThan(10)
      expect(BOOKING_STATES.filter((state) => ![...seen].some((pair) => pair.includes(state)))).toEqual([])
    })

    it('let a cancellation pass an update that fails each time, and hold the update until it has ended', async () => {
      const engine = await open()
      const of = { environment: ENVIRONMENT, bookingId: null, shipmentId: 'SHP-1' }
      const update = { kind: 'update', instructions: 'Dock 4' } as const
      await engine.changes.add({ ...of, changeId: 'chg_1', submissionId: 'change-1', change: update })
      expect(await engine.changes.take(ENVIRONMENT, [])).toMatchObject({ changeId: 'chg_1', state: 'SENDING' })
      const cancel = { kind: 'cancel', reason: 'Not needed', refundRequested: true } as const
      await engine.changes.add({ ...of, changeId: 'chg_2', submissionId: 'change-2', change: cancel })
      // While it is on its way, nothing passes it.
      expect(await engine.changes.take(ENVIRONMENT, ['chg_1'])).toBeNull()
      await engine.changes.move('chg_1', 'SENDING', { to: 'UNKNOWN', dueAt: engine.clock.now() })
      expect(await engine.changes.take(ENVIRONMENT, [])).toMatchObject({ changeId: 'chg_2', state: 'SENDING' })
      expect(await engine.changes.take(ENVIRONMENT, ['chg_2'])).toBeNull()
      const error = { code: 'SHIPMENT_IMMUTABLE', message: 'no', retryable: false, details: {} } as const
      await engine.changes.move('chg_2', 'SENDING', { to: 'REJECTED', error })
      expect(await engine.changes.take(ENVIRONMENT, [])).toMatchObject({ changeId: 'chg_1', state: 'UNKNOWN' })
    })

    it('keep changes of a shipment in order, one at a time', async () => {
      const engine = await open()
      const asked = { environment: ENVIRONMENT, bookingId: null, shipmentId: 'SHP-1' }
      const cancel = { kind: 'cancel', reason: 'Not needed', refundRequested: true } as const
      const add = (id: string) =>
        engine.changes.add({ ...asked, changeId: `chg_${id}`, submissionId: `change-${id}`, change: cancel })
      await add('1')
      await add('2')
      expect((await add('1')).changeId).toBe('chg_1')
      const first = await engine.changes.take(ENVIRONMENT, [])
      expect(first).toMatchObject({ changeId: 'chg_1', state: 'SENDING' })
      expect(await engine.changes.take(ENVIRONMENT, ['chg_1'])).toBeNull()
      const dueAt = new Date(engine.clock.now().getTime() + 4_000)
      await engine.changes.move('chg_1', 'SENDING', { to: 'UNKNOWN', dueAt })
      expect(await engine.changes.nextDueAt(ENVIRONMENT, [])).toEqual(dueAt)
      expect(await engine.changes.take(ENVIRONMENT, [])).toBeNull()
      await engine.changes.hasten(ENVIRONMENT)
      expect(await engine.changes.take(ENVIRONMENT, [])).toMatchObject({ changeId: 'chg_1', state: 'UNKNOWN' })
      await engine.changes.move('chg_1', 'UNKNOWN', { to: 'DONE', cancellation: null })
      expect(await engine.changes.take(ENVIRONMENT, [])).toMatchObject({ changeId: 'chg_2', state: 'SENDING' })
      expect(await engine.changes.adoptInterrupted()).toBe(1)
      expect(await engine.changes.get('chg_2')).toMatchObject({ state: 'UNKNOWN' })
    })

    it('give a change that waited for its booking the shipment, when that is known', async () => {
      const engine = await open()
      await engine.add(newBooking('a'))
      await takeAll(engine)
      const change = { kind: 'cancel', reason: 'Not needed', refundRequested: true } as const
      const of = { environment: ENVIRONMENT, bookingId: 'bkg_a', shipmentId: null }
      await engine.changes.add({ ...of, changeId: 'chg_1', submissionId: 'change-1', change })
      expect(await engine.bookings.get('bkg_a')).toMatchObject({ hasWaitingCancel: true, hasOpenChange: true })
      expect(await engine.changes.take(ENVIRONMENT, [])).toBeNull()
      await engine.bookings.move('bkg_a', 'SENDING', BOOKED)
      expect(await engine.changes.take(ENVIRONMENT, [])).toMatchObject({ changeId: 'chg_1', shipmentId: 'SHP-1' })
      const cancellation = {
        reason: 'Not needed',
        refund: null,
        refundStatus: null,
        cancelledAt: '2026-11-21T15:00:00Z',
      }
      await engine.changes.move('chg_1', 'SENDING', { to: 'DONE', cancellation })
      expect(await engine.bookings.get('bkg_a')).toMatchObject({ cancellation, hasOpenChange: false })
    })

    it('give up what was to be canceled while it was sent, once it is proved that nothing was taken', async () => {
      const engine = await open()
      const change = { kind: 'cancel', reason: 'Not needed', refundRequested: true } as const
      const cancel = (id: string) =>
        engine.changes.add({
          ...{ environment: ENVIRONMENT, bookingId: `bkg_${id}`, shipmentId: null, change },
          ...{ changeId: `chg_${id}`, submissionId: `change-${id}` },
        })
      const unsent = () => ({ to: 'QUEUED', attempts: 1, dueAt: engine.clock.now() }) as const
      for (const id of ['a', 'b']) await engine.add(newBooking(id))
      await takeAll(engine)
      await cancel('a')
      expect(await engine.bookings.move('bkg_a', 'SENDING', unsent())).toMatchObject({
        state: 'CANCELLED',
        hasOpenChange: false,
      })
      expect(await engine.bookings.get('bkg_a')).toMatchObject({ state: 'CANCELLED', sentAt: null, lease: null })
      expect(await engine.changes.get('chg_a')).toMatchObject({ state: 'DONE', cancellation: null })
      expect(await takeAll(engine)).toEqual([])
      // What was looked for before may be at the service all the same.
      const question = { kind: 'not-found', checks: 4 } as const
      await engine.bookings.move('bkg_b', 'SENDING', { to: 'UNKNOWN', checks: 3, dueAt: engine.clock.now() })
      await engine.bookings.move('bkg_b', 'UNKNOWN', {
        ...{ to: 'NEEDS_DECISION', question, checks: 4, dueAt: engine.clock.now() },
      })
      await engine.bookings.move('bkg_b', 'NEEDS_DECISION', { ...unsent(), actor: 'operator' })
      await takeAll(engine)
      await cancel('b')
      expect(await engine.bookings.move('bkg_b', 'SENDING', unsent())).toMatchObject({ state: 'QUEUED' })
      expect(await engine.changes.get('chg_b')).toMatchObject({ state: 'QUEUED' })
    })

    it('keep the refund of a booking that is canceled once more, and take over one that comes later', async () => {
      const engine = await open()
      await engine.add(newBooking('a'))
      await takeAll(engine)
      await engine.bookings.move('bkg_a', 'SENDING', BOOKED)
      const change = { kind: 'cancel', reason: 'Not needed', refundRequested: true } as const
      const of = { environment: ENVIRONMENT, bookingId: 'bkg_a', shipmentId: 'SHP-1' }
      const unnamed = { reason: null, refund: null, refundStatus: null, cancelledAt: '2026-11-21T15:00:00Z' }
      const refunded = { ...unnamed, refund: { minor: 4200, currency: 'USD' }, refundStatus: 'PROCESSING' }
      const paidOut = { ...refunded, refundStatus: 'COMPLETED' }
      const kept: unknown[] = []
      for (const [at, cancellation] of [unnamed, refunded, unnamed, null, paidOut].entries()) {
        const changeId = `chg_${at}`
        await engine.changes.add({ ...of, changeId, submissionId: `change-${at}`, change })
        await engine.changes.take(ENVIRONMENT, [])
        await engine.changes.move(changeId, 'SENDING', { to: 'DONE', cancellation })
        kept.push((await engine.bookings.get('bkg_a')).cancellation)
      }
      expect(kept).toEqual([unnamed, refunded, refunded, refunded, paidOut])
    })

    it('walk a change as the machine says', async () => {
      const engine = await open()
      const seen = new Set<string>()
      let made = 0
      const change = { kind: 'update', instructions: 'Ring the bell' } as const
      await fc.assert(
        fc.asyncProperty(
          fc.array(anyChangeMove, { minLength: 1, maxLength: 8 }),
          fc.boolean(),
          async (moves, waits) => {
            const id = `walk${++made}`
            const { bookingId } = await engine.add(newBooking(`of-${id}`))
            const of = waits ? { bookingId, shipmentId: null } : { bookingId: null, shipmentId: 'SHP-9' }
            const ids = { changeId: `chg_${id}`, submissionId: `change-${id}` }
            const { changeId } = await engine.changes.add({ environment: ENVIRONMENT, ...ids, ...of, change })
            for (const move of moves) {
              const before = await engine.changes.get(changeId)
              const moved = engine.changes.move(changeId, before.state, move)
              if (!mayMoveChange(before, move)) {
                await expect(moved).rejects.toMatchObject({ code: 'WRONG_STATE' })
                expect(await engine.changes.get(changeId)).toEqual(before)
                continue
              }
              expect(await moved).toMatchObject(changeAfter(before, move))
              expect(await engine.changes.get(changeId)).toEqual(await moved)
              seen.add(move.to)
            }
          },
        ),
        { numRuns: 40 },
      )
      expect(seen).toEqual(new Set(CHANGE_STATES))
    })

    it('keep a shipment’s labels byte for byte, and say whose are missing', async () => {
      const engine = await open()
      await engine.add(newBooking('a'))
      await takeAll(engine)
      await engine.bookings.move('bkg_a', 'SENDING', BOOKED)
      expect(await engine.labels.missing(ENVIRONMENT)).toEqual([{ shipmentId: 'SHP-1', format: 'ZPL' }])
      const bytes = Buffer.from('^XA^FDé\u0000^XZ', 'latin1')
      await engine.labels.keep(ENVIRONMENT, 'SHP-1', [
        { documentId: 'D1', format: 'ZPL', bytes },
        { documentId: 'D2', format: 'ZPL', bytes: Buffer.from('^XA^XZ') },
      ])
      const kept = await engine.labels.of(ENVIRONMENT, 'SHP-1')
      expect(kept.map(({ documentId }) => documentId)).toEqual(['D1', 'D2'])
      expect(Buffer.from(kept[0]?.bytes ?? []).equals(bytes)).toBe(true)
      expect(await engine.labels.missing(ENVIRONMENT)).toEqual([])
      expect((await engine.bookings.get('bkg_a')).hasLabel).toBe(true)
    })
  })
}
