import fc from '../support/fast-check.ts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createHooks } from '../../src-main/integrations/hooks.ts'
import { openWebhookSecrets } from '../../src-main/kernel/secrets/webhook-secrets.ts'
import { appendAudit } from '../../src-main/data/audit/audit.rows.ts'
import { hookStore } from '../../src-main/integrations/hooks.rows.ts'
import { openLedger } from '../../src-main/data/ledger/ledger.ts'
import { overdueRows } from '../support/overdue.ts'
import { countingIds, FakeClock } from '../support/fake-clock.ts'
import { inFakeTime, pass, turns } from '../support/peace.ts'
import { full } from '../support/full.ts'
import { newStores } from '../support/new-stores.ts'

/** What becomes of a try; `fault`: what came of it cannot be written down. */
const ENDS = ['taken', 'refused', 'lost', 'fault'] as const
const STEPS = ['event', 'kick', 'try now', 'off', 'on', 'add', 'minute', 'turns'] as const
/** The longest wait is an hour. */
const PEACE_MINUTES = [...Array.from({ length: 10 }, () => 1), ...Array.from({ length: 14 }, () => 5)]

/** Of the property, not of what it proves. */
const PROOF = full('the default run has the property itself', { timeout: 120_000 })

const plan = fc.tuple(
  fc.array(fc.record({ end: fc.constantFrom(...ENDS), turns: fc.nat(4) }), { maxLength: 16 }),
  fc.array(fc.record({ step: fc.constantFrom(...STEPS), hook: fc.nat(2), turns: fc.nat(4) }), { maxLength: 16 }),
)

/** One life with three webhooks and five events at most; then peace, in which nobody kicks. */
async function live([ends, steps]: typeof plan extends fc.Arbitrary<infer P> ? P : never, forgetful: string | null) {
  const clock = new FakeClock()
  const ledger = await openLedger(newStores(), clock)
  const rows = hookStore(ledger.db, clock)
  const faults: unknown[] = []
  const onFault = (error: unknown) => void faults.push(error)
  let at = 0
  let isRefusing = false
  const fetch = async (): Promise<Response> => {
    const { end, turns: many } = ends[at++] ?? { end: 'taken', turns: 1 }
    await turns(many)
    if (end === 'lost') throw new TypeError('fetch failed')
    isRefusing = end === 'fault'
    return new Response(null, { status: end === 'refused' ? 500 : 204 })
  }
  const hooks = createHooks({
    rows: {
      ...rows,
      tried: async (...given) => {
        if (!isRefusing) return rows.tried(...given)
        isRefusing = false
        throw new Error('the disk is full')
      },
    },
    secrets: openWebhookSecrets(async () => ({ available: false, get: async () => null, set: async () => undefined })),
    facts: {
      of: async () => ({}),
      exceptions: async () => ({ now: [], over: [] }),
      ofException: async () => ({ data: {}, lastEventId: '' }),
    },
    clock,
    ids: countingIds(),
    onChange: () => undefined,
    inBackground: (work) => void work.catch(onFault),
    onFault,
  })
  try {
    return await inFakeTime(
      clock,
      forgetful,
      async () => {
        const added: string[] = []
        const save = (isActive: boolean, hookId?: string) =>
          hooks.save({
            url: `http://127.0.0.1/${added.length}`,
            events: ['booked'],
            isActive,
            hasNewSecret: false,
            ...(hookId && { hookId }),
          })
        const add = async () => {
          if (added.length >= 3) return
          await save(true)
          added.push((await rows.list()).find(({ hookId }) => !added.includes(hookId))?.hookId ?? '')
        }
        let events = 0
        const event = () => {
          if (++events > 5) return
          const booked = {
            actor: 'station',
            subjectKind: 'booking',
            subjectId: `bkg_${events}`,
            action: 'booked',
          } as const
          appendAudit(ledger.db, { ...booked, at: clock.now(), detail: {} })
          hooks.kick()
        }
        hooks.start()
        await add()
        event()
        for (const { step, hook, turns: many } of steps) {
          const hookId = added[hook % added.length] ?? ''
          if (step === 'event') event()
          else if (step === 'add') await add()
          else if (step === 'kick') hooks.kick()
          else if (step === 'try now') await hooks.tryNow(hookId)
          else if (step === 'off') await save(false, hookId)
          else if (step === 'on') await save(true, hookId)
          else if (step === 'minute') await pass(clock, 60_000)
          await turns(many)
        }
        for (const hookId of added) await save(true, hookId)
        await turns(5)
        for (const minutes of PEACE_MINUTES) {
          await pass(clock, minutes * 60_000)
          expect(overdueRows(ledger.db, clock.now())).toEqual([])
        }
        for (const hookId of added) expect(await rows.waiting(hookId)).toBe(0)
      },
      fetch,
    )
  } finally {
    await hooks.close()
    ledger.close()
  }
}

describe('what other systems are told', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  it('is told as soon as it is due, whatever their servers did and whoever changed a webhook when', async () => {
    await fc.assert(
      fc.asyncProperty(plan, (one) => live(one, null)),
      { numRuns: 40 },
    )
  }, 120_000)

  it('stands still where webhooks forget their timers, and the same property sees it', PROOF, async () => {
    const found = await fc.check(
      fc.asyncProperty(plan, (one) => live(one, 'src-main/kernel/wake-timers.ts')),
      { numRuns: 40, endOnFailure: true },
    )
    expect(found.failed).toBe(true)
    expect(String(found.errorInstance)).toContain('AssertionError')
  })
})
