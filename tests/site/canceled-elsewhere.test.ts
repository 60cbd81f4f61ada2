import { describe, expect, it } from 'vitest'
import type { SiteChange } from '../../src-shared/site/record.ts'
import { hasPostgres } from '../support/postgres.ts'
import { testSite } from '../support/test-site.ts'
import { fakeSite } from '../support/fake-site.ts'
import { freePort } from '../support/free-port.ts'
import { aStation, docksOf, hasLabelHere, joinSite, zplOf } from '../support/site-stations.ts'
import { until } from '../support/until.ts'

const AT = '2026-11-23T12:00:00.000Z'
const CANCELED = { reason: 'Customer changed their mind', refund: null, refundStatus: null, cancelledAt: AT }

/** Booked at the first of two stations; its label waits for a printer that is off, at the second or the first. */
async function aWaitingLabel(at: 'own' | 'other') {
  const site = await fakeSite()
  const [first, second] = [await aStation(site, 'Dock 1'), await aStation(site, 'Dock 2')]
  await joinSite(first, second)
  const desk = at === 'own' ? first : second
  const { bookingId } = await first.book('PO-1')
  await until('the site to have it', () => site.bookings.get(bookingId) ?? null)
  const { shipmentId } = site.book(bookingId, zplOf('PO-1')).course
  if (shipmentId === null) throw new Error('it was not booked')
  await hasLabelHere(desk, shipmentId)
  const { printerId } = await desk.run('printers.save', {
    ...{ name: 'Bench 4', language: 'ZPL', dpi: 203, media: { widthIn: 4, heightIn: 6 } },
    connection: { kind: 'tcp', uri: `tcp://127.0.0.1:${await freePort()}` },
  })
  const scanned = await desk.run('pack.scan', { code: 'PO-1', printerId })
  if (scanned.kind !== 'printing') throw new Error(`the scan led to ${scanned.kind}`)
  const { jobId } = scanned.job
  await desk.until('the refusal', async () => ((await desk.run('jobs.get', { jobId })).error ? true : null))
  const givenUp = () =>
    desk.until('the job to be given up', async () =>
      (await desk.run('jobs.get', { jobId })).state === 'CANCELLED' ? true : null,
    )
  return { site, desk, bookingId, shipmentId, printerId, givenUp }
}

/** A cancellation that some other station asked for, as the site reports it. */
const cancelOf = (bookingId: string, shipmentId: string, state: SiteChange['state']): SiteChange => ({
  ...{
    changeId: 'chg_elsewhere',
    submissionId: 'cancel-elsewhere',
    environment: 'https://freight.example/api/v1',
    stationId: 'stn_third',
  },
  ...{ bookingId, shipmentId, state, person: null, error: null, cancellation: null, nextAt: null },
  change: { kind: 'cancel', reason: CANCELED.reason, refundRequested: true },
  ...{ createdAt: AT, updatedAt: AT },
})

describe('a label that waits for its printer', () => {
  it.each(['own', 'other'] as const)(
    "is given up when another station cancels its shipment (%s station's booking)",
    async (at) => {
      const { site, desk, bookingId, printerId, givenUp } = await aWaitingLabel(at)
      site.move(bookingId, { cancellation: CANCELED })
      await givenUp()
      expect(await desk.run('pack.scan', { code: 'PO-1', printerId })).toMatchObject({ kind: 'not-printable' })
    },
  )

  it('is given up while the cancellation of another station is on its way, and not by one that was refused', async () => {
    const { site, desk, bookingId, shipmentId, givenUp } = await aWaitingLabel('other')
    site.report({ kind: 'change', change: cancelOf(bookingId, shipmentId, 'REJECTED') })
    site.move(bookingId, { proNumber: 'PRO-1' })
    await desk.until('the report', async () => {
      const kept = desk.station.stores.ledger.db.prepare('SELECT pro_number FROM site_booking').pluck().all()
      return kept.includes('PRO-1') ? true : null
    })
    expect((await desk.run('jobs.list', {})).map(({ state }) => state)).not.toContain('CANCELLED')
    site.report({ kind: 'change', change: cancelOf(bookingId, shipmentId, 'QUEUED') })
    await givenUp()
  })
})

it.skipIf(!hasPostgres)(
  'a scan at one station prints nothing while the cancellation of another one is on its way at the site',
  async () => {
    const served = await testSite({ tls: null })
    const [a, b] = await docksOf(served)
    await joinSite(a, b)
    const { bookingId, shipmentId } = await a.inState((await a.book('PO-1')).bookingId, 'BOOKED')
    for (const desk of [a, b]) await hasLabelHere(desk, shipmentId ?? '')
    await served.sandbox.close()
    const change = { kind: 'cancel', reason: CANCELED.reason } as const
    await a.run('bookings.requestChange', { submissionId: 'cancel-1', bookingId, change })
    await until('the site to have it', async () => (await served.db.one('SELECT 1 FROM shipment_change')) ?? null)
    expect(await b.run('pack.scan', { code: 'PO-1' })).toMatchObject({
      kind: 'not-printable',
      shipment: { shipmentId },
    })
    expect(await b.run('jobs.list', {})).toEqual([])
  },
)
