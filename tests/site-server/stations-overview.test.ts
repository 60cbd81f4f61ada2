import { describe, expect, it } from 'vitest'
import { SITE_GETS } from '../../src-shared/site/endpoints.ts'
import { makeCode } from '../../src-main/site-server/enrol-code.ts'
import { siteStations } from '../../src-main/site-server/stations.rows.ts'
import { hasPostgres } from '../support/postgres.ts'
import { drawnToken, stationOf, testSite } from '../support/test-site.ts'

const ana = { personId: 'prs_1', name: 'Ana', approvedBy: null }
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
    const { stations } = SITE_GETS.stations.answer.parse(await (await a.asked('/stations')).json())
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
    const after = SITE_GETS.stations.answer.parse(await (await a.asked('/stations')).json())
    expect(after.stations[0]?.beat).toEqual({ ...old, person: null, differs: [] })
  })

  it('names what is on its way, and whose it is, until it is at its end', async () => {
    const { station } = await testSite()
    const a = await station('Dock A')
    const held = await a.item('PO-1')
    const tomorrow = { day: '2026-10-23', until: '2026-10-23T05:00:00.000Z' }
    await a.upload({ ...held, booking: { ...held.booking, hold: tomorrow } })
    const sent = await a.item('PO-2')
    await a.upload(sent)
    await a.seen(sent.booking.bookingId, ({ course }) => course.state === 'BOOKED')
    const reported = SITE_GETS.underWay.answer.parse(await (await a.asked('/under-way')).json())
    expect(reported).toMatchObject({
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

  it('gives a code for several stations, each of which joins by it once, until it ends', async () => {
    const { station, db } = await testSite()
    const a = await station('Dock A')
    const stations = siteStations(db)
    const enrol = (secret: string, name: string, token = drawnToken()) =>
      a.post('enrol', { secret, stationId: `stn_${name}`, name, version: '0.1.0', token })
    const { secret } = await makeCode(stations, null, { stations: 2, minutes: 60 })
    const token = drawnToken()
    await enrol(secret, 'Dock-B', token)
    await enrol(secret, 'Dock-C')
    // Its answer was lost: it is the same station, and takes no place.
    expect(await enrol(secret, 'Dock-B', token)).toMatchObject({ stationId: 'stn_Dock-B' })
    const refused = (why: string) => ({ code: 'CODE_REFUSED', body: expect.stringContaining(`"${why}"`) as string })
    await expect(enrol(secret, 'Dock-D')).rejects.toMatchObject(refused('used'))
    await stations.revoke('Dock-B')
    await expect(enrol(secret, 'Dock-B', token)).rejects.toMatchObject(refused('used'))
    const late = await makeCode(stations, null, { stations: 5, minutes: 60 })
    await db.run(`UPDATE test_shift SET by = by + interval '59 minutes'`)
    await enrol(late.secret, 'Dock-E')
    await db.run(`UPDATE test_shift SET by = by + interval '2 minutes'`)
    await expect(enrol(late.secret, 'Dock-F')).rejects.toMatchObject(refused('over'))
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
    await expect(ghost.state()).rejects.toMatchObject({ code: 'STATION_REFUSED' })
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
    for (const path of ['/under-way', '/stations']) {
      expect((await fetch(`${origin}/site/v1${path}`)).status).toBe(401)
    }
    expect((await fetch(`${origin}/site/v1/codes`, { method: 'POST', body: '{}' })).status).toBe(401)
  })
})
