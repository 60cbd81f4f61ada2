import { describe, expect, it } from 'vitest'
import type { Errand, ErrandAnswer, ErrandBody } from '../../src-shared/site/errand.ts'
import { SITE_GETS } from '../../src-shared/site/endpoints.ts'
import { siteStations } from '../../src-main/site-server/stations.rows.ts'
import { backUpSite, restoreSite } from '../../src-main/site-server/backup.rows.ts'
import { hasPostgres, testDatabase } from '../support/postgres.ts'
import { tempDir } from '../support/temp-dir.ts'
import { drawnToken, Refused, stationOf, testSite, type TestSite } from '../support/test-site.ts'
import { until } from '../support/until.ts'

type Station = Awaited<ReturnType<TestSite['station']>>

const ana = { personId: 'prs_1', name: 'Ana', approvedBy: null }
const print = (to: string, reason = 'torn'): ErrandBody => ({
  ...{ kind: 'print', to, shipmentId: 'SHP-1', label: 'PO-1', printerId: 'prn_1', printerName: 'Zebra 2', reason },
})
const give = (from: Station, errandId: string, body: ErrandBody) =>
  from.post('giveErrand', { errandId, body, person: ana })
const answer = (errandId: string, change: Partial<ErrandAnswer> = {}): ErrandAnswer => ({
  ...{ errandId, standing: 'printed', person: null, code: null, at: '2026-10-21T20:00:00.000Z' },
  ...change,
})
const listed = async (from: Station): Promise<Errand[]> =>
  SITE_GETS.errands.answer.parse(await (await from.asked('/errands')).json()).errands
const heard = (at: Station, errandId: string, is: (errand: Errand) => boolean = () => true): Promise<Errand> =>
  until(`${errandId} in the feed`, async () => {
    const { events } = await at.feed(0)
    for (const event of events) {
      if (event.kind === 'errand' && event.errand.errandId === errandId && is(event.errand)) return event.errand
    }
    return null
  })
const standings = ({ stations }: Errand) =>
  stations.map(({ stationName, answer: told }) => [stationName, told?.standing ?? null])

