import { describe, expect, it } from 'vitest'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { hasPostgres } from '../support/postgres.ts'
import { docksOf, joinSite, type SiteStation } from '../support/site-stations.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testSite } from '../support/test-site.ts'
import { until } from '../support/until.ts'

/** Booked, and its label on paper at the same desk. */
async function onTheDock(desk: SiteStation, reference: string, pickupDate: string): Promise<void> {
  const quote = await desk.run('quotes.request', palletsToChicago())
  const { bookingId } = await desk.run('bookings.submit', bookingOf(quote, { reference, pickupDate }))
  await desk.inState(bookingId, 'BOOKED')
  await until(`the label of ${reference} to be printed`, async () => {
    const scanned = await desk.run('pack.scan', { code: reference })
    return scanned.kind === 'printing' || scanned.kind === 'in-queue' || scanned.kind === 'already-printed'
      ? true
      : null
  })
}

const referencesOf = async (desk: SiteStation, day: string) =>
  (await desk.run('endofday.get', { day })).carriers.flatMap(({ rows }) => rows.map(({ reference }) => reference))

let closings = 0

async function closeAll(desk: SiteStation, day: string, follows: string | null = null) {
  const { carriers } = await desk.run('endofday.get', { day })
  return desk.station.invoke('endofday.close', {
    submissionId: `closing-day-${++closings}`,
    day,
    carriers: carriers.map(({ carrier, rows }) => ({
      ...{ carrier, follows },
      shipmentIds: rows.map(({ shipmentId }) => shipmentId),
    })),
  })
}

describe.skipIf(!hasPostgres)('the day of two stations of a real site', () => {
  it('is closed once for both, by whoever is first; the other sees the manifest and can print it', async () => {
    const [a, b] = await docksOf(await testSite({ tls: null, folder: tempDir() }))
    await joinSite(a, b)
    const day = '2026-10-22'
    await onTheDock(a, 'PO-1', day)
    await onTheDock(b, 'PO-2', day)
    for (const desk of [a, b]) {
      await until(`the freight of both at ${desk.name}`, async () =>
        (await referencesOf(desk, day)).length === 2 ? true : null,
      )
    }
    for (const desk of [a, b]) {
      const { counts } = await desk.run('pickups.week', { from: day })
      expect(counts).toMatchObject([{ day, count: 2, unbooked: 0 }])
      const { pickups } = await desk.run('pickups.list', { day })
      expect(pickups.map(({ reference }) => reference).toSorted()).toEqual(['PO-1', 'PO-2'])
    }
    const tried = await Promise.all([closeAll(a, day), closeAll(b, day)])
    expect(tried.map((answer) => answer.ok).toSorted()).toEqual([false, true])
    const refused = tried.find((answer) => !answer.ok)
    expect(refused).toMatchObject({ error: { code: 'DAY_CLOSED', details: { number: 'S20261022-001' } } })

    for (const desk of [a, b]) {
      const { carriers, manifests } = await until(`the closing at ${desk.name}`, async () => {
        const seen = await desk.run('endofday.get', { day })
        return seen.manifests.length > 0 ? seen : null
      })
      expect(carriers).toEqual([])
      const [manifest] = manifests
      expect(manifest).toMatchObject({ number: 'S20261022-001', totals: { shipments: 2 } })
      const { bytes, name } = await desk.run('endofday.download', { manifestId: manifest?.manifestId ?? '' })
      expect(name).toBe('S20261022-001.pdf')
      expect(Buffer.from(bytes, 'base64').subarray(0, 5).toString()).toBe('%PDF-')
    }

    // What comes later goes on one more, which says what it adds to.
    await onTheDock(b, 'PO-3', day)
    await until('PO-3 to be ready', async () => ((await referencesOf(b, day)).join() === 'PO-3' ? true : null))
    const { manifests } = await b.run('endofday.get', { day })
    expect(await closeAll(b, day)).toMatchObject({ ok: false, error: { code: 'DAY_CLOSED' } })
    expect(await closeAll(b, day, manifests[0]?.manifestId ?? null)).toMatchObject({
      ok: true,
      value: [{ number: 'S20261022-002', station: 'Dock B' }],
    })

    // Taken back by either, it is taken back for both, and stays so for one that leaves.
    const last = (await b.run('endofday.get', { day })).manifests[0]?.manifestId ?? ''
    await until('the second manifest at A', async () =>
      (await a.run('endofday.get', { day })).manifests.length === 2 ? true : null,
    )
    await a.run('endofday.void', { manifestId: last, reason: 'the driver left' })
    await until('PO-3 to be free at B', async () => ((await referencesOf(b, day)).join() === 'PO-3' ? true : null))
    await a.run('site.leave', { openAtSite: 0 })
    await until('A to be alone', async () => ((await a.run('site.view', {})).kind === 'alone' ? true : null))
    expect((await a.run('endofday.get', { day })).carriers).toEqual([])
  })
})
