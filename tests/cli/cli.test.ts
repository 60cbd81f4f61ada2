import { execFile } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { z } from 'zod'
import { EXIT } from '../../src-main/cli/exit.ts'
import { batchExit } from '../../src-main/cli/outcome.ts'
import type { BookingState } from '../../src-shared/machine/booking.ts'
import { COMMAND_NAMES } from '../../src-shared/station/commands.ts'
import { addDays } from '../../src-shared/station/day.ts'
import { pickupDayFrom } from '../../src-shared/station/booking/pickup-day.ts'
import { openControl } from '../../src-main/control/server.ts'
import { onTestsDate } from '../support/child-date.ts'
import { runningClock, TEST_START } from '../support/running-clock.ts'
import { xlsx } from '../support/xlsx.ts'
import { batchCells, batchCsv, BATCH_HEADERS } from '../support/batch-files.ts'
import { testSandbox } from '../support/sandbox.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testStation } from '../support/test-station.ts'
import { until } from '../support/until.ts'
import { programOf } from '../support/program.ts'
import { startRawPort } from '../support/raw-port.ts'
import { commandLine, LANE, type CommandLine } from './run.ts'

const quoteSchema = z.object({ id: z.string(), rates: z.array(z.object({ rateId: z.string() })).min(1) })
const pricedSchema = z.array(z.object({ total: z.object({ minor: z.int() }) }))
const bookingSchema = z.object({
  bookingId: z.string(),
  state: z.string(),
  reference: z.string(),
  shipmentId: z.string().nullable(),
  trackingNumber: z.string().nullable(),
})

/** Nothing listens there. */
const DEAD_PRINTER = JSON.stringify({
  ...{ name: 'Dock', language: 'ZPL', dpi: 203, media: { widthIn: 4, heightIn: 6 } },
  connection: { kind: 'tcp', uri: 'tcp://127.0.0.1:1' },
})

async function quote(cli: CommandLine): Promise<string> {
  const { exit, value } = await cli.json('quote', ...LANE)
  expect(exit).toBe(EXIT.done)
  return quoteSchema.parse(value).id
}

