import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { otherService, stationAtOther } from '../support/other-service.ts'
import { testSandbox } from '../support/sandbox.ts'

const listSchema = z.looseObject({ data: z.array(z.looseObject({})) })
const MINUTE = 60_000

/** A station at a service that tells one row of each list, and one detail, so that nobody can read it; until told otherwise. */
async function oddService() {
  const sandbox = await testSandbox({ samples: true })
  let isOdd = true
  let oddDetail: string | null = null
  const service = await otherService(sandbox, ({ url }, spoken) => {
    if (!isOdd) return spoken
    const { pathname } = new URL(url, 'http://service')
    const detail = /\/tracking\/lookup\/(.+)$/.exec(pathname)?.[1]
    if (detail !== undefined) {
      oddDetail ??= detail
      return detail === oddDetail ? { status: 200, body: '<html>Oops</html>' } : spoken
    }
    const list = listSchema.safeParse(spoken.body)
    if (!list.success || list.data.data.length === 0) return spoken
    const [first, ...rest] = list.data.data
    const odd = pathname.endsWith('/tracking/events')
      ? { ...first, timestamp: 'yesterday' }
      : { ...first, shipmentId: '..' }
    return { status: 200, body: { ...list.data, data: [odd, ...rest] } }
  })
  const station = await stationAtOther(sandbox, service)
  return { sandbox, station, speakPlainly: () => (isOdd = false), oddDetail: () => oddDetail }
}

describe('what cannot be read', () => {
  it('is set aside as it came with what is wrong, and all others arrive', async () => {
    const { sandbox, station, oddDetail } = await oddService()
    await station.run('tracking.sync', {})
    const { rows, total } = await station.run('tracking.quarantine', {})
    expect(total).toBe(rows.length)
    expect(rows.find(({ kind }) => kind === 'shipment')).toMatchObject({
      shipmentId: null,
      raw: expect.stringContaining('"shipmentId":".."'),
      issues: [{ path: 'shipmentId', message: 'is not an id that can be used' }],
      tries: 0,
    })
    expect(rows.find(({ kind }) => kind === 'event')).toMatchObject({
      shipmentId: expect.any(String),
      issues: [{ path: 'timestamp', message: 'is not a time' }],
    })
    expect(rows.find(({ kind }) => kind === 'detail')).toMatchObject({ shipmentId: oddDetail() })
    const all = listSchema.parse(await sandbox.get('/shipments?limit=100')).data.length
    const here = await station.run('shipments.search', { limit: 200 })
    expect(here.total).toBeGreaterThanOrEqual(all - 1)
    // A list tells enough of it to be found.
    expect(here.rows.map(({ shipmentId }) => shipmentId)).toContain(oddDetail())
    // The cursor went on: the same rows again are no more rows.
    await station.run('tracking.sync', {})
    expect((await station.run('tracking.quarantine', {})).rows.filter(({ kind }) => kind === 'detail')).toHaveLength(1)
  })

  it('is tried again later and later, and goes when it can be read', async () => {
    const { station, speakPlainly, oddDetail } = await oddService()
    await station.run('tracking.sync', {})
    const detail = async () => (await station.run('tracking.quarantine', {})).rows.find(({ kind }) => kind === 'detail')
    const first = await detail()
    station.clock.advance(6 * MINUTE)
    await station.run('tracking.sync', {})
    const second = await detail()
    expect(second).toMatchObject({ tries: 1 })
    expect(Date.parse(second?.nextAt ?? '') - Date.parse(first?.nextAt ?? '')).toBeGreaterThan(10 * MINUTE)
    speakPlainly()
    station.clock.advance(60 * MINUTE)
    for (let turn = 0; turn < 4; turn++) await station.run('tracking.sync', {})
    expect(await detail()).toBeUndefined()
    const { shipment } = await station.run('shipments.get', { shipmentId: oddDetail() ?? '' })
    expect(shipment.reference).not.toBeNull()
  })
})

it('a shipment that the service refuses to tell of is asked for once, and then later and later', async () => {
  const sandbox = await testSandbox()
  const refused = Array.from({ length: 10 }, (_, at) => `SHP-WANTED-${at}`)
  let calls = 0
  const service = await otherService(sandbox, ({ url }, spoken) => {
    if (!refused.some((shipmentId) => url.includes(shipmentId))) return spoken
    calls += 1
    const error = { code: 'INVALID_REQUEST', message: 'That is no id of ours.' }
    return { status: 400, body: { success: false, data: null, error } }
  })
  const station = await stationAtOther(sandbox, service)
  for (const shipmentId of refused) await station.station.services.sync.refreshSoon([shipmentId])
  expect(calls).toBe(10)
  for (let turn = 0; turn < 3; turn++) await station.run('tracking.sync', {})
  expect(calls).toBe(10)
  station.clock.advance(6 * MINUTE)
  for (let turn = 0; turn < 3; turn++) await station.run('tracking.sync', {})
  expect(calls).toBe(20)
})

