import { describe, expect, it } from 'vitest'
import { judge, type RoundFacts } from './bookings.ts'
import type { AuditFact, LedgerFact } from './ledger-facts.ts'

const AUDIT: readonly [string, string?][] = [['submitted'], ['sending', 'QUEUED'], ['booked', 'SENDING']]

const audit = (steps: readonly [string, string?][] = AUDIT): AuditFact[] =>
  steps.map(([action, from], index) => ({
    id: index + 1,
    at: '2026-11-21T15:00:00.000Z',
    actor: 'station',
    subjectId: 'bkg_1',
    action,
    detail: from === undefined ? {} : { from },
  }))

const booked: LedgerFact = {
  bookingId: 'bkg_1',
  submissionId: 'form-1',
  state: 'BOOKED',
  reference: 'PO-1',
  shipmentId: 'SHP-1',
  question: null,
  error: null,
}

/** A round in which one form became one shipment, with something changed. */
function facts(change: Partial<RoundFacts> = {}, booking: Partial<LedgerFact> = {}, steps = AUDIT): RoundFacts {
  return {
    submissions: [{ submissionId: 'form-1', taken: ['bkg_1'], takenInLife: 2, reference: 'PO-1' }],
    ledger: { bookings: [{ ...booked, ...booking }], changes: [], audit: audit(steps), integrity: 'ok' },
    shipments: new Map([['PO-1', [{ shipmentId: 'SHP-1', status: 'PENDING' }]]]),
    shipmentsInAll: 1,
    copies: new Map(),
    notices: [],
    breaks: [],
    mishaps: [],
    ofLostForms: 0,
    ofForms: new Map(),
    ledAstray: 0,
    standingStill: 0,
    ...change,
  }
}

const kindsOf = (round: RoundFacts) => judge(round).map(({ rule }) => rule)
const twice = new Map([
  [
    'PO-1',
    [
      { shipmentId: 'SHP-1', status: 'PENDING' },
      { shipmentId: 'SHP-2', status: 'PENDING' },
    ],
  ],
])

