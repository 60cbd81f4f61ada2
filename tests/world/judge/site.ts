import { judge, type RoundFacts, type Submission } from './bookings.ts'
import type { Violation } from './violation.ts'
import { isOwnReference } from '../people/desk.ts'
import type { ServiceShipment } from '../processes/service-handle.ts'
import type { LedgerFact, LedgerFacts } from './ledger-facts.ts'
import type { SiteRoundFacts, StationFacts } from './site-facts.ts'

/** Every promise of a site that is broken: by the judge of one station over the site's rows, and between it and its stations. */
export function judgeSite(facts: SiteRoundFacts): Violation[] {
  return [
    ...judge(asOneLedger(facts)),
    ...facts.stations.flatMap((station) => judgeStation(station, facts)),
    ...judgeKeptBeside(facts),
    ...judgeManifests(facts),
    ...judgePrints(facts),
  ]
}

/** The site's rows, and of each station what the site was never to have, as one ledger with one service. */
function asOneLedger(facts: SiteRoundFacts): RoundFacts {
  const { site, stations, shipments, shipmentsInAll, copies, ledAstray } = facts
  const atSite = new Set(site.bookings.map(({ bookingId }) => bookingId))
  const ledger: LedgerFacts = {
    bookings: [...site.bookings],
    changes: [...site.changes],
    audit: [...site.audit],
    integrity: stations.find(({ ledger }) => ledger.integrity !== 'ok')?.ledger.integrity ?? 'ok',
  }
  for (const { ledger: own } of stations) {
    const alone = own.bookings.filter(({ bookingId }) => !atSite.has(bookingId))
    const ids = new Set(alone.map(({ bookingId }) => bookingId))
    // Another may have the reference: under it nothing of this one is at the service, for nobody sent it.
    ledger.bookings.push(...alone.map((booking) => ({ ...booking, reference: neverSent(booking) })))
    ledger.audit.push(...own.audit.filter(({ subjectId }) => ids.has(subjectId)))
  }
  const byReference = new Map<string, readonly ServiceShipment[]>()
  const under = underOwnReference(facts)
  for (const { reference } of ledger.bookings) byReference.set(reference, under(reference))
  return {
    submissions: stations.flatMap(({ submissions }) => submissions),
    ledger,
    shipments: byReference,
    shipmentsInAll,
    copies,
    notices: [],
    breaks: [],
    mishaps: [],
    ofLostForms: 0,
    ofForms: shipmentsByForm(
      stations.flatMap(({ submissions }) => submissions),
      shipments,
    ),
    ledAstray,
    standingStill: site.standingStill.length,
  }
}

type KeptBeside = SiteRoundFacts['site']['bookings'][number]

/** Bookings that the service has under the reference of another, which the site has as well. */
const keptBeside = ({ site }: Pick<SiteRoundFacts, 'site'>): KeptBeside[] =>
  site.bookings.filter(({ reference, sentAs, shipmentId }) => reference !== sentAs && shipmentId !== null)

/** What the service has, by the reference of the booking whose it is. */
function underOwnReference(facts: SiteRoundFacts): (reference: string) => readonly ServiceShipment[] {
  const kept = keptBeside(facts)
  const isKept = (shipment: ServiceShipment) => kept.some(({ shipmentId }) => shipmentId === shipment.shipmentId)
  return (reference) => {
    const beside = kept.filter((booking) => booking.reference === reference)
    const own = beside.flatMap(({ sentAs, shipmentId }) =>
      (facts.shipments.get(sentAs) ?? []).filter((shipment) => shipment.shipmentId === shipmentId),
    )
    return [...(facts.shipments.get(reference) ?? []).filter((shipment) => !isKept(shipment)), ...own]
  }
}

/** Two under one reference at the service: every station was notified. */
const judgeKeptBeside = (facts: SiteRoundFacts): Violation[] =>
  keptBeside(facts)
    .filter(({ bookingId }) => !facts.site.notices.includes(`booked-twice:${bookingId}`))
    .map(({ bookingId, reference, sentAs }) => ({
      rule: 'silent' as const,
      what: `${bookingId} (${reference}) is at the service under ${sentAs}, as another, and no one was notified`,
      reference,
    }))

const neverSent = ({ bookingId, reference }: LedgerFact): string => `${reference} of ${bookingId}, never at the site`

