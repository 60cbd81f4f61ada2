import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { faultOf, type FaultPlan } from '../../support/fault-proxy-plan.ts'
import { runRound } from './round.ts'
import { full } from '../../support/full.ts'

const NO_FAULTS: FaultPlan = () => null
/** Every booking is carried out, and its answer lost. */
const LOST_ANSWERS: FaultPlan = (family) => (family === 'book' ? faultOf('cut-after') : null)

/** Nothing but bookings, so that a short life has some. */
const ONLY_BOOKINGS = {
  cancel: 0,
  wait: 0,
  decide: 0,
  look: 0,
  'submit again': 0,
  'fault inside the service': 0,
} as const

describe(
  'the check itself',
  full('lives in real time to prove the judge, which tests/world/judge/bookings.test.ts does by cases', {
    timeout: 240_000,
  }),
  () => {
    it('reports doubled bookings of a station that sends again when no answer came', async () => {
      const report = await runRound({
        seed: 'reposting',
        // Lives are of real time: on a busy machine the first ones may be too short for a booking.
        kills: 5,
        clerk: 'careful',
        plan: LOST_ANSWERS,
        errands: ONLY_BOOKINGS,
        isReposting: true,
      })
      expect(report.violations.map(({ kind }) => kind)).toContain('doubled')
    })

    it('reports a booking as lost whose row was taken out of the ledger', async () => {
      const report = await runRound({
        seed: 'robbed',
        kills: 1,
        clerk: 'careful',
        plan: NO_FAULTS,
        errands: ONLY_BOOKINGS,
        tamper: takeOneOut,
      })
      expect(report.violations.map(({ kind }) => kind).sort()).toEqual(['lost', 'unseen'])
    })
  },
)

/** As a disk that forgets would: the newest booking is gone, nothing else has changed. */
function takeOneOut(dataDir: string): void {
  const db = new Database(join(dataDir, 'ledger.db'))
  db.pragma('foreign_keys = OFF')
  const { changes } = db
    .prepare(`DELETE FROM booking WHERE seq = (SELECT max(seq) FROM booking WHERE state = 'BOOKED')`)
    .run()
  db.close()
  if (changes !== 1) throw new Error('there was no booking to take out')
}
