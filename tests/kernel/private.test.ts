import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { StationError } from '../../src-shared/station/error.ts'
import { STARTING_PAPERS } from '../../src-shared/station/documents/papers.ts'
import { dayAt } from '../../src-shared/station/day.ts'
import { commandLine } from '../cli/run.ts'
import { bookingOf, palletsToChicago } from '../support/freight.ts'
import { TEST_START } from '../support/running-clock.ts'
import { testSandbox } from '../support/sandbox.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testStation, type TestStation } from '../support/test-station.ts'
import { unzip } from '../support/unzip.ts'

/** Nobody else is called that. */
const PLANTED = ['Quexley', 'Zanzibarquay', 'quexley@post.example', 'key-of-the-real-service-91734', '956-555-0188']
const PERSON = { contactName: 'Wilhelmina Quexley', email: 'quexley@post.example', phone: '956-555-0188' }

const logOf = (dataDir: string): string =>
  readdirSync(join(dataDir, 'logs'))
    .map((name) => readFileSync(join(dataDir, 'logs', name), 'utf8'))
    .join('')

const lines = (text: string) =>
  text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)

/** A day with planted people in every place that words come from. */
async function plantedDay(): Promise<{ app: TestStation; bookingId: string; shipmentId: string }> {
  const sandbox = await testSandbox()
  const app = await testStation(sandbox, { logLevel: 'debug' })
  const { run, station } = app
  await run('settings.update', {
    ...{ operatorName: 'Wilhelmina Quexley', stationName: 'Zanzibarquay dock' },
    papers: { ...STARTING_PAPERS, companyName: 'Quexley Ltd', sender: 'Quexley Ltd\n12 Zanzibarquay' },
    cutoffs: [{ carrier: 'Acme Freight', place: 'Zanzibarquay', phone: '956-555-0188' }],
  })
  const lane = palletsToChicago()
  const destinationAddress = { ...lane.destinationAddress, companyName: 'Quexley Ltd', address2: '12 Zanzibarquay' }
  const quote = await run('quotes.request', { ...lane, destinationAddress })
  const { bookingId } = await run(
    'bookings.submit',
    bookingOf(quote, { consigneeInfo: PERSON, instructions: 'Ask Quexley' }),
  )
  const shipmentId = await app.until('the booking', async () => (await run('bookings.get', { bookingId })).shipmentId)
  await app.until('its label', async () => ((await station.services.labels.kept(shipmentId)).length > 0 ? true : null))
  const status = { kind: 'status' as const, status: 500, code: 'INTERNAL', message: 'Quexley of 12 Zanzibarquay' }
  await sandbox.fault({ path: '/quote', times: 4, fault: { ...status, when: 'before' } })
  expect((await station.invoke('quotes.request', { ...lane, destinationAddress })).ok).toBe(false)
  await station.invoke('locations.search', { text: 'Zanzibarquay', country: 'US' })
  await station.invoke('bookings.get', { bookingId: 'Wilhelmina Quexley' })
  await station.invoke('Wilhelmina Quexley', {})
  await station.invoke('bookings.submit', { consigneeInfo: PERSON })
  await station.invoke('environment.use', {
    kind: 'service',
    baseUrl: 'http://127.0.0.1:9/Zanzibarquay',
    apiKey: 'key-of-the-real-service-91734',
  })
  await station.invoke('environment.test', {})
  await station.invoke('environment.use', { kind: 'embedded' })
  station.report(new StationError({ code: 'DISK_FULL', message: 'For Quexley', details: { who: 'Quexley' } }))
  await run('support.screenError', {
    name: 'TypeError',
    message: 'Quexley is not here',
    stack: 'TypeError: Quexley is not here\n    at draw (http://127.0.0.1:4000/assets/pack-1a2b.js:1:20)',
    screen: 'pack',
  })
  return { app, bookingId, shipmentId }
}

describe('the log and the file for whoever helps', () => {
  it('tell what was done by its ids, and hold no key, name or address of the day', async () => {
    const { app, bookingId, shipmentId } = await plantedDay()
    const log = logOf(app.dataDir)
    expect(PLANTED.filter((word) => log.includes(word))).toEqual([])
    expect(lines(log)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ what: 'station opens', level: 'info', version: expect.any(String) }),
        expect.objectContaining({ what: 'booking', bookingId, state: 'BOOKED', station: expect.any(String) }),
        expect.objectContaining({ what: 'call', bookingId, requestId: expect.stringMatching(/^req_/), status: 200 }),
        expect.objectContaining({
          what: 'call failed',
          command: 'quotes.request',
          status: 500,
          request: expect.any(String),
        }),
        expect.objectContaining({
          what: 'command refused',
          command: 'bookings.get',
          bookingId: '•••',
          code: 'NOT_FOUND',
        }),
        expect.objectContaining({ what: 'something went wrong', code: 'DISK_FULL' }),
        expect.objectContaining({ what: 'error of a screen', source: 'screen', screen: 'pack' }),
      ]),
    )

    const { fileName, base64 } = await app.run('support.file', {})
    expect(fileName).toBe(`waybill-support-${dayAt(new Date(TEST_START))}.zip`)
    const files = unzip(Buffer.from(base64, 'base64'))
    expect([...files.keys()].filter((name) => !name.startsWith('logs/'))).toEqual([
      'README.txt',
      'station.json',
      'health.json',
      'service-profile.json',
      'printers.json',
      'calls.jsonl',
      'screen-errors.jsonl',
    ])
    for (const [name, bytes] of files) {
      expect(PLANTED.filter((word) => bytes.includes(word)).map((word) => `${word} in ${name}`)).toEqual([])
    }
    expect(lines(files.get('screen-errors.jsonl')?.toString() ?? '')).toMatchObject([{ error: { name: 'TypeError' } }])
    expect(lines(files.get('calls.jsonl')?.toString() ?? '').length).toBeGreaterThan(3)

    const asked = unzip(Buffer.from((await app.run('support.file', { withLabels: true })).base64, 'base64'))
    expect(asked.get('bookings.json')?.toString()).toContain('Quexley')
    expect(asked.get(`labels/${shipmentId}-1.zpl`)?.toString()).toContain('^XA')
  })

  it('are asked for on the command line, where doctor tells the same health', async () => {
    const cli = commandLine(await testSandbox())
    const out = join(tempDir(), 'help.zip')
    expect(await cli.json('support', '--out', out)).toMatchObject({ exit: 0, value: { path: out, withLabels: false } })
    expect([...unzip(readFileSync(out)).keys()]).toContain('health.json')
    const nowhere = join(tempDir(), 'gone', 'help.zip')
    expect((await cli.run('support', '--out', nowhere)).said).toMatch(/^FILE_NOT_WRITTEN: .*help\.zip/)
    expect(await cli.json('doctor')).toMatchObject({
      value: { findings: expect.any(Array), health: { worries: [], waiting: { bookings: 0 }, log: { level: 'info' } } },
    })
    expect((await cli.run('doctor', '--log-level', 'loud')).exit).toBe(2)
    await cli.run('doctor', '--log-level', 'debug')
    expect(logOf(cli.dataDir)).toContain('"level":"debug"')
  })

  it('goes by the level that is set, at once', async () => {
    const app = await testStation(await testSandbox())
    await app.run('settings.update', { logLevel: 'debug' })
    await app.run('printers.list', {})
    expect(logOf(app.dataDir)).toContain('"what":"command","command":"printers.list"')
    await app.run('settings.update', { logLevel: 'error' })
    await app.run('jobs.list', {})
    expect(logOf(app.dataDir)).not.toContain('jobs.list')
  })
})