/** Whatever the suffix that made a reference unique: of forms that have a reference of their own. */
function shipmentsByForm(
  submissions: readonly Submission[],
  shipments: ReadonlyMap<string, readonly ServiceShipment[]>,
): Map<string, readonly ServiceShipment[]> {
  const found = new Map<string, readonly ServiceShipment[]>()
  for (const { submissionId, reference } of submissions) {
    if (!isOwnReference(reference)) continue
    const references = [reference, ...[2, 3, 4].map((copy) => `${reference}-${copy}`)]
    found.set(
      submissionId,
      references.flatMap((each) => shipments.get(each) ?? []),
    )
  }
  return found
}

/** What a station shows has to be what its site says. */
function judgeStation({ name, ledger, uploads }: StationFacts, { site, shipments }: SiteRoundFacts): Violation[] {
  const found: Violation[] = []
  const there = new Map(site.bookings.map((booking) => [booking.bookingId, booking]))
  const here = new Map(ledger.bookings.map((booking) => [booking.bookingId, booking]))
  const report = (rule: Violation['rule'], booking: LedgerFact, what: string) =>
    found.push({
      rule,
      what: `${booking.bookingId} (${booking.reference}, ${booking.state}) of ${name} ${what}`,
      reference: booking.reference,
    })

  for (const { kind, id, state } of uploads) {
    if (kind === 'change') {
      const change = site.changes.find(({ changeId }) => changeId === id)
      const own = ledger.changes.find(({ changeId }) => changeId === id)
      if (state !== 'TAKEN' || own === undefined || change?.state === own.state) continue
      const what = `${id} is ${own.state} at ${name} and ${change?.state ?? 'not there'} at the site`
      found.push({ rule: 'untrue', what, reference: here.get(own.bookingId)?.reference ?? null })
      continue
    }
    const booking = here.get(id)
    if (booking === undefined) continue
    const reported = there.get(id)
    switch (state) {
      case 'HANDING':
        report('unsettled', booking, 'was never handed over')
        break
      case 'TAKEN':
        if (reported === undefined) report('lost', booking, 'was taken, and the site does not have it')
        else if (reported.state !== booking.state || reported.shipmentId !== booking.shipmentId) {
          report('untrue', booking, `is ${reported.state} at the site as ${String(reported.shipmentId)}`)
        }
        break
      case 'REFERENCE_TAKEN':
      case 'REFUSED':
      case 'DROPPED':
        if (reported !== undefined) report('untrue', booking, `is ${state} here and ${reported.state} at the site`)
        else if (booking.state === 'BOOKED') report('lost', booking, `is ${state} and not at the site`)
    }
  }
  const stationId = site.stations.find((station) => station.name === name)?.stationId
  for (const booking of site.bookings) {
    if (booking.stationId === stationId && !here.has(booking.bookingId)) {
      report(
        'lost',
        booking,
        `is at the site and not at its own station; at the service: ${shipments.get(booking.reference)?.length ?? 0}`,
      )
    }
  }
  return found
}

/** A driver signs for a shipment once. */
function judgeManifests({ stations }: SiteRoundFacts): Violation[] {
  const on = new Map<string, Set<string>>()
  for (const { manifested } of stations) {
    for (const { shipmentId, manifest } of manifested) {
      on.set(shipmentId, (on.get(shipmentId) ?? new Set()).add(manifest))
    }
  }
  return [...on]
    .filter(([, manifests]) => manifests.size > 1)
    .map(([shipmentId, manifests]) => ({
      rule: 'two manifests' as const,
      what: `${shipmentId} is on ${[...manifests].join(' and ')}`,
      reference: null,
    }))
}

const CAME_OUT: readonly string[] = ['PRINTED', 'SENT', 'UNKNOWN']

/** Of the stations where a label came out, one needs no reason; each other has one, or people were told. */
function judgePrints({ site, stations }: SiteRoundFacts): Violation[] {
  const without = new Map<string, Set<string>>()
  for (const { name, prints } of stations) {
    for (const { shipmentId, reason, state } of prints) {
      if (reason !== null || !CAME_OUT.includes(state)) continue
      without.set(shipmentId, (without.get(shipmentId) ?? new Set()).add(name))
    }
  }
  return [...without]
    .filter(([shipmentId, names]) => names.size > 1 && !site.notices.includes(`printed-twice:${shipmentId}`))
    .map(([shipmentId, names]) => ({
      rule: 'silent double label' as const,
      what: `the label of ${shipmentId} came out at ${[...names].join(' and ')} without a reason, and nobody was told`,
      reference: null,
    }))
}