describe('the judge of a round', () => {
  it('has nothing to say when each form is one booking and each booking one shipment', () => {
    expect(judge(facts())).toEqual([])
  })

  it('calls a booking lost that was taken and is not in the ledger', () => {
    const empty = { bookings: [], changes: [], audit: [], integrity: 'ok' }
    expect(kindsOf(facts({ ledger: empty, shipments: new Map(), shipmentsInAll: 0 }))).toEqual(['lost'])
  })

  it('calls a booking silently lost when its ledger was damaged and nobody was told, and not when somebody was', () => {
    const empty = { bookings: [], changes: [], audit: [], integrity: 'ok' }
    const gone = { ledger: empty, shipments: new Map(), shipmentsInAll: 1, ofLostForms: 1, mishaps: [3] }
    expect(kindsOf(facts(gone))).toEqual(['silent'])
    expect(kindsOf(facts({ ...gone, breaks: [2] }))).toEqual(['silent'])
    expect(kindsOf(facts({ ...gone, breaks: [3] }))).toEqual([])
  })

  it('calls a booking lost that says it is booked and is not at the service', () => {
    expect(kindsOf(facts({ shipments: new Map([['PO-1', []]]), shipmentsInAll: 0 }))).toEqual(['lost'])
  })

  it('calls a round stuck in which something due did not move', () => {
    expect(kindsOf(facts({ standingStill: 1 }))).toEqual(['stuck'])
  })

  it('calls a booking doubled that is twice at the service', () => {
    expect(kindsOf(facts({ shipments: twice, shipmentsInAll: 2 }))).toEqual(['doubled'])
  })

  it('calls a form doubled that is at the service under two references', () => {
    const ofForms = new Map([['form-1', twice.get('PO-1') ?? []]])
    expect(kindsOf(facts({ ofForms }))).toEqual(['doubled'])
  })

  it('does not blame the station when the network passed the booking on twice', () => {
    expect(judge(facts({ shipments: twice, shipmentsInAll: 2, copies: new Map([['PO-1', 1]]) }))).toEqual([])
  })

  it('calls a form doubled that was taken as two bookings', () => {
    expect(
      kindsOf(
        facts({ submissions: [{ submissionId: 'form-1', taken: ['bkg_1', 'bkg_2'], takenInLife: 1, reference: '' }] }),
      ),
    ).toEqual(['lost', 'doubled'])
  })

  it('lets a form whose answer never came be a booking or none', () => {
    const unanswered = [{ submissionId: 'form-1', taken: [], takenInLife: 0, reference: '' }]
    const none = { bookings: [], changes: [], audit: [], integrity: 'ok' }
    expect(judge(facts({ submissions: unanswered }))).toEqual([])
    expect(judge(facts({ submissions: unanswered, ledger: none, shipments: new Map(), shipmentsInAll: 0 }))).toEqual([])
  })

  it.each([
    ['rejected', { state: 'REJECTED', shipmentId: null }, ['rejected', 'SENDING']],
    ['cancelled', { state: 'CANCELLED', shipmentId: null }, ['cancelled', 'QUEUED']],
    ['asking whether it was booked', { state: 'NEEDS_DECISION', shipmentId: null, question: 'not-found' }, null],
  ] as const)('sees a shipment behind a booking that is %s', (_what, booking, end) => {
    expect(kindsOf(facts({}, booking, end === null ? [] : [['submitted'], [...end]]))).toContain('unseen')
  })

  it('sees a shipment that no booking accounts for', () => {
    expect(kindsOf(facts({ shipmentsInAll: 2 }))).toEqual(['unseen'])
  })

  it.each(['QUEUED', 'SENDING', 'UNKNOWN'] as const)('calls a booking unsettled that stays %s', (state) => {
    expect(kindsOf(facts({}, { state }))).toContain('unsettled')
  })

  it('calls a question unsettled that does not say what it asks', () => {
    expect(kindsOf(facts({}, { state: 'NEEDS_DECISION' }))).toContain('unsettled')
  })

  it('sees a cancellation that is done here alone, and one that is there and nobody asked for', () => {
    const cancel = { changeId: 'chg_1', bookingId: 'bkg_1', kind: 'cancel', state: 'DONE' } as const
    const cancelled = new Map([['PO-1', [{ shipmentId: 'SHP-1', status: 'CANCELLED' }]]])
    const asked = { ...facts().ledger, changes: [cancel] }
    expect(kindsOf(facts({ ledger: asked }))).toEqual(['untrue'])
    expect(kindsOf(facts({ shipments: cancelled }))).toEqual(['untrue'])
    expect(judge(facts({ ledger: asked, shipments: cancelled }))).toEqual([])
  })

  it.each(['QUEUED', 'SENDING', 'UNKNOWN'] as const)('calls a change unsettled that stays %s', (state) => {
    const changes = [{ changeId: 'chg_1', bookingId: 'bkg_1', kind: 'update', state } as const]
    expect(kindsOf(facts({ ledger: { ...facts().ledger, changes } }))).toEqual(['unsettled'])
  })

  it('sees a gap in the audit, a damaged ledger, and a call that followed a redirect', () => {
    expect(kindsOf(facts({}, {}, [['submitted'], ['booked', 'SENDING']]))).toEqual(['audit gap'])
    const damaged = { ...facts().ledger, integrity: 'row 7 missing from index' }
    expect(kindsOf(facts({ ledger: damaged, notices: ['DATABASE_DAMAGED'] }))).toEqual(['damaged', 'damaged'])
    expect(kindsOf(facts({ notices: ['LEDGER_BEHIND'] }))).toEqual(['damaged'])
    expect(kindsOf(facts({ ledAstray: 1 }))).toEqual(['astray'])
  })
})
