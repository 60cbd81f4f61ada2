import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { siteFeed } from '../../src-main/site-server/feed.rows.ts'
import { siteManifests } from '../../src-main/site-server/manifests.rows.ts'
import { StationError } from '../../src-shared/station/error.ts'
import type { CloseRequest } from '../../src-shared/site/closing.ts'
import { failOver, hasPostgres, siteRow, testDatabase, testSiteStation } from '../support/postgres.ts'
import { ENVIRONMENT } from './engines.ts'

const DAY = '2026-11-23'

function closing(desk: string, shipmentIds: string[], follows: string | null = null): CloseRequest {
  const rows = shipmentIds.map((shipmentId) => ({
    ...{ shipmentId, reference: `PO-${shipmentId}`, proNumber: null, trackingNumber: null, service: 'LTL' },
    ...{ consigneeName: 'Globex', destination: 'Chicago, IL', pieces: 1, weightLb: 100, pickupDate: DAY },
  }))
  const totals = { shipments: rows.length, pieces: rows.length, weightLb: 100 * rows.length, unweighed: 0 }
  const manifestId = `mft_${desk}_${shipmentIds.join('_')}`
  const manifest = { manifestId, day: DAY, carrier: 'Northline Freight', scac: 'NLFR', station: desk, operator: 'Ana' }
  return {
    submissionId: `closing-${manifestId}`,
    person: { personId: 'prs_1', name: 'Ana', approvedBy: null },
    manifests: [{ follows, manifest: { ...manifest, totals, rows } }],
  }
}

async function aSite() {
  const { db } = await testDatabase()
  await siteRow(db, ENVIRONMENT)
  for (const desk of ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']) await testSiteStation(db, desk, `Dock ${desk}`)
  const manifests = siteManifests(db)
  const listed = async () =>
    z
      .array(z.object({ shipment_id: z.string(), manifest_id: z.string() }))
      .parse(await db.all('SELECT shipment_id, manifest_id FROM manifest_shipment ORDER BY shipment_id'))
      .map(({ shipment_id, manifest_id }) => `${shipment_id} ${manifest_id}`)
  const refused = async (tried: Promise<unknown>) => {
    const error = await tried.then(
      () => null,
      (cause: unknown) => cause,
    )
    return error instanceof StationError ? error : null
  }
  return { db, manifests, listed, refused }
}

describe.skipIf(!hasPostgres)("a site's closing of a day", () => {
  it('is made by whoever is first of eight desks; each other is told who, where, when and which', async () => {
    const { manifests, refused, listed } = await aSite()
    const tried = await Promise.all(
      ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(async (desk) => {
        const made = manifests.close(desk, closing(desk, [`SHP-${desk}`]))
        return { desk, error: await refused(made) }
      }),
    )
    const [first, ...more] = tried.filter(({ error }) => error === null)
    expect(more).toEqual([])
    expect(await listed()).toEqual([`SHP-${first?.desk} mft_${first?.desk}_SHP-${first?.desk}`])
    for (const { error } of tried.filter((each) => each.error !== null)) {
      expect(error).toMatchObject({
        code: 'DAY_CLOSED',
        details: { number: 'S20261123-001', carrier: 'Northline Freight', station: first?.desk, person: 'Ana' },
      })
    }
  })

  it('is added to by a desk that has seen it, by one of two at once', async () => {
    const { manifests, refused } = await aSite()
    const [first] = await manifests.close('a', closing('a', ['SHP-1']))
    const follows = first?.manifest.manifestId ?? null
    const both = await Promise.all([
      refused(manifests.close('a', closing('a', ['SHP-2'], follows))),
      refused(manifests.close('b', closing('b', ['SHP-3'], follows))),
    ])
    expect(both.map((error) => error?.code ?? 'closed').toSorted()).toEqual(['DAY_CLOSED', 'closed'])
  })

  it('lists no shipment twice, is one when it comes twice, and is all or none', async () => {
    const { manifests, refused, listed } = await aSite()
    const once = closing('a', ['SHP-1'])
    const made = await manifests.close('a', once)
    expect(await manifests.close('a', once)).toEqual(made)
    const follows = made[0]?.manifest.manifestId ?? null
    expect(await refused(manifests.close('b', closing('b', ['SHP-2', 'SHP-1'], follows)))).toMatchObject({
      code: 'WRONG_STATE',
      details: { shipmentId: 'SHP-1' },
    })
    expect(await listed()).toEqual(['SHP-1 mft_a_SHP-1'])
  })

  it('is free again when its manifest is taken back', async () => {
    const { manifests, listed } = await aSite()
    await manifests.close('a', closing('a', ['SHP-1']))
    const request = { manifestId: 'mft_a_SHP-1', reason: 'the driver left', person: null }
    expect((await manifests.void(request)).manifest).toMatchObject({ voidReason: 'the driver left' })
    const [again] = await manifests.close('b', closing('b', ['SHP-1']))
    expect(again?.manifest.number).toBe('S20261123-002')
    expect(await listed()).toEqual(['SHP-1 mft_b_SHP-1'])
  })

  it('is told to stations a few at a time, for a page has to be read whole', async () => {
    const { db, manifests } = await aSite()
    const made = await manifests.close('a', closing('a', ['SHP-1']))
    const reported = made.flatMap(({ manifest, ...rest }) =>
      Array.from({ length: 20 }, (_, nth) => ({
        ...{ ...rest, submissionId: `closing-day-${nth}` },
        manifest: { ...manifest, manifestId: `mft_${nth}`, day: `2026-10-${nth + 10}` },
      })),
    )
    await manifests.report('a', reported)
    const feed = siteFeed(db)
    await feed.number()
    const sizes: number[] = []
    for (let after = 0, hasMore = true; hasMore;) {
      const page = await feed.page(after)
      sizes.push(page.events.length)
      after = page.next
      hasMore = page.hasMore
    }
    expect(sizes).toEqual([10, 10, 1])
  })

  it('waits after a fail-over until every station has told what was closed, and tells of what is on two', async () => {
    const { db, manifests, refused, listed } = await aSite()
    const lost = await manifests.close('a', closing('a', ['SHP-1']))
    await db.run('DELETE FROM manifest_shipment')
    await db.run('DELETE FROM manifest')
    await failOver(db)
    await db.run('UPDATE sender SET timeline = site_timeline()')
    expect(await refused(manifests.close('b', closing('b', ['SHP-1'])))).toMatchObject({ code: 'SITE_NEEDED' })
    await manifests.report('a', lost)
    await manifests.report('b', lost)
    expect(await listed()).toEqual(['SHP-1 mft_a_SHP-1'])
    await db.run('UPDATE station SET synced_to = site_timeline()')
    expect(await refused(manifests.close('b', closing('b', ['SHP-2'])))).toMatchObject({ code: 'DAY_CLOSED' })
    // One that was closed elsewhere under the same carrier and day stands beside it, and people hear of the shipment.
    const [reported] = lost
    if (reported === undefined) throw new Error('nothing was closed')
    const other = {
      ...reported,
      submissionId: 'closing-other',
      manifest: { ...reported.manifest, manifestId: 'mft_other' },
    }
    await manifests.report('c', [other])
    expect(await db.all('SELECT notice_id FROM notice')).toEqual([{ notice_id: 'listed-twice:SHP-1' }])
    expect(await db.all('SELECT 1 FROM manifest WHERE voided_at IS NULL')).toHaveLength(2)
  })
})