describe('the command line', () => {
  it('prints what it understood of a line, without asking the service', async () => {
    const sandbox = await testSandbox()
    const cli = commandLine(sandbox)
    const line = '78045 60654 2 pallets 500 lb 48x40x52 machine parts flurble 2030-01-07 liftgate'
    const { exit, value } = await cli.json('quote', line, '--parse')
    expect(exit).toBe(EXIT.done)
    expect(value).toEqual({
      origin: { postalCode: '78045', city: 'Laredo', state: 'TX', country: 'US' },
      destination: { postalCode: '60654', city: 'Chicago', state: 'IL', country: 'US' },
      cargo: [
        {
          quantity: 2,
          weight: 500,
          length: 48,
          width: 40,
          height: 52,
          description: 'machine parts flurble',
          packaging: 'pallet',
        },
      ],
      accessorials: ['LIFTGATE_DELIVERY'],
      shipDate: '2030-01-07',
      unclear: [
        {
          text: '500 lb',
          why: 'each or total? read as each',
          readings: ['500 lb each', '500 lb total'],
        },
        { text: 'flurble', why: 'not understood', readings: ['"flurble"'] },
        { text: '2030-01-07', why: 'no pickups on that day', readings: ['2030-01-07'] },
      ],
    })
    const reported = await cli.run('quote', '60654', '2', 'pallets', '--parse')
    expect(reported.out).toContain('to       Chicago, IL 60654, US')
    expect((await cli.run('quote', line)).exit).toBe(EXIT.usage)
  })

  it('quotes, books, tracks and prints', async () => {
    const cli = commandLine(await testSandbox())
    const id = await quote(cli)

    const booked = await cli.json('book', '--quote', id, '--rate', 'fastest', '--reference', 'PO-1')
    const booking = bookingSchema.parse(booked.value)
    expect(booked.exit).toBe(EXIT.done)
    expect(booking).toMatchObject({ state: 'BOOKED', reference: 'PO-1' })

    const tracked = await cli.json('track', 'PO-1', 'no-such-code')
    expect(tracked.exit).toBe(EXIT.failed)
    expect(tracked.value).toMatchObject([
      { shipment: { shipmentId: booking.shipmentId, reference: 'PO-1' } },
      { notFound: 'no-such-code' },
    ])

    const printed = await cli.json('print', booking.trackingNumber ?? '')
    expect(printed).toMatchObject({ exit: EXIT.done, value: { state: 'PRINTED', shipmentId: booking.shipmentId } })
    const again = await cli.run('print', 'PO-1')
    expect(again.exit).toBe(EXIT.failed)
    expect(again.out[0]).toContain('give a --reason')
    expect(await cli.json('print', 'PO-1', '--reason', 'torn')).toMatchObject({
      exit: EXIT.done,
      value: { purpose: 'reprint', reason: 'torn' },
    })
    expect((await cli.call('jobs.list')).value).toHaveLength(2)
  })

  it('gives a script the same booking for the same submission', async () => {
    const cli = commandLine(await testSandbox())
    const id = await quote(cli)
    const once = await cli.json('book', '--quote', id, '--submission', 'order-4711')
    const twice = await cli.json('book', '--quote', id, '--submission', 'order-4711')
    expect(bookingSchema.parse(twice.value).shipmentId).toBe(bookingSchema.parse(once.value).shipmentId)
    expect((await cli.json('outbox', '--all')).value).toHaveLength(1)
  })

  it('saves a booking while the service is away, says so, and sends it later', async () => {
    const sandbox = await testSandbox()
    const cli = commandLine(sandbox)
    const id = await quote(cli)
    await sandbox.close()
    const away = await cli.json('book', '--quote', id, '--reference', 'PO-2', '--wait', '0.5')
    expect(away).toMatchObject({ exit: EXIT.waiting, value: { state: 'QUEUED' } })
    // However many were confirmed since: what is newer is canceled, and does not push it off the list.
    const newer = await cli.json('book', '--quote', id, '--reference', 'PO-2', '--again', '--wait', '0')
    expect(await cli.json('outbox', 'cancel', bookingSchema.parse(newer.value).reference)).toMatchObject({
      exit: EXIT.done,
      value: { state: 'CANCELLED' },
    })
    expect((await cli.json('outbox', '--limit', '1')).value).toMatchObject([{ reference: 'PO-2' }])
    const missing = await cli.json('track', 'no-such-code')
    expect(missing).toMatchObject({ exit: EXIT.failed, value: [{ notAsked: 'no-such-code' }] })
    await cli.call('printers.save', '--json', DEAD_PRINTER)
    const doctor = await cli.run('doctor')
    expect(doctor.exit).toBe(EXIT.failed)
    expect(doctor.out.join('\n')).toMatch(/✗ printer +Dock: .*127\.0\.0\.1/)

    await sandbox.reopen()
    expect(await cli.json('book', '--quote', id)).toMatchObject({
      exit: EXIT.failed,
      value: { error: { code: 'ALREADY_BOOKED' } },
    })
    const { value } = await cli.json('book', '--quote', id, '--again', '--submission', 'another-one')
    expect(value).toMatchObject({ state: 'BOOKED' })
    await until('the outbox to be empty', async () => {
      await cli.call('tracking.sync')
      const { value } = await cli.json('outbox')
      return z.array(z.unknown()).parse(value).length === 0 ? true : null
    })
  })

  it('picks up today as the station counts days, also when it is tomorrow in Greenwich', async () => {
    const zone = process.env['TZ']
    onTestFinished(() => {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    })
    process.env['TZ'] = 'America/Chicago'
    const evening = { now: () => new Date('2026-03-10T02:30:00Z') }
    const cli = commandLine({ ...(await testSandbox()), clock: evening })
    const { value } = await cli.json('book', '--quote', await quote(cli), '--wait', '0')
    expect(value).toMatchObject({ pickupDate: '2026-03-09' })
  })

  it('works in the Waybill that has the folder open', async () => {
    const sandbox = await testSandbox()
    const { station, dataDir, run } = await testStation(sandbox)
    const control = await openControl(station, dataDir)
    const cli = commandLine(sandbox, dataDir)
    const id = await quote(cli)
    expect(await run('quotes.get', { id })).toMatchObject({ id })
    const doctor = (await cli.run('doctor')).out.join('\n')
    expect(doctor).toContain('open in a running Waybill')
    expect(doctor).toMatch(/✓ printer/)
    await control?.close()
  })

  it('is refused for another service than the one that the open Waybill uses', async () => {
    const sandbox = await testSandbox()
    const { station, dataDir } = await testStation(sandbox)
    const control = await openControl(station, dataDir)
    const elsewhere = 'http://127.0.0.1:1/api/v1'
    const ways = [
      () => commandLine(sandbox, dataDir).json('doctor', '--service', '--book', '--url', elsewhere),
      () => commandLine(sandbox, dataDir).json('outbox', '--base-url', elsewhere),
      () => commandLine({ ...sandbox, baseUrl: elsewhere }, dataDir).json('outbox'),
    ]
    for (const way of ways) {
      expect(await way()).toMatchObject({
        exit: EXIT.failed,
        value: { error: { code: 'WRONG_STATE', details: { named: elsewhere, inUse: 'the embedded service' } } },
      })
    }
    expect(await commandLine(sandbox, dataDir).json('outbox', '--base-url', `${sandbox.baseUrl}/`)).toMatchObject({
      exit: EXIT.done,
    })
    await control?.close()
  })

  it('does not say that nothing was done when the open Waybill ends before it answers', async () => {
    const sandbox = await testSandbox()
    const dataDir = tempDir()
    const { station } = await testStation(sandbox)
    const asked = Promise.withResolvers<true>()
    const invoke: typeof station.invoke = (name, input) => {
      if (name === 'station.state') return station.invoke(name, input)
      asked.resolve(true)
      return new Promise(() => undefined)
    }
    const control = await openControl({ invoke }, dataDir, { closeMs: 10 })
    const printing = commandLine(sandbox, dataDir).json('print', 'PO-1')
    await asked.promise
    await control?.close()
    expect(await printing).toMatchObject({ exit: EXIT.undecided, value: { error: { code: 'STATION_GONE' } } })
  })

  it('runs several commands on one folder side by side, each in a process of its own', async () => {
    const sandbox = await testSandbox()
    const dataDir = tempDir()
    // The date of the service and of the command behind them: a ledger's clock does not go back.
    const env = {
      ...onTestsDate(sandbox.clock).env,
      WAYBILL_DATA: dataDir,
      WAYBILL_BASE_URL: sandbox.baseUrl,
      WAYBILL_API_KEY: sandbox.apiKey,
    }
    const program = programOf('src-main/cli/waybill.ts')
    const waybill = (...args: string[]) => promisify(execFile)(process.execPath, [program, ...args], { env })
    const quoted = ['quote', ...LANE, '--json']
    const runs = await Promise.all([waybill(...quoted), waybill('call', 'printers.list'), waybill(...quoted)])
    const [first, , third] = runs.map(({ stdout }): unknown => JSON.parse(stdout))
    const ids = [first, third].map((quote) => quoteSchema.parse(quote).id)
    expect(new Set(ids).size).toBe(2)
    const cli = commandLine(sandbox, dataDir)
    for (const id of ids) expect((await cli.json('book', '--quote', id, '--again')).exit).toBe(EXIT.done)
  })

  it('prints a file on a printer named by its address alone', async () => {
    const cli = commandLine(await testSandbox())
    const printer = await startRawPort()
    const file = join(tempDir(), 'label.zpl')
    const zpl = '^XA^FO50,50^A0N,40,40^FDHello^FS^XZ\n'
    writeFileSync(file, zpl)
    const { exit, out } = await cli.run('print', '--file', file, '--printer', printer.uri, '--copies', '2')
    await printer.close()
    expect(exit).toBe(EXIT.done)
    expect(out).toHaveLength(1)
    expect(JSON.parse(out[0] ?? '')).toMatchObject({
      state: 'SENT',
      bytesSent: zpl.length * 2,
      copies: 2,
      purpose: 'file',
    })
    expect((await cli.call('printers.list')).value).toHaveLength(1)
  })

  it('prints a file of very many labels only when --yes says that they are meant', async () => {
    const cli = commandLine(await testSandbox())
    const printer = await startRawPort()
    const file = join(tempDir(), 'label.zpl')
    writeFileSync(file, '^XA^FO50,50^A0N,40,40^FDHello^FS^PQ300^XZ\n')
    const asked = await cli.json('print', '--file', file, '--printer', printer.uri)
    expect(asked).toMatchObject({
      exit: EXIT.failed,
      value: {
        error: { code: 'MANY_LABELS', message: expect.stringContaining('--yes'), details: { labels: 300, most: 200 } },
      },
    })
    expect(printer.received()).toHaveLength(0)
    const { exit } = await cli.run('print', '--file', file, '--printer', printer.uri, '--yes')
    expect(exit).toBe(EXIT.done)
    expect(printer.received().toString()).toContain('^PQ300')
    await printer.close()
  })

  it('refuses to print a label that is cut off, and nothing reaches the printer', async () => {
    const cli = commandLine(await testSandbox())
    const printer = await startRawPort()
    const file = join(tempDir(), 'label.zpl')
    writeFileSync(file, '^XA^FO50,50^A0N,40,40^FDHello')
    const { exit, value } = await cli.json('print', '--file', file, '--printer', printer.uri)
    expect(exit).toBe(EXIT.failed)
    expect(value).toMatchObject({ error: { code: expect.any(String), message: expect.any(String) } })
    expect(printer.received()).toHaveLength(0)
    await printer.close()
  })
})

