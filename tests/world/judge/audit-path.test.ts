import { describe, expect, it } from 'vitest'
import { gapInAudit } from './audit-path.ts'
import type { AuditFact } from './ledger-facts.ts'

/** Audit rows of one booking: each action with the state it says it came from. */
function rows(...steps: [action: string, from?: string][]): AuditFact[] {
  return steps.map(([action, from], index) => ({
    id: index + 1,
    at: '2026-11-21T15:00:00.000Z',
    actor: 'station',
    subjectId: 'bkg_1',
    action,
    detail: from === undefined ? {} : { from },
  }))
}

describe('the audit rows of a booking', () => {
  it('tell a whole story when each step starts where the one before ended', () => {
    const story = rows(['submitted'], ['sending', 'QUEUED'], ['unknown', 'SENDING'], ['booked', 'UNKNOWN'])
    expect(gapInAudit('bkg_1', 'BOOKED', story)).toBeNull()
  })

  it('may hold notes of other words between the steps', () => {
    expect(gapInAudit('bkg_1', 'CANCELLED', rows(['submitted'], ['requoted'], ['cancelled', 'QUEUED']))).toBeNull()
  })

  it.each([
    ['no row at all', rows(), 'QUEUED', 'nothing tells of it'],
    ['no submission first', rows(['sending', 'QUEUED']), 'SENDING', 'begins with "sending"'],
    ['a missing step', rows(['submitted'], ['booked', 'SENDING']), 'BOOKED', 'it was QUEUED'],
    ['a forbidden step', rows(['submitted'], ['booked', 'QUEUED']), 'BOOKED', 'QUEUED must not become BOOKED'],
    ['another end than the booking', rows(['submitted'], ['sending', 'QUEUED']), 'BOOKED', 'ends at SENDING'],
  ] as const)('have a gap when there is %s', (_what, story, state, gap) => {
    expect(gapInAudit('bkg_1', state, story)).toContain(gap)
  })
})
