import fc from '../support/fast-check.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createQueue } from '../../src-main/printing/queue/queue.ts'
import type { SendOutcome } from '../../src-main/printing/transports/transport.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { overdueRows } from '../support/overdue.ts'
import { printJobStore } from '../../src-main/printing/queue/print-jobs.rows.ts'
import { printerStore } from '../../src-main/printing/printers/printers.rows.ts'
import { countingIds, FakeClock } from '../support/fake-clock.ts'
import { inFakeTime, pass, turns } from '../support/peace.ts'
import { full } from '../support/full.ts'
import { newStores } from '../support/new-stores.ts'
import { labelRequest, printerDraft } from '../support/temporary-printing.ts'

/** What becomes of a send; `fault`: it cannot be written down. */
const ENDS = ['taken', 'refused', 'unknown', 'fault'] as const
const STEPS = ['print', 'pause', 'resume', 'retry', 'cancel', 'wake', 'minute', 'turns'] as const
const MINUTES_OF_PEACE = 12

/** Of the property, not of what it proves. */
const PROOF = full('the default run has the property itself', { timeout: 120_000 })

const plan = fc.tuple(
  fc.array(fc.record({ end: fc.constantFrom(...ENDS), turns: fc.nat(4) }), { maxLength: 20 }),
  fc.array(fc.record({ step: fc.constantFrom(...STEPS), printer: fc.nat(1), turns: fc.nat(4) }), { maxLength: 16 }),
)

/** One life of a queue with two printers and five jobs at most; then peace, in which nobody kicks. */
async function live([sends, steps]: typeof plan extends fc.Arbitrary<infer P> ? P : never, forgetful: string | null) {
  const clock = new FakeClock()
  const ledger = await openLedger(newStores(), clock)
  const ids = countingIds()
  const printers = printerStore(ledger.db, clock, () => ({
    ...printerDraft({ kind: 'virtual' }),
    printerId: ids.next('prn'),
    connection: { kind: 'virtual', faults: [] },
  }))
  const jobs = printJobStore(ledger.db, clock)
  let at = 0
  let isRefusing = false
  const send = async (bytes: Uint8Array): Promise<SendOutcome> => {
    const { end, turns: many } = sends[at++] ?? { end: 'taken', turns: 1 }
    await turns(many)
    const error = { code: 'PRINTER_UNREACHABLE' as const, message: end, retryable: true, details: {} }
    if (end === 'refused') return { kind: 'refused', error }
    if (end === 'unknown') return { kind: 'unknown', bytes: 1, answer: new Uint8Array(), error }
    isRefusing = end === 'fault'
    return { kind: 'accepted', bytes: bytes.length, answer: new Uint8Array() }
  }
  const faults: unknown[] = []
  const queue = createQueue({
    jobs: {
      ...jobs,
      settle: async (...given) => {
        if (!isRefusing) return jobs.settle(...given)
        isRefusing = false
        throw new Error('the disk is full')
      },
    },
    keepsFrom: async () => null,
    route: async () => ({ transport: { send, check: async () => null }, proves: () => false, watch: null }),
    clock,
    ids,
    onChange: () => undefined,
    onFault: (error) => faults.push(error),
  })
  const docks: string[] = []
  for (const name of ['Dock 1', 'Dock 2']) {
    const printerId = ids.next('prn')
    await printers.add({ ...printerDraft({ kind: 'tcp', uri: 'tcp://127.0.0.1:9' }, { name }), printerId })
    docks.push(printerId)
  }
  try {
    return await inFakeTime(clock, forgetful, async () => {
      await queue.start()
      const dock = (nth: number) => docks[nth] ?? ''
      const added: string[] = []
      const print = async (nth: number) => {
        if (added.length >= 5) return
        const request = labelRequest(dock(nth), Buffer.from(`^XA${added.length}^XZ`), { shipmentId: null })
        added.push((await queue.add(request)).jobId)
      }
      const toNewest = (act: (jobId: string) => Promise<unknown>) => act(added.at(-1) ?? '').catch(() => undefined)
      await print(0)
      for (const { step, printer, turns: many } of steps) {
        if (step === 'print') await print(printer)
        else if (step === 'pause') await printers.setPaused(dock(printer), true)
        else if (step === 'resume') {
          await printers.setPaused(dock(printer), false)
          queue.wake(dock(printer))
        } else if (step === 'retry') await toNewest(queue.retry)
        else if (step === 'cancel') await toNewest(queue.cancel)
        else if (step === 'wake') queue.wake(dock(printer))
        else if (step === 'minute') await pass(clock, 60_000)
        await turns(many)
      }
      for (const printerId of docks) {
        await printers.setPaused(printerId, false)
        queue.wake(printerId)
      }
      await turns(5)
      for (let minute = 0; minute < MINUTES_OF_PEACE; minute++) {
        await pass(clock, 60_000)
        expect(overdueRows(ledger.db, clock.now())).toEqual([])
      }
      const left = await queue.list(10)
      expect(left.filter(({ state, nextTryAt }) => state === 'QUEUED' || state === 'SENDING' || nextTryAt)).toEqual([])
    })
  } finally {
    await queue.close()
    ledger.close()
  }
}

describe('print jobs', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('move as soon as they are due, whatever the printers did and whoever paused, retried and kicked when', async () => {
    await fc.assert(
      fc.asyncProperty(plan, (one) => live(one, null)),
      { numRuns: 40 },
    )
  }, 120_000)

  it('of a queue that forgets its timers stand still, and the same property sees it', PROOF, async () => {
    const found = await fc.check(
      fc.asyncProperty(plan, (one) => live(one, 'src-main/kernel/wake-timers.ts')),
      { numRuns: 40, endOnFailure: true },
    )
    expect(found.failed).toBe(true)
    expect(String(found.errorInstance)).toContain('AssertionError')
  })
})