describe('a wrong command line', () => {
  const away = () => commandLine({ baseUrl: 'http://127.0.0.1:1/api/v1', apiKey: 'none', clock: runningClock() })
  it.each([
    [['nonsense'], 'unknown command "nonsense"'],
    [['quote'], '--from is required'],
    [['quote', ...LANE, '--size', '48x40'], '--size: must be length x width x height'],
    [['quote', ...LANE, '--from', 'Laredo'], '--from: write an address as'],
    [['quote', ...LANE, '--weight', 'heavy'], '--weight: must be the weight of one piece'],
    [['quote', ...LANE, '--accessorials', 'LIFTOFF'], 'accessorials.0'],
    [['quote', '--request', '/no/such/file'], '--request: /no/such/file cannot be read'],
    [['quote', '--colour', 'red'], '--colour'],
    [['book'], '--quote: is required'],
    [['book', '--quote', 'x', '--format', 'GIF'], '--format: must be one of PDF, PNG, ZPL, EPL'],
    [['book', '--quote', 'x', '--pickup', '2026-02-30'], '--pickup'],
    [['print'], 'give one code, or --file'],
    [['print', '--file', '/no/such/file', '--printer', 'tcp://127.0.0.1:1'], '/no/such/file cannot be read'],
    [['print', 'PO-1', '--copies', '0'], '--copies: must be at least 1'],
    [['print', 'PO-1', '--copies', '3'], '--copies: only with --file'],
    [['print', '--file', 'x', '--printer', 'x', '--which', 'y'], '--which: only with a code'],
    [['outbox', 'check'], 'give the booking'],
    [['outbox', 'sing'], 'give the booking'],
    [['call', 'jobs.sing'], 'unknown command'],
    [['call', 'jobs.sing', '--help'], 'unknown command'],
    [['call', 'jobs.get'], 'jobId: '],
    [['call', 'jobs.get', '--json', '{'], 'is not JSON'],
    [['call', 'jobs.get', '--json', '@/no/such/file'], '--json: /no/such/file cannot be read'],
    [['track', '--status', 'LOST'], '--status: must be one of'],
  ])('%j says what is wrong and tries nothing', async (args, sentence) => {
    const { exit, said, out } = await away().run(...args)
    expect(exit).toBe(EXIT.usage)
    expect(said).toContain(sentence)
    expect(out).toEqual([])
  })

  it('is one line of JSON for a script', async () => {
    const { exit, value } = await away().json('quote')
    expect(exit).toBe(EXIT.usage)
    expect(value).toMatchObject({ error: { code: 'USAGE', message: expect.stringContaining('--from is required') } })
  })

  it('is explained by --help', async () => {
    for (const word of ['quote', 'book', 'outbox', 'track', 'print', 'doctor', 'call']) {
      const { exit, out } = await away().run(word, '--help')
      expect(exit).toBe(EXIT.done)
      expect(out[0]).toContain(`waybill ${word}`)
    }
  })
})

