import { shipmentStore } from '../../src-main/shipments/shipments.rows.ts'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { testSandbox } from '../support/sandbox.ts'
import { TEST_START } from '../support/running-clock.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testStation } from '../support/test-station.ts'

const DAY = 24 * 60 * 60 * 1000

async function withSamples() {
  const sandbox = await testSandbox({ samples: true })
  const station = await testStation(sandbox, { background: false })
  await station.run('tracking.sync', {})
  const { rows } = await station.run('shipments.search', { limit: 200 })
  const [first, second] = rows
  if (!first || !second) throw new Error('there are no samples')
  return { ...station, sandbox, rows, first, second }
}

describe('pasted codes', () => {
  it('are found in the order pasted, and what nobody knows is listed', async () => {
    const { run, first, second } = await withSamples()
    const codes = `${second.trackingNumber ?? ''}\r\nNOPE-1\n\n${first.shipmentId}\t${second.trackingNumber ?? ''}`
    const answer = await run('shipments.lookupMany', { codes })
    expect(answer.found.map(({ shipments }) => shipments[0]?.shipmentId)).toEqual([second.shipmentId, first.shipmentId])
    expect(answer).toMatchObject({ notFound: ['NOPE-1'], notAsked: [], error: null })
  })

  it('that are not here yet are asked for at the service, by tracking number and by reference', async () => {
    const { sandbox, first } = await withSamples()
    const detail = JSON.stringify(await sandbox.get(`/tracking/lookup/${first.shipmentId}`))
    const reference = /"reference":"([^"]+)"/.exec(detail)?.[1] ?? ''
    const empty = await testStation(sandbox, { background: false })
    const answer = await empty.run('shipments.lookupMany', { codes: [reference] })
    expect(answer.found[0]?.shipments[0]).toMatchObject({ shipmentId: first.shipmentId, reference })
  })

  it('that are tracking numbers are asked for 100 in a call, and stay known here', async () => {
    const { sandbox, rows } = await withSamples()
    const empty = await testStation(sandbox, { background: false })
    const numbers = rows.flatMap(({ trackingNumber }) => trackingNumber ?? [])
    const unknown = Array.from({ length: 130 }, (_, index) => `NOPE-${index}`)
    const answer = await empty.run('shipments.lookupMany', { codes: [...numbers, ...unknown].join('\n') })
    expect(answer.found.map(({ code }) => code)).toEqual(numbers)
    expect(answer.notFound).toEqual(unknown)
    const asked = await empty.run('requests.list', { path: '/track/' })
    expect(asked.rows.map(({ path }) => path)).toEqual(['/track/shipments', '/track/shipments'])
    const [wanted] = rows
    const kept = await empty.run('shipments.get', { shipmentId: wanted?.shipmentId ?? '' })
    expect(kept.shipment).toMatchObject({ trackingNumber: wanted?.trackingNumber, status: wanted?.status })
    expect(kept.events.length).toBeGreaterThan(0)
  })

  it('are answered from here when the service is away, and say what could not be asked', async () => {
    const { run, first, sandbox } = await withSamples()
    await sandbox.close()
    const answer = await run('shipments.lookupMany', { codes: ['NOPE-1', first.shipmentId, 'NOPE-2'] })
    expect(answer).toMatchObject({
      notFound: [],
      notAsked: ['NOPE-1', 'NOPE-2'],
      error: { code: 'SERVICE_UNREACHABLE' },
    })
    expect(answer.found).toHaveLength(1)
  })

  it('may be 500, not none and not more', async () => {
    const { run } = await testStation(await testSandbox(), { background: false })
    for (const codes of ['', ' \n\t', Array.from({ length: 501 }, (_, index) => `C${index}`)]) {
      await expect(run('shipments.lookupMany', { codes })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringContaining('codes'),
      })
    }
  })
})