describe('a shipment that the service fails for, again and again', () => {
  const FAILED = { success: false, data: null, error: { code: 'PROVIDER_ERROR', message: 'The carrier is away.' } }
  const SLOW = { status: 503, body: FAILED, headers: { 'retry-after': '60' } }

  /** A station at a service that fails for every path that contains one of these. */
  async function failingFor(failing: string[]) {
    const sandbox = await testSandbox({ samples: true })
    const { baseUrl, received } = await otherService(sandbox, ({ url }, spoken) =>
      failing.some((part) => url.includes(part)) ? SLOW : spoken,
    )
    const shipmentIds = z
      .object({ data: z.array(z.object({ shipmentId: z.string() })) })
      .parse(await sandbox.get('/shipments?limit=100'))
      .data.map(({ shipmentId }) => shipmentId)
    const calls = (part: string) => received.filter(({ url }) => url.includes(part)).length
    return { station: await stationAtOther(sandbox, { baseUrl }), shipmentIds, calls }
  }

  it('is passed over and tried later and later, and the turn goes on to its end', async () => {
    const failing: string[] = []
    const { station, shipmentIds, calls } = await failingFor(failing)
    const [bad = ''] = shipmentIds
    failing.push(bad)
    await station.run('tracking.sync', {})
    const { rows } = await station.run('tracking.quarantine', {})
    expect(rows.map(({ kind, shipmentId }) => ({ kind, shipmentId }))).toEqual([{ kind: 'detail', shipmentId: bad }])
    const asked = calls(bad)
    await station.run('tracking.sync', {})
    expect(calls(bad)).toBe(asked)
    station.clock.advance(6 * MINUTE)
    await station.run('tracking.sync', {})
    expect(calls(bad)).toBe(asked + 1)
    expect((await station.run('tracking.quarantine', {})).rows).toMatchObject([{ tries: 1 }])
  })

  it('keeps none waiting that was asked for after it, were it a crowd', async () => {
    const crowd = Array.from({ length: 5 }, (_, at) => `SHP-AWAY-${at}`)
    const { station, shipmentIds, calls } = await failingFor(crowd)
    const [good = ''] = shipmentIds
    expect(await station.station.services.sync.refreshSoon([...crowd, good])).toEqual([])
    expect(calls(`/shipments/${good}/track`)).toBe(1)
    expect((await station.run('tracking.quarantine', {})).total).toBe(5)
  })

  it('has the service asked once a turn whether it still lists, were it a crowd', async () => {
    const failing: string[] = []
    const { station, shipmentIds, calls } = await failingFor(failing)
    failing.push(...shipmentIds.slice(0, 5))
    await station.run('tracking.sync', {})
    expect((await station.run('tracking.quarantine', {})).total).toBe(5)
    expect(calls('/shipments?limit=1')).toBe(1)
    station.clock.advance(6 * MINUTE)
    await station.run('tracking.sync', {})
    expect((await station.run('tracking.quarantine', {})).rows.map(({ tries }) => tries)).toEqual([1, 1, 1, 1, 1])
    expect(calls('/shipments?limit=1')).toBe(2)
    expect(await station.station.services.sync.refreshSoon(shipmentIds.slice(0, 3))).toEqual([])
    expect(calls('/shipments?limit=1')).toBe(3)
  })

  it('is passed over also where its connection breaks each time, and none that waits behind it is forgotten', async () => {
    const sandbox = await testSandbox({ samples: true })
    const { data } = z
      .object({ data: z.array(z.object({ shipmentId: z.string() })) })
      .parse(await sandbox.get('/shipments?limit=100'))
    const [bad = '', good = ''] = data.map(({ shipmentId }) => shipmentId)
    let isAway = false
    const { baseUrl, received } = await otherService(sandbox, ({ url }, spoken) => {
      if (isAway || url.includes(bad)) throw new Error('the connection breaks')
      return spoken
    })
    const station = await stationAtOther(sandbox, { baseUrl })
    await station.run('tracking.sync', {})
    expect((await station.run('tracking.quarantine', {})).rows.map(({ shipmentId }) => shipmentId)).toEqual([bad])
    expect(await station.station.services.sync.refreshSoon([bad, good])).toEqual([])
    expect(received.filter(({ url }) => url.includes(`/shipments/${good}/track`)).length).toBeGreaterThan(0)
    // Where nothing is answered none is to blame.
    isAway = true
    expect(await station.station.services.sync.refreshSoon([good])).toEqual([good])
    await expect(station.run('tracking.sync', {})).rejects.toMatchObject({ code: 'CONNECTION_LOST' })
    expect((await station.run('tracking.quarantine', {})).total).toBe(1)
  })

  it('spoils the records of no hundred: those are asked for one by one', async () => {
    const { station, shipmentIds } = await failingFor(['/track/shipments'])
    await station.run('tracking.sync', {})
    const details = await Promise.all(
      shipmentIds.slice(0, 5).map((shipmentId) => station.run('shipments.get', { shipmentId })),
    )
    expect(details.map(({ shipment }) => shipment.reference)).not.toContain(null)
  })

  it('is not to blame where the service fails for all: the turn ends, and it stays asked for', async () => {
    const failing: string[] = []
    const { station, shipmentIds } = await failingFor(failing)
    await station.run('tracking.sync', {})
    failing.push('/api/v1')
    const wanted = shipmentIds.slice(0, 2)
    expect(await station.station.services.sync.refreshSoon(wanted)).toEqual(wanted)
    await expect(station.run('tracking.sync', {})).rejects.toMatchObject({ code: 'PROVIDER_ERROR' })
    expect((await station.run('tracking.quarantine', {})).total).toBe(0)
  })
})