describe.skipIf(!hasPostgres)('what supervisors ask of stations', () => {
  it('reaches the station whose printer it is, and shows every other how it stands', async () => {
    const { station, db } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    const given = await give(a, 'errand-0001', print(b.stationId))
    expect(given).toMatchObject({ stationName: 'Dock A', person: 'Ana', withdrawnAt: null })
    // A message that was sent under an older version is told of to nobody; that it was read is taken.
    await db.run(
      `INSERT INTO errand SELECT 'errand-0000', station_id, '', person, $1, at FROM errand`,
      JSON.stringify({ kind: 'message', to: b.stationId, text: 'Dock 4' }),
    )
    await db.run(`INSERT INTO errand_station (errand_id, station_id) VALUES ('errand-0000', $1)`, b.stationId)
    expect(await b.post('tellErrands', { answers: [answer('errand-0000', { standing: 'read' })] })).toEqual({
      taken: 1,
    })
    expect((await listed(a)).map(({ errandId }) => errandId)).toEqual(['errand-0001'])
    expect(standings(await heard(a, 'errand-0001'))).toEqual([['Dock B', null]])
    expect(await b.post('tellErrands', { answers: [answer('errand-0001')] })).toEqual({ taken: 1 })
    // Told again it is the same; of one that it was not asked nothing is taken.
    expect(await b.post('tellErrands', { answers: [answer('errand-0001')] })).toEqual({ taken: 0 })
    expect(await a.post('tellErrands', { answers: [answer('errand-0001')] })).toEqual({ taken: 0 })
    const printed = await heard(a, 'errand-0001', ({ stations }) => stations.some((one) => one.answer !== null))
    expect(standings(printed)).toEqual([['Dock B', 'printed']])
  })

  it('is one of an id, whoever repeats it, and refused with another content', async () => {
    const { station } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    const first = await give(a, 'errand-0001', print(b.stationId))
    expect(await give(a, 'errand-0001', print(b.stationId))).toEqual(first)
    await expect(give(a, 'errand-0001', print(b.stationId, 'Another'))).rejects.toMatchObject({
      code: 'SUBMISSION_DIFFERS',
    })
    await expect(give(b, 'errand-0001', print(b.stationId))).rejects.toBeInstanceOf(Refused)
    expect(await listed(a)).toHaveLength(1)
  })

  it('is asked of no station that is not there, or was revoked', async () => {
    const { station, db } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    await expect(give(a, 'errand-0001', print('stn_nobody'))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await db.run('UPDATE station SET revoked_at = site_now() WHERE station_id = $1', b.stationId)
    await expect(give(a, 'errand-0002', print(b.stationId))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    expect(await listed(a)).toEqual([])
  })

  it('is taken back once, and told of to every station', async () => {
    const { station } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    await give(a, 'errand-0001', print(b.stationId))
    const withdrawn = await a.post('withdrawErrand', { errandId: 'errand-0001', person: ana })
    expect(withdrawn.withdrawnAt).not.toBeNull()
    expect(await b.post('withdrawErrand', { errandId: 'errand-0001', person: null })).toEqual(withdrawn)
    expect((await heard(b, 'errand-0001', (one) => one.withdrawnAt !== null)).withdrawnAt).toBe(withdrawn.withdrawnAt)
  })

  it('comes back with a backup', async () => {
    const { station, db } = await testSite()
    const [a, b] = [await station('Dock A'), await station('Dock B')]
    await give(a, 'errand-0001', print(b.stationId))
    await b.post('tellErrands', { answers: [answer('errand-0001')] })
    const path = `${tempDir()}/site.backup`
    await backUpSite(db, path)
    const restored = (await testDatabase({ isEmpty: true })).db
    await restoreSite(restored, path)
    expect(await restored.all('SELECT station_id FROM errand_station WHERE answer IS NOT NULL')).toEqual([
      { station_id: b.stationId },
    ])
  })
})

describe.skipIf(!hasPostgres)('the fleet of a site', () => {
  it('shows how each station told that it is, and when it was on its own last', async () => {
    const { station } = await testSite()
    const a = await station('Dock A')
    const printers = [
      { printerId: 'prn_1', name: 'Zebra 2', waiting: 3, hasTrouble: true, unknown: 1, problem: 'Out of paper' },
    ]
    const beat = { version: '0.1.0', waiting: 2, printers, person: 'Luis', differs: ['keep' as const] }
    await a.post('beat', { ...beat, islandSince: '2026-10-21T19:00:00.000Z' })
    await a.post('beat', { ...beat, islandSince: null })
    const { stations } = SITE_GETS.fleet.answer.parse(await (await a.asked('/stations')).json())
    expect(stations).toMatchObject([
      {
        name: 'Dock A',
        beat: { person: 'Luis', islandSince: null, differs: ['keep'], printers },
        lastIsland: { since: '2026-10-21T19:00:00.000Z', until: expect.any(String) as string },
      },
    ])
    // A station of before these columns is shown all the same.
    const old = { version: '0.1.0', waiting: 0, islandSince: null, printers: [] }
    await a.post('beat', old)
    const after = SITE_GETS.fleet.answer.parse(await (await a.asked('/stations')).json())
    expect(after.stations[0]?.beat).toEqual({ ...old, person: null, differs: [] })
  })

  it('names what is on its way, and whose it is, until it is at its end', async () => {
    const { station } = await testSite()
    const a = await station('Dock A')
    const held = await a.item('PO-1')
    const tomorrow = { day: '2026-10-23', until: '2026-10-23T05:00:00.000Z' }
    await a.handOver({ ...held, booking: { ...held.booking, hold: tomorrow } })
    const sent = await a.item('PO-2')
    await a.handOver(sent)
    await a.seen(sent.booking.bookingId, ({ course }) => course.state === 'BOOKED')
    const told = SITE_GETS.underWay.answer.parse(await (await a.asked('/under-way')).json())
    expect(told).toMatchObject({
      total: 1,
      bookings: [{ reference: 'PO-1', state: 'QUEUED', stationName: 'Dock A', person: 'Ana of Dock A' }],
    })
  })

  it('gives a code for one more station, that ends and is good once', async () => {
    const { station, db } = await testSite()
    const a = await station('Dock A')
    const enrol = (secret: string, name: string) =>
      a.post('enrol', { secret, stationId: `stn_${name}`, name, version: '0.1.0', token: drawnToken() })
    const { secret, endsAt } = await a.post('makeCode', { person: ana })
    expect(Date.parse(endsAt)).toBeGreaterThan(0)
    await enrol(secret, 'Dock-B')
    await expect(enrol(secret, 'Dock-C')).rejects.toMatchObject({ code: 'CODE_REFUSED' })
    const late = await a.post('makeCode', { person: ana })
    await db.run('UPDATE enrol_code SET ends_at = site_now() WHERE used_by IS NULL')
    await expect(enrol(late.secret, 'Dock-C')).rejects.toMatchObject({ code: 'CODE_REFUSED' })
    // Who made it is known; the code itself is nowhere.
    const kept = JSON.stringify(await db.all(`SELECT * FROM audit WHERE subject_kind = 'code'`))
    expect(kept).toContain('Ana')
    expect(kept).not.toContain(secret)
  })

  it('keeps at which station a code was made, and revoking that station finds what its codes enrolled', async () => {
    const { station, db, origin } = await testSite()
    const [a, other] = [await station('Dock A'), await station('Dock Z')]
    const enrol = async (by: { secret: string }, name: string) => {
      const token = drawnToken()
      await a.post('enrol', { secret: by.secret, stationId: `stn_${name}`, name, version: '0.1.0', token })
      return token
    }
    const ghost = stationOf(origin, await enrol(await a.post('makeCode', { person: ana }), 'Ghost'))
    await enrol(await ghost.post('makeCode', { person: ana }), 'Ghost-of-ghost')
    expect((await other.state()).notices.map(({ error }) => error.details)).toEqual(
      expect.arrayContaining([
        { name: 'Ghost', madeAt: 'Dock A' },
        { name: 'Ghost-of-ghost', madeAt: 'Ghost' },
      ]),
    )
    const unused = await a.post('makeCode', { person: ana })
    const ofOther = await other.post('makeCode', { person: ana })
    const stations = siteStations(db)
    expect((await stations.revoke('Dock A')).enrolled.map(({ name }) => name)).toEqual(['Ghost', 'Ghost-of-ghost'])
    expect((await stations.list('0.0.0')).filter(({ revokedAt }) => revokedAt === null)).toHaveLength(3)
    expect(await stations.revoke('Dock A', true)).toMatchObject({ enrolled: [] })
    await expect(ghost.state()).rejects.toMatchObject({ code: 'TOKEN_REFUSED' })
    expect((await stations.list('0.0.0')).filter(({ revokedAt }) => revokedAt === null)).toMatchObject([
      { name: 'Dock Z' },
    ])
    // What it had not used is over; another station's code is as good as before.
    const late = { stationId: 'stn_late', name: 'Late', version: '0.1.0', token: drawnToken() }
    await expect(other.post('enrol', { ...late, secret: unused.secret })).rejects.toMatchObject({
      code: 'CODE_REFUSED',
    })
    await expect(other.post('enrol', { ...late, secret: ofOther.secret })).resolves.toMatchObject({})
  })

  it('tells none of it to whoever is no station', async () => {
    const { origin } = await testSite()
    for (const path of ['/errands', '/under-way', '/stations']) {
      expect((await fetch(`${origin}/site/v1${path}`)).status).toBe(401)
    }
    for (const path of ['/errands', '/errands/withdraw', '/errands/answers', '/codes']) {
      expect((await fetch(`${origin}/site/v1${path}`, { method: 'POST', body: '{}' })).status).toBe(401)
    }
  })
})