describe('waybill call', () => {
  it('lists the commands and what one takes, without a station', async () => {
    const nowhere = { baseUrl: 'http://127.0.0.1:1/api/v1', apiKey: 'none', clock: runningClock() }
    const cli = commandLine(nowhere, tempDir())
    const [text = ''] = (await cli.run('call')).out
    for (const name of COMMAND_NAMES) expect(text).toContain(`\n${name} `)
    expect(text).toMatch(/\nmaintenance\.makeArchive +supervisor +year\n/)
    const [schema = ''] = (await cli.run('call', 'maintenance.makeArchive', '--help')).out
    expect(JSON.parse(schema)).toMatchObject({ properties: { year: {} }, required: ['year'] })
    expect(readdirSync(cli.dataDir)).toEqual([])
  })

  it('gives a command with its input as text, from a file or as one field, and tells an error as data', async () => {
    const cli = commandLine(await testSandbox())
    const { exit, value } = await cli.call('settings.export')
    expect(exit).toBe(EXIT.done)
    const file = join(cli.dataDir, 'station.json')
    writeFileSync(file, JSON.stringify(value))
    expect(await cli.call('settings.diff', '--json', `file=@${file}`)).toMatchObject({ exit: EXIT.done, value: [] })
    writeFileSync(file, JSON.stringify({ file: value }))
    expect((await cli.call('settings.diff', '--json', `@${file}`)).value).toEqual([])
    const missing = await cli.run('call', 'jobs.cancel', '--json', '{"jobId":"job_none"}')
    expect(missing).toMatchObject({ exit: EXIT.failed, out: [] })
    expect(JSON.parse(missing.said)).toMatchObject({ error: { code: 'NOT_FOUND', retryable: false } })
  })
})

