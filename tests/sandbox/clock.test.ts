import fc from '../support/fast-check.ts'
import Database from 'better-sqlite3'
import { expect, test } from 'vitest'
import { ServiceClock } from '../../src-sandbox/clock.ts'
import { MIGRATIONS } from '../../src-sandbox/migrations.ts'

function freshDatabase() {
  const db = new Database(':memory:')
  for (const sql of MIGRATIONS) db.exec(sql)
  return db
}

type Step = { kind: 'wait' | 'jump'; ms: number } | { kind: 'speed'; speed: number } | { kind: 'kill' | 'restart' }
const steps = fc.array(
  fc.oneof(
    fc.record({ kind: fc.constantFrom('wait' as const, 'jump' as const), ms: fc.integer({ min: 0, max: 10_000_000 }) }),
    fc.record({ kind: fc.constant('speed' as const), speed: fc.constantFrom(0.1, 1, 60, 5000) }),
    fc.record({ kind: fc.constantFrom('kill' as const, 'restart' as const) }),
  ),
)

test('the service time never runs backwards: not through speeds, jumps, restarts, or being killed', () => {
  fc.assert(
    fc.property(steps, (sequence: Step[]) => {
      const db = freshDatabase()
      let machine = 1_800_000_000_000
      let clock = new ServiceClock(db, 1, () => machine)
      let last = clock.now()
      for (const step of sequence) {
        if (step.kind === 'wait') machine += step.ms
        if (step.kind === 'jump') clock.jump(step.ms)
        if (step.kind === 'speed') clock.setSpeed(step.speed)
        if (step.kind === 'restart') clock.close()
        if (step.kind === 'kill' || step.kind === 'restart') clock = new ServiceClock(db, 1, () => machine)
        const now = clock.now()
        expect(now).toBeGreaterThanOrEqual(last)
        last = now
      }
      db.close()
    }),
  )
})
