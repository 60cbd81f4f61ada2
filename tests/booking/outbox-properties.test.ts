import fc from '../support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { countingIds, FakeClock } from '../support/fake-clock.ts'
import { turns } from '../support/peace.ts'
import { directBooking, OUTCOMES, outboxOn, scriptedService } from '../support/scripted-service.ts'
import { newStores } from '../support/new-stores.ts'

const STEPS = ['submit', 'wait', 'wait long', 'restart', 'cancel', 'send-again', 'give-up', 'check'] as const
const auditSchema = z.array(z.object({ action: z.string(), detail: z.string() }))

describe('whatever the wire does', () => {
  it('no booking is made twice without a person’s word, none is lost, and the audit log has no gap', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...OUTCOMES), { maxLength: 30 }),
        fc.array(fc.constantFrom(...STEPS), { minLength: 4, maxLength: 12 }),
        async (script, steps) => {
          const clock = new FakeClock()
          const ledger = await openLedger(newStores(), clock)
          const service = scriptedService(script)
          const faults: unknown[] = []
          const ids = countingIds()
          const open = () =>
            outboxOn(ledger.db, clock, { link: service.link, ids, onFault: (error) => faults.push(error) })
          let { bookings, outbox } = open()
          await outbox.start()
          const sentAgain = new Map<string, number>()
          let count = 0
          /** A person who tries what the state does not allow is told so, and that is all. */
          const tryTo = (work: Promise<unknown>) => work.catch((error: unknown) => expect(error).toBeInstanceOf(Error))

          for (const step of ['submit', ...steps]) {
            const [newest] = await bookings.list({ limit: 1 })
            const bookingId = newest?.bookingId ?? ''
            if (step === 'submit') {
              const reference = `PO-${++count}`
              await outbox.submit({ kind: 'direct', submissionId: `form-${count}`, request: directBooking(reference) })
            } else if (step === 'restart') {
              await outbox.close()
              ;({ bookings, outbox } = open())
              await outbox.start()
            } else if (step === 'cancel') {
              const change = { kind: 'cancel', reason: 'no' } as const
              await tryTo(outbox.requestChange({ submissionId: `chg-form-${++count}`, bookingId, change }))
            } else if (step === 'send-again') {
              if (newest?.question) sentAgain.set(newest.reference, (sentAgain.get(newest.reference) ?? 0) + 1)
              await tryTo(outbox.answer(bookingId, { answer: 'send-again' }))
            } else if (step === 'give-up') {
              await tryTo(outbox.answer(bookingId, { answer: 'give-up' }))
            } else if (step === 'check') {
              await tryTo(outbox.check(bookingId))
            } else {
              clock.advance(step === 'wait' ? 61_000 : 3_700_000)
              outbox.kick()
              await turns(20)
            }
          }
          await outbox.close()

          expect(faults).toEqual([])
          const all = await bookings.list({ limit: 100 })
          const claimed = all.flatMap(({ shipmentId }) => (shipmentId === null ? [] : [shipmentId]))
          expect(new Set(claimed).size).toBe(claimed.length)
          for (const { reference, state, bookingId, shipmentId } of all) {
            const made = service.shipments.filter((shipment) => shipment.reference === reference)
            expect(made.length).toBeLessThanOrEqual(1 + (sentAgain.get(reference) ?? 0))
            if (state === 'BOOKED') expect(made.map((shipment) => shipment.shipmentId)).toContain(shipmentId)
            // Looks in this service tell the truth: what is there is booked here, or still being looked into.
            if (made.length > 0) expect(['BOOKED', 'SENDING', 'UNKNOWN', 'NEEDS_DECISION', 'QUEUED']).toContain(state)
            if (made.length > 0 && state === 'QUEUED') expect(sentAgain.get(reference)).toBeGreaterThan(0)

            const audit = auditSchema.parse(
              ledger.db.prepare('SELECT action, detail FROM audit WHERE subject_id = ? ORDER BY id').all(bookingId),
            )
            let before = 'QUEUED'
            expect(audit[0]?.action).toBe('submitted')
            for (const { action, detail } of audit.slice(1)) {
              expect(z.object({ from: z.string() }).parse(JSON.parse(detail)).from).toBe(before)
              before = action.toUpperCase()
            }
            expect(before).toBe(state)
          }
          ledger.close()
        },
      ),
      { numRuns: 40 },
    )
  })
})