describe('a batch', () => {
  const HEAD =
    'Reference,Pickup date,Carrier,Service,Company,Street,City,State,ZIP,Description,Pieces,Weight,Length,Width,Height,From street,From city,From state,From ZIP'
  const row = (reference: string, zip: string) =>
    `${reference},2099-01-04,GREAT_BASIN,STANDARD,Globex,400 W Superior St,Chicago,IL,${zip},Parts,1,500,48,40,52,1200 Port Road,Laredo,TX,78045`
  const columns = [
    ['Reference', 'reference'],
    ['Pickup date', 'pickupDate'],
    ['Carrier', 'provider'],
    ['Service', 'service'],
    ['Company', 'consignee.companyName'],
    ['Street', 'consignee.address1'],
    ['City', 'consignee.city'],
    ['State', 'consignee.state'],
    ['ZIP', 'consignee.postalCode'],
    ['Description', 'cargo.description'],
    ['Pieces', 'cargo.quantity'],
    ['Weight', 'cargo.weight'],
    ['Length', 'cargo.length'],
    ['Width', 'cargo.width'],
    ['Height', 'cargo.height'],
    ['From street', 'shipper.address1'],
    ['From city', 'shipper.city'],
    ['From state', 'shipper.state'],
    ['From ZIP', 'shipper.postalCode'],
  ].map(([header, field]) => ({ header, field }))

  /** A folder in which orders are put beside a map of their columns: each is given back as arguments of a batch. */
  function ordersWith(mapped: typeof columns, defaults = {}) {
    const dir = tempDir()
    const map = { columns: mapped, numbers: 'point', dates: 'iso', defaults: { country: 'US', ...defaults } }
    writeFileSync(join(dir, 'map.json'), JSON.stringify(map))
    return (name: string, rows: readonly string[], encoding: 'utf8' | 'latin1' = 'utf8') => {
      writeFileSync(join(dir, name), [HEAD, ...rows].join('\r\n'), encoding)
      return [join(dir, name), '--map', join(dir, 'map.json')]
    }
  }

  it('is checked row by row and tells which cell is wrong', async () => {
    const cli = commandLine(await testSandbox())
    const orders = ordersWith(columns)
    const rows = [row('A-1', '60654'), row('A-2', '')]
    const { exit, out, said } = await cli.run('batch', 'check', ...orders('orders.csv', rows))
    expect(said).toBe('')
    expect(exit).toBe(EXIT.failed)
    expect(out.join('\n')).toContain('row 3, ZIP')
    expect((await cli.json('outbox', '--all')).value).toEqual([])
  })

  it('is quoted, told by carrier, and booked at those prices', async () => {
    const cli = commandLine(await testSandbox())
    const asked = columns.filter(({ field }) => field !== 'service')
    const map = asked.map(({ header, field }) => ({ header, field: field === 'provider' ? 'rateRule' : field }))
    const orders = ordersWith(map)
    const day = pickupDayFrom(addDays(TEST_START.slice(0, 10), 3), 'US')
    const quoted = (reference: string, rule: string) =>
      row(reference, '60654').replace('GREAT_BASIN', rule).replace('2099-01-04', day)
    const refused = await cli.run('batch', 'run', ...orders('wrong.csv', [quoted('A-1', 'FedEx Freight')]))
    expect(refused.exit).toBe(EXIT.failed)
    expect(refused.out.join('\n')).toContain('row 2, Carrier: no rate matches "FedEx Freight"')
    expect((await cli.json('outbox', '--all')).value).toEqual([])
    const rows = [quoted('A-2', 'cheapest'), quoted('A-3', 'cheapest')]
    const { exit, said } = await cli.run('batch', 'run', ...orders('a.csv', rows))
    expect(exit).toBe(EXIT.done)
    const [, sum] = /total: ([\d.]+) USD/.exec(said) ?? []
    const bookings = pricedSchema.parse((await cli.json('outbox', '--all')).value)
    expect(bookings.reduce((minor, { total }) => minor + total.minor, 0)).toBe(Math.round(Number(sum) * 100))
  })

  it('opens a file as it is told: by the row of its headings, with what a sheet hides, and page by page', async () => {
    const cli = commandLine(await testSandbox())
    const dir = tempDir()
    const check = async (name: string, bytes: string | Uint8Array, ...options: string[]) => {
      writeFileSync(join(dir, name), bytes)
      const { out, said } = await cli.run('batch', 'check', join(dir, name), ...options)
      return `${out.join('\n')} ${said}`
    }
    const [header = '', ...rows] = batchCsv([batchCells('A-1'), batchCells('A-2')])
      .trim()
      .split('\r\n')
    const titles = ['Reference,Provider,Service,Quantity,Description', 'x,x,x,x,x']
    const titled = [...titles, header, ...rows].join('\r\n')
    expect(await check('titled.csv', titled, '--header-row', '3')).toContain('2 rows, 0 with errors')
    expect(await check('more.csv', titled, '--header-row', '0')).toContain('--header-row: must be at least 1')
    const paged = [header, rows[0], header, rows[1]].join('\r\n')
    expect(await check('paged.csv', paged)).toContain('2 rows, 0 with errors')
    const sheet = await xlsx([[...BATCH_HEADERS], batchCells('A-1'), batchCells('A-2')], { rows: { 3: 'hidden="1"' } })
    const hidden = await check('hidden.xlsx', sheet)
    expect(hidden).toContain(
      "The sheet's hidden rows (1) and columns (0) are left out; use --with-hidden to read them.",
    )
    expect(hidden).toContain('1 rows, 0 with errors')
    expect(await check('hidden.xlsx', sheet, '--with-hidden')).toContain('2 rows, 0 with errors')
  })

  it('asks how numbers are written where a weight could be either, and takes the answer', async () => {
    const cli = commandLine(await testSandbox())
    const path = join(tempDir(), 'orders.csv')
    writeFileSync(path, batchCsv([batchCells('A-1', { 'Weight each': '1.234' })]).replaceAll(',', ';'))
    const asked = await cli.run('batch', 'check', path)
    expect(asked.exit).toBe(EXIT.failed)
    expect(asked.said).toContain('ASKS_FIRST: "1.234" could be a decimal or thousands')
    expect(asked.said).toContain('--numbers point')
    const batches = async () =>
      z.array(z.looseObject({ map: z.unknown() })).parse((await cli.json('batch', 'list')).value)
    expect(await batches()).toMatchObject([{ map: null }])
    expect((await cli.run('batch', 'check', path, '--numbers', 'comma')).exit).toBe(EXIT.done)
    expect(await batches()).toContainEqual(
      expect.objectContaining({ map: expect.objectContaining({ numbers: 'comma' }) }),
    )
    expect((await cli.run('batch', 'check', path, '--numbers', 'dots')).said).toContain('must be point or comma')
  })

  it('says that a file does not show how its letters are encoded', async () => {
    const cli = commandLine(await testSandbox())
    const orders = ordersWith(columns)
    const check = (name: string, encoding: 'utf8' | 'latin1') =>
      cli.run('batch', 'check', ...orders(name, [row('A-1', '60654').replace('Globex', 'Peña')], encoding))
    expect((await check('latin.csv', 'latin1')).said).toContain('latin.csv does not say its encoding')
    expect((await check('utf8.csv', 'utf8')).said).toBe('')
  })

  it('skips a row whose reference is used, unless another rule for duplicates is given', async () => {
    const cli = commandLine(await testSandbox())
    const direct = columns.filter(({ field }) => field !== 'service' && field !== 'provider')
    const orders = ordersWith(direct, { rateRule: 'cheapest' })
    const day = pickupDayFrom(addDays(TEST_START.slice(0, 10), 3), 'US')
    const run = (name: string, ...more: string[]) =>
      cli.run('batch', 'run', ...orders(name, [row('A-1', '60654').replace('2099-01-04', day)]), '--again', ...more)
    expect(await run('first.csv')).toMatchObject({ exit: EXIT.done })
    const skipped = await run('second.csv')
    expect(skipped.exit).toBe(EXIT.done)
    expect(skipped.out.join('\n')).toContain('1 duplicates, 0 submitted, 1 skipped')
    expect(await run('third.csv', '--on-duplicate', 'ask')).toMatchObject({ exit: EXIT.undecided })
    expect((await cli.json('outbox', '--all')).value).toHaveLength(1)
  })

  it('lists the rows whose booking was refused, and exits as one that was not carried out', async () => {
    const cli = commandLine(await testSandbox())
    const path = join(tempDir(), 'orders.csv')
    writeFileSync(path, batchCsv([batchCells('A-1'), batchCells('A-2', { Provider: 'No such carrier' })]))
    const { exit, out } = await cli.run('batch', 'run', path)
    expect(exit).toBe(EXIT.failed)
    expect(out.join('\n')).toMatch(/row 3: REJECTED: [A-Z_]+: /)
    expect(out.join('\n')).not.toContain('row 2')
  })

  it.each<[state: BookingState, exit: number]>([
    ['BOOKED', EXIT.done],
    ['REJECTED', EXIT.failed],
    ['CANCELLED', EXIT.failed],
    ['UNKNOWN', EXIT.undecided],
    ['SENDING', EXIT.undecided],
    ['NEEDS_DECISION', EXIT.undecided],
    ['QUEUED', EXIT.waiting],
  ])('with a booking that is %s exits as that booking does, and first where it may have been made', (state, exit) => {
    const none = { BOOKED: 2, REJECTED: 0, CANCELLED: 0, UNKNOWN: 0, SENDING: 0, NEEDS_DECISION: 0, QUEUED: 0 }
    const counts = { errors: 0, failed: 0 }
    const bookings = { ...none, [state]: 1 }
    expect(batchExit({ state: 'DONE', counts, bookings })).toBe(exit)
    expect(batchExit({ state: 'DONE', counts: { errors: 0, failed: 1 }, bookings })).toBe(
      exit === EXIT.undecided ? EXIT.undecided : EXIT.failed,
    )
    expect(batchExit({ state: 'DONE', counts, bookings: { ...bookings, QUEUED: 1, REJECTED: 1 } })).toBe(
      exit === EXIT.undecided ? EXIT.undecided : EXIT.failed,
    )
  })

  it('without a file, a map or a rule that exists says so', async () => {
    const cli = commandLine(await testSandbox())
    const file = join(tempDir(), 'orders.csv')
    writeFileSync(file, `${HEAD}\n${row('A-1', '60654')}\n`)
    expect((await cli.run('batch', 'check', '/no/such.csv')).said).toContain('/no/such.csv cannot be read')
    expect((await cli.run('batch', 'check', file, '--map', 'monday')).said).toContain('no map "monday"')
    expect((await cli.run('batch', 'run', file, '--on-error', 'shrug')).said).toContain('must be stop-all or skip-row')
  })
})