describe('the export', () => {
  it('holds the rows that match in the columns asked for, as text or as a new file', async () => {
    const { run, rows, dataDir } = await withSamples()
    const columns = ['trackingNumber' as const, 'status' as const]
    const text = await run('shipments.exportCsv', { columns })
    expect(text.text?.split('\r\n').slice(0, 2)).toEqual([
      'trackingNumber,status',
      `${rows[0]?.trackingNumber ?? ''},${rows[0]?.status ?? ''}`,
    ])
    expect(text).toMatchObject({ rows: rows.length, isComplete: true })
    const path = join(dataDir, 'exports', 'shipments.csv')
    const picked = [rows[2], rows[0]].map((row) => row?.shipmentId ?? '')
    const some = await run('shipments.exportCsv', { columns: ['shipmentId'], shipmentIds: [...picked, 'SHP-none'] })
    expect(some).toMatchObject({ rows: 2, isComplete: true, text: ['shipmentId', ...picked, ''].join('\r\n') })
    expect(await run('shipments.exportCsv', { columns, path })).toMatchObject({ rows: rows.length, text: null, path })
    expect(readFileSync(path, 'utf8')).toBe(`\uFEFF${text.text ?? ''}`)
    await expect(run('shipments.exportCsv', { columns, path })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(run('shipments.exportCsv', { path: join(dataDir, 'ledger.db') })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    expect(existsSync(join(dataDir, 'ledger.db'))).toBe(true)
  })
})

describe('the file of an export', () => {
  const refusal = (message: string) => ({ code: 'INVALID_INPUT', message: expect.stringContaining(message) })

  it('is named from the root and lies in a folder for exports, and its refusal names the field', async () => {
    const { run, dataDir } = await withSamples()
    const elsewhere = tempDir()
    for (const [path, message] of [
      ['shipments.csv', 'path: path must be absolute'],
      ['./exports/shipments.csv', 'path: path must be absolute'],
      ['../shipments.csv', 'path: path must be absolute'],
      ['\\\\.\\COM1.csv', 'path: path must be absolute'],
      [join(dataDir, 'exports', 'a\u0000b.csv'), 'path: path must not contain control characters'],
      ['/dev/stdout.csv', 'path: /dev/stdout.csv is not in'],
      ['/dev/shm/x.csv', 'is not in'],
      ['/proc/self/fd/x.csv', 'is not in'],
      [join(elsewhere, 'x.csv'), 'is not in'],
      [join(dataDir, 'x.csv'), 'is not in'],
      [join(dataDir, 'exports-not', 'x.csv'), 'cannot be opened'],
      [`${dataDir}/exports/../x.csv`, 'is not in'],
      [join(dataDir, 'exports', 'nul.csv'), 'the name of a device'],
      [join(dataDir, 'exports', 'missing', 'x.csv'), 'cannot be opened (ENOENT)'],
    ] as const) {
      await expect(run('shipments.exportCsv', { path }), path).rejects.toMatchObject(refusal(message))
    }
    expect(readdirSync(elsewhere)).toEqual([])
    expect(readdirSync(join(dataDir, 'exports'))).toEqual([])
  })

  it('is written over nothing and by no link, neither of a file nor of a folder', async () => {
    const { run, dataDir } = await withSamples()
    await expect(run('shipments.exportCsv', { path: join(dataDir, 'exports', 'missing', 'x.csv') })).rejects.toThrow()
    const theirs = tempDir()
    const exports = join(dataDir, 'exports')
    writeFileSync(join(theirs, 'theirs.csv'), 'theirs')
    symlinkSync(theirs, join(exports, 'folder'))
    symlinkSync(join(theirs, 'theirs.csv'), join(exports, 'link.csv'))
    symlinkSync(join(theirs, 'new.csv'), join(exports, 'dangling.csv'))
    for (const [name, message] of [
      ['folder/x.csv', 'is not in'],
      ['link.csv', 'there is already a file'],
      ['dangling.csv', 'there is already a file'],
    ] as const) {
      await expect(run('shipments.exportCsv', { path: join(exports, name) }), name).rejects.toMatchObject(
        refusal(message),
      )
    }
    expect(readdirSync(theirs)).toEqual(['theirs.csv'])
    expect(readFileSync(join(theirs, 'theirs.csv'), 'utf8')).toBe('theirs')
  })

  it('may lie in the folder that was named when Waybill was started, for its user alone', async () => {
    const exportDir = tempDir()
    const { run } = await testStation(await testSandbox(), { background: false, exportDir })
    const path = join(exportDir, 'shipments.csv')
    expect(await run('shipments.exportCsv', { path })).toMatchObject({ path })
    if (process.platform !== 'win32') expect(statSync(path).mode & 0o777).toBe(0o600)
  })
})

describe('the export of more than one piece', () => {
  it('goes on behind the piece before, each shipment once and the heading once', async () => {
    const { run, first, station } = await withSamples()
    const reports = Array.from({ length: 5_100 }, (_, index) => ({
      shipmentId: `MANY-${index}`,
      status: 'DELIVERED',
      createdAt: new Date(Date.UTC(2026, 0, 1) + index * 60_000).toISOString(),
    }))
    await shipmentStore(station.stores.cache.db).upsert(
      reports.map((report) => ({ ...first, ...report, hasDetail: false })),
      new Date(TEST_START),
    )
    const columns = ['shipmentId' as const]
    const filter = { status: 'DELIVERED' as const }
    const one = await run('shipments.exportCsv', { filter, columns })
    expect(one).toMatchObject({ rows: 5_000, isComplete: false })
    const two = await run('shipments.exportCsv', { filter, columns, after: one.next ?? '' })
    expect(two).toMatchObject({ isComplete: true, next: null })
    const lines = `${one.text ?? ''}${two.text ?? ''}`.trim().split('\r\n')
    expect(lines[0]).toBe('shipmentId')
    expect(new Set(lines).size).toBe(lines.length)
    expect(lines.filter((line) => line.startsWith('MANY-'))).toHaveLength(5_100)
  })
})

describe('a signature', () => {
  it('is the image of who signed, and there is none before somebody did', async () => {
    const { run, rows } = await withSamples()
    const delivered = rows.find(({ status }) => status === 'DELIVERED')
    const { image } = await run('shipments.signature', { shipmentId: delivered?.shipmentId ?? '' })
    expect(image).toMatchObject({ contentType: 'image/svg+xml', name: `signature-${delivered?.shipmentId ?? ''}.svg` })
    expect(Buffer.from(image?.bytes ?? '', 'base64').toString()).toContain('<svg')
    const waiting = rows.find(({ status }) => status === 'PENDING')
    expect(await run('shipments.signature', { shipmentId: waiting?.shipmentId ?? '' })).toEqual({ image: null })
  })
})

describe('what people say of a shipment', () => {
  it('stays when the cache is fetched again', async () => {
    const { run, first, close, dataDir, sandbox } = await withSamples()
    const { shipmentId } = first
    await run('shipments.note', { shipmentId, text: 'Dock 4 is closed' })
    await run('settings.update', { operatorName: 'Ana' })
    await run('shipments.note', { shipmentId, text: 'Dock 5 is open' })
    const until = new Date(Date.parse(TEST_START) + DAY).toISOString()
    await run('shipments.snooze', { shipmentId, until })
    await close()
    for (const suffix of ['', '-wal']) rmSync(join(dataDir, `cache.db${suffix}`), { force: true })
    const again = await testStation(sandbox, { dataDir, background: false })
    await again.run('tracking.sync', {})
    expect(await again.run('shipments.get', { shipmentId })).toMatchObject({
      notes: [
        { text: 'Dock 4 is closed', author: 'Station 1' },
        { text: 'Dock 5 is open', author: 'Ana' },
      ],
      attention: { kind: 'snoozed', until },
    })
  })

  it('takes an exception that is acknowledged out of what needs attention', async () => {
    const { run, rows } = await withSamples()
    const exception = rows.find(({ status }) => status === 'EXCEPTION')
    const shipmentId = exception?.shipmentId ?? ''
    const attention = async () => (await run('shipments.search', { attention: true })).rows.map((row) => row.shipmentId)
    expect(await attention()).toContain(shipmentId)
    // An event that came after the person looked is not acknowledged with it.
    await run('shipments.acknowledge', { shipmentId, lastEventId: 'an earlier one' })
    expect(await attention()).toContain(shipmentId)
    const { lastEvent } = exception ?? {}
    await run('shipments.acknowledge', { shipmentId, lastEventId: lastEvent?.eventId ?? null })
    expect(await attention()).not.toContain(shipmentId)
    await run('shipments.acknowledge', { shipmentId })
    expect(await attention()).not.toContain(shipmentId)
    // It still is in its exception, and only that tells whether there is something to acknowledge.
    expect(await run('shipments.get', { shipmentId })).toMatchObject({ needsLook: true, attention: { shipmentId } })
    const delivered = rows.find(({ status }) => status === 'DELIVERED')?.shipmentId ?? ''
    expect(await run('shipments.get', { shipmentId: delivered })).toMatchObject({ needsLook: false })
  })

  it('is refused for a shipment that is not here, without words, and for a moment that is over', async () => {
    const { run, first } = await withSamples()
    const { shipmentId } = first
    await expect(run('shipments.note', { shipmentId: 'nobody', text: 'x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(run('shipments.acknowledge', { shipmentId: 'nobody' })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(run('shipments.note', { shipmentId, text: ' ' })).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    for (const until of ['2020-01-01T00:00:00Z', 'tomorrow']) {
      await expect(run('shipments.snooze', { shipmentId, until })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        message: expect.stringContaining('until'),
      })
    }
  })
})

describe('the figures', () => {
  it('tell how carriers did and which exceptions there were', async () => {
    const { run, sandbox, rows } = await withSamples()
    const delivered = rows.filter(({ actualDelivery }) => actualDelivery !== null)
    const range = {
      from: new Date(Date.parse(TEST_START) - 900 * DAY).toISOString(),
      until: new Date(Date.parse(TEST_START) + DAY).toISOString(),
    }
    const stats = await run('shipments.stats', range)
    expect(stats.carriers.reduce((sum, carrier) => sum + carrier.delivered, 0)).toBe(delivered.length)
    for (const { onTime, promised, averageTransitDays } of stats.carriers) {
      expect(onTime).toBeLessThanOrEqual(promised)
      expect(averageTransitDays ?? 0).toBeGreaterThanOrEqual(0)
    }
    expect(stats.exceptions.length).toBeGreaterThan(0)
    expect(await run('shipments.stats', { from: '2001-01-01T00:00:00Z', until: '2001-01-02T00:00:00Z' })).toEqual({
      carriers: [],
      exceptions: [],
    })
    await sandbox.close()
    await expect(run('shipments.stats', { from: range.until, until: range.from })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })

  it('say how far tracking has come', async () => {
    const { run, rows } = await withSamples()
    expect(await run('tracking.state', {})).toMatchObject({
      phase: 'following',
      filled: rows.length,
      total: rows.length,
    })
    expect((await run('shipments.tiles', {})).statuses).toEqual((await run('shipments.search', {})).counts)
  })
})
