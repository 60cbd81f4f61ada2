import { describe, expect, it } from 'vitest'
import { judgeSite } from './site.ts'
import type { SiteRoundFacts } from './site-facts.ts'

const holder = {
  ...{ bookingId: 'bkg_1', submissionId: 'form-1', stationId: 'stn_1', state: 'BOOKED' as const },
  ...{ reference: 'PO-1', sentAs: 'PO-1', shipmentId: 'SHP-1', question: null, error: null },
}
const beside = { ...holder, bookingId: 'bkg_2', submissionId: 'form-2', reference: 'PO-1-2', shipmentId: 'SHP-2' }

/** Two bookings of a site under one reference at the service. */
function facts(notices: string[], bookings = [holder, beside]): SiteRoundFacts {
  const shipments = ['SHP-1', 'SHP-2'].map((shipmentId) => ({ shipmentId, status: 'PENDING' }))
  return {
    site: { bookings, changes: [], audit: [], stations: [], notices, standingStill: [] },
    stations: [],
    shipments: new Map([['PO-1', shipments]]),
    shipmentsInAll: 2,
    copies: new Map(),
    ledAstray: 0,
  }
}

/** Without what it says of an audit log that is empty here. */
const rulesOf = (round: SiteRoundFacts) =>
  judgeSite(round)
    .map(({ rule }) => rule)
    .filter((rule) => rule !== 'audit gap')

describe('the judge of a site', () => {
  it('takes a booking that is kept beside another of its reference for what it is, where people were notified', () => {
    expect(rulesOf(facts(['booked-twice:bkg_2']))).toEqual([])
    expect(rulesOf(facts([]))).toEqual(['silent'])
  })

  it('calls it doubled where the second shipment is no other booking', () => {
    expect(rulesOf(facts([], [holder]))).toContain('doubled')
  })
})
