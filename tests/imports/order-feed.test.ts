import { appendFileSync, chmodSync, existsSync, mkdirSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inRuntime, runtime } from '../../src-node/runtime/runtime.ts'
import type { ColumnMap } from '../../src-shared/station/batch/batch-field.ts'
import type { StationErrorData } from '../../src-shared/station/error.ts'
import { csvLine } from '../../src-shared/csv.ts'
import { suggestMap } from '../../src-main/imports/rows/suggestion.ts'
import { passingTime } from '../world/processes/passing-time.ts'
import { BATCH_HEADERS, batchCells, batchCsv, type BatchHeader } from '../support/batch-files.ts'
import { palletsToChicago } from '../support/freight.ts'
import { runningClock } from '../support/running-clock.ts'
import { testSandbox, type TestSandbox } from '../support/sandbox.ts'
import { tempDir } from '../support/temp-dir.ts'
import { testStation } from '../support/test-station.ts'
import { xlsx } from '../support/xlsx.ts'

const STILL_MS = 5_000
const usd = (minor: number) => ({ minor, currency: 'USD' })

function mapOf(change: Partial<ColumnMap> = {}): ColumnMap {
  const map = suggestMap(BATCH_HEADERS, 'en')
  if (!map) throw new Error('the headers are known')
  return { ...map, cargoLines: 'by-reference', ...change }
}

/** An order that leaves its carrier to the rules. */
const order = (reference: string, change: Partial<Record<BatchHeader, string>> = {}) =>
  batchCells(reference, { Provider: '', Service: '', ...change })

async function withFeed(sandbox: TestSandbox, change: { map?: ColumnMap | null; dataDir?: string } = {}) {
  let ahead = 0
  const clock = { now: () => new Date(sandbox.clock.now().getTime() + ahead) }
  const folder = tempDir()
  const station = await testStation(sandbox, {
    background: false,
    clock,
    ...(change.dataDir !== undefined && { dataDir: change.dataDir }),
  })
  const { run } = station
  await run('orders.configureFeed', { isOn: true, folder, map: change.map === undefined ? mapOf() : change.map })
  const put = (name: string, content: string | Uint8Array) => writeFileSync(join(folder, name), content)
  const stand = () => {
    ahead += STILL_MS
  }
  /** A look that sees what is there, and one when it has stood still. */
  const settle = async () => {
    await run('orders.look', {})
    stand()
    return run('orders.look', {})
  }
  /** A file comes, and is read. */
  const read = (name: string, content: string | Uint8Array) => {
    put(name, content)
    return settle()
  }
  const open = async () => (await run('orders.list', { show: 'open' })).rows.map(({ reference }) => reference)
  const failure = async (name: string, input: unknown): Promise<StationErrorData | null> => {
    const result = await station.station.invoke(name, input)
    return result.ok ? null : result.error
  }
  const inbox = async () => {
    await station.station.services.inbox.look()
    return (await run('inbox.list', {})).items
  }
  return { ...station, folder, put, stand, settle, read, open, failure, inbox }
}

const left = (folder: string, sub = '') =>
  readdirSync(join(folder, sub), { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

describe('A folder of orders', () => {
  it('takes no order whose weight could be either, until it is said how numbers are written', async () => {
    const { put, settle, open, run, folder, read } = await withFeed(await testSandbox())
    const file = (reference: string) => batchCsv([order(reference, { 'Weight each': '1,234' })])
    const { files } = await read('unsure.csv', file('SO-1'))
    expect(files[0]).toMatchObject({ state: 'failed', added: 0, refused: 1 })
    expect(files[0]?.problems[0]).toMatchObject({
      column: 'Weight each',
      message: expect.stringContaining('"1,234" could be 1234 or 1.234'),
    })
    expect(await open()).toEqual([])
    await run('orders.configureFeed', { isOn: true, folder, map: mapOf({ numbers: 'point' }) })
    await read('sure.csv', file('SO-2'))
    expect(await open()).toEqual(['SO-2'])
    // A number of a sheet is one, whatever is said.
    await run('orders.configureFeed', { isOn: true, folder, map: mapOf() })
    const cells = order('SO-3')
    const weight = BATCH_HEADERS.indexOf('Weight each')
    put(
      'typed.xlsx',
      await xlsx([
        [...BATCH_HEADERS],
        cells.map((cell, at) => (at === weight ? { xml: '<c><v>1.234</v></c>' } : cell)),
      ]),
    )
    await settle()
    expect((await open()).toSorted()).toEqual(['SO-2', 'SO-3'])
  })

  it('leaves out what a sheet hides, and says so', async () => {
    const { open, read } = await withFeed(await testSandbox())
    const rows = [[...BATCH_HEADERS], order('SO-1'), order('SO-2')]
    const { files } = await read('one.xlsx', await xlsx(rows, { rows: { 3: 'hidden="1"' } }))
    expect(files[0]).toMatchObject({ state: 'done', added: 1, refused: 1 })
    expect(files[0]?.problems).toEqual([{ row: 1, column: null, message: expect.stringContaining('hidden rows (1)') }])
    expect(await open()).toEqual(['SO-1'])
  })

  it('takes what is written behind the read by a program that still has the file open', async () => {
    const { folder, settle, open, read } = await withFeed(await testSandbox())
    expect((await read('one.csv', batchCsv([order('SO-1')]))).files).toHaveLength(1)
    appendFileSync(join(folder, 'done', 'one.csv'), csvLine(order('SO-2')))
    expect((await settle()).files[0]).toMatchObject({ name: 'one.csv', state: 'done', added: 1, same: 1 })
    expect((await open()).toSorted()).toEqual(['SO-1', 'SO-2'])
    expect(left(folder)).toEqual([])
  })

  it('waits for a file of zeros, and takes half a row for no order', async () => {
    const { folder, open, read } = await withFeed(await testSandbox())
    expect(await read('one.csv', Buffer.alloc(5000))).toMatchObject({ waiting: 1, files: [] })
    expect(left(folder)).toEqual(['one.csv'])
    const half = order('SO-2').slice(0, -1).join(',')
    const { files } = await read('one.csv', `${batchCsv([order('SO-1')])}${half}`)
    expect(files[0]).toMatchObject({ state: 'done', added: 1, refused: 1 })
    expect(files[0]?.problems[0]?.message).toContain('the file ends in the middle of this row')
    expect(await open()).toEqual(['SO-1'])
  })

  it('finds the headings below title lines, and takes neither totals nor the end of an old system for orders', async () => {
    const { open, read } = await withFeed(await testSandbox())
    const table = batchCsv([order('SO-1'), ['-----', '-----'], ['TOTAL', '', '', '', '$ 1,204.50']])
    const { files } = await read('one.csv', `Open orders\r\nWarehouse 4,,printed 2026-11-21\r\n${table}\u001a\0\0`)
    expect(files[0]).toMatchObject({ state: 'done', added: 1, refused: 0 })
    expect(await open()).toEqual(['SO-1'])
  })

  it('gives what is in its files, each order once, and shows which files were read', async () => {
    const { folder, put, settle, open, run } = await withFeed(await testSandbox())
    put(
      'one.csv',
      batchCsv([order('SO-1'), order('SO-2', { 'Pickup date': '' }), order('SO-2', { 'Weight each': '44' })]),
    )
    put('two.xlsx', await xlsx([[...BATCH_HEADERS], order('SO-3')]))
    const record = Object.fromEntries(BATCH_HEADERS.map((header, index) => [header, order('SO-4')[index] ?? '']))
    put('three.json', JSON.stringify({ orders: [record] }))
    put('notes.pdf', 'no orders')
    put('~$two.xlsx', 'a lock')
    const { files, state, waiting } = await settle()
    expect({ state, waiting }).toEqual({ state: 'watching', waiting: 0 })
    expect(files.map(({ name, state: end, added }) => ({ name, end, added }))).toEqual([
      { name: 'two.xlsx', end: 'done', added: 1 },
      { name: 'three.json', end: 'done', added: 1 },
      { name: 'one.csv', end: 'done', added: 2 },
    ])
    expect((await open()).sort()).toEqual(['SO-1', 'SO-2', 'SO-3', 'SO-4'])
    expect(left(folder).sort()).toEqual(['notes.pdf', '~$two.xlsx'])
    expect(left(folder, 'done').sort()).toEqual(['one.csv', 'three.json', 'two.xlsx'])
    const { rows } = await run('orders.list', { show: 'open' })
    const two = rows.find(({ reference }) => reference === 'SO-2')
    const { content } = await run('orders.get', { orderId: two?.orderId ?? '' })
    // Rows of one reference are the lines of one order; a day that nobody named is the next one.
    expect(content.request.cargo.map(({ weight }) => weight)).toEqual([500, 44])
    expect(content.pickupDate).toMatch(/^2026-10-2\d$/)
  })

  it('reads a file only when it stands still, and one that is renamed when it has its name', async () => {
    const { folder, put, run, stand, open } = await withFeed(await testSandbox())
    const whole = batchCsv([order('SO-1'), order('SO-2')])
    put('orders.csv', whole.slice(0, -80))
    put('later.csv.part', batchCsv([order('SO-3')]))
    await run('orders.look', {})
    appendFileSync(join(folder, 'orders.csv'), whole.slice(-80, -10))
    stand()
    expect((await run('orders.look', {})).waiting).toBe(1)
    expect(await open()).toEqual([])
    appendFileSync(join(folder, 'orders.csv'), whole.slice(-10))
    renameSync(join(folder, 'later.csv.part'), join(folder, 'later.csv'))
    await run('orders.look', {})
    stand()
    expect((await run('orders.look', {})).files.map(({ refused }) => refused)).toEqual([0, 0])
    expect((await open()).sort()).toEqual(['SO-1', 'SO-2', 'SO-3'])
  })

  it('knows the same file by its bytes, and the same order by its words, whatever day it is', async () => {
    const { folder, open, read } = await withFeed(await testSandbox())
    await read('a.csv', batchCsv([order('SO-1')]))
    const [second] = (await read('a.csv', batchCsv([order('SO-1')]))).files
    expect(second).toMatchObject({ name: 'a.csv', state: 'repeated', added: 0 })
    const [third] = (await read('b.csv', batchCsv([order('so-1'), order('SO-2')]))).files
    expect(third).toMatchObject({ name: 'b.csv', state: 'done', added: 1, asked: 1, same: 0 })
    const [fourth] = (await read('c.csv', batchCsv([order('SO-2'), order('SO-3')]))).files
    expect(fourth).toMatchObject({ added: 1, same: 1, asked: 0 })
    expect((await open()).sort()).toEqual(['SO-1', 'SO-2', 'SO-3'])
    expect(left(folder, 'done')).toHaveLength(4)
  })

  it('asks a person which content of an order holds, in the inbox, and books none before', async () => {
    const sandbox = await testSandbox()
    const { run, inbox, failure, read } = await withFeed(sandbox)
    await read('a.csv', batchCsv([order('SO-1')]))
    await read('b.csv', batchCsv([order('SO-1', { 'Weight each': '900' })]))
    const [asked] = (await run('orders.list', { show: 'asks' })).rows
    const orderId = asked?.orderId ?? ''
    expect(await inbox()).toMatchObject([{ kind: 'order', label: 'SO-1', subjectId: orderId }])
    const { quote, rateId } = await run('orders.quote', { orderId })
    expect(await failure('orders.book', { orderId, quoteId: quote.id, rateId })).toMatchObject({ code: 'WRONG_STATE' })
    const version = async () => (await run('orders.get', { orderId })).other?.version ?? ''
    const first = await version()
    const known = await run('orders.answer', { orderId, answer: 'keep', version: first })
    expect(known).toMatchObject({ other: null, content: { request: { cargo: [{ weight: 500 }] } } })
    // The refused content is not asked about again, another one is, and taken it holds.
    const again = await read('c.csv', batchCsv([order('SO-1', { 'Weight each': '900' }), order('SO-9')]))
    expect(again.files[0]).toMatchObject({ same: 1, asked: 0 })
    await read('d.csv', batchCsv([order('SO-1', { 'Weight each': '700' })]))
    const second = await version()
    const taken = await run('orders.answer', { orderId, answer: 'take', version: second })
    expect(taken).toMatchObject({ other: null, source: 'd.csv', content: { request: { cargo: [{ weight: 700 }] } } })
    expect(await inbox()).toEqual([])
    expect(await failure('orders.answer', { orderId, answer: 'keep', version: second })).toMatchObject({
      code: 'WRONG_STATE',
    })
  })

  it('takes an answer only for the contents that a person saw', async () => {
    const { run, failure, read } = await withFeed(await testSandbox())
    await read('a.csv', batchCsv([order('SO-1')]))
    await read('b.csv', batchCsv([order('SO-1', { 'Weight each': '900' })]))
    const [asked] = (await run('orders.list', { show: 'asks' })).rows
    const orderId = asked?.orderId ?? ''
    const seen = await run('orders.get', { orderId })
    await read('c.csv', batchCsv([order('SO-1', { 'Weight each': '700' })]))
    for (const answer of ['take', 'keep']) {
      expect(await failure('orders.answer', { orderId, answer, version: seen.other?.version ?? '?' })).toMatchObject({
        code: 'WRONG_STATE',
        details: { orderId },
      })
    }
    const third = await run('orders.get', { orderId })
    expect(third).toMatchObject({ source: 'a.csv', other: { source: 'c.csv' } })
    // Nor when the earlier content is another one by now: it would be lost.
    const { shipDate: _, ...request } = third.content.request
    await run('orders.save', { orderId, order: { ...request, reference: 'SO-1', instructions: 'Call first' } })
    const version = third.other?.version ?? '?'
    expect(await failure('orders.answer', { orderId, answer: 'take', version })).toMatchObject({ code: 'WRONG_STATE' })
    const { content, other } = await run('orders.get', { orderId })
    expect(content.instructions).toBe('Call first')
    await run('orders.answer', { orderId, answer: 'take', version: other?.version ?? '?' })
    expect(await run('orders.get', { orderId })).toMatchObject({ source: 'c.csv', other: null })
  })

  it('asks again when still another content comes, also where a person ended the question before', async () => {
    const { run, inbox, read } = await withFeed(await testSandbox())
    await read('a.csv', batchCsv([order('SO-1')]))
    await read('b.csv', batchCsv([order('SO-1', { 'Weight each': '900' })]))
    const [asked] = await inbox()
    await run('inbox.end', { itemId: asked?.itemId ?? '' })
    await read('c.csv', batchCsv([order('SO-1', { 'Weight each': '900' }), order('SO-2')]))
    expect(await inbox()).toEqual([])
    await read('d.csv', batchCsv([order('SO-1', { 'Weight each': '700' })]))
    expect(await inbox()).toMatchObject([{ kind: 'order', label: 'SO-1' }])
  })

  it('moves a file aside unread with which the station stopped twice, and reads it when a person says so', async () => {
    const { folder, put, settle, open, inbox, run, station } = await withFeed(await testSandbox())
    const content = batchCsv([order('SO-1')])
    put('fatal.csv', content)
    const { db } = station.stores.ledger
    const begun = db.prepare(
      `INSERT INTO order_file (file_id, name, sha256, bytes, state, at) VALUES (?, 'fatal.csv', '', ?, 'reading', '')`,
    )
    for (const fileId of ['ofl_a', 'ofl_b']) begun.run(fileId, Buffer.byteLength(content))
    const { files } = await settle()
    expect(files).toMatchObject([{ name: 'fatal.csv', state: 'failed', error: { code: 'UNREADABLE_FILE' } }])
    expect(left(folder, 'failed')).toEqual(['fatal.csv'])
    expect(await open()).toEqual([])
    expect(await inbox()).toMatchObject([{ kind: 'order-file' }])
    await run('orders.readAgain', { fileId: files[0]?.fileId ?? '' })
    await settle()
    expect(await open()).toEqual(['SO-1'])
  })

  it('notes a file before it opens it', async () => {
    const { station, read } = await withFeed(await testSandbox())
    const { db } = station.stores.ledger
    db.exec(`CREATE TEMP TABLE noted (state TEXT, sha256 TEXT);
      CREATE TEMP TRIGGER notes BEFORE INSERT ON order_file
        BEGIN INSERT INTO noted VALUES (NEW.state, NEW.sha256); END`)
    const { files } = await read('a.csv', batchCsv([order('SO-1')]))
    expect(files).toMatchObject([{ name: 'a.csv', state: 'done' }])
    expect(db.prepare('SELECT * FROM noted').all()).toEqual([{ state: 'reading', sha256: '' }])
  })

  it('leaves a file where it is that could not be read for a fault of ours, says so, and takes it in later', () => {
    const timers = passingTime()
    return inRuntime({ ...runtime(), timers }, async () => {
      const { folder, settle, open, inbox, station, read } = await withFeed(await testSandbox())
      const { db } = station.stores.ledger
      db.exec(`CREATE TEMP TRIGGER unwritable BEFORE INSERT ON feed_order BEGIN SELECT RAISE(FAIL, 'no room'); END`)
      const state = await read('a.csv', batchCsv([order('SO-1')]))
      expect(state).toMatchObject({
        error: { message: expect.stringContaining('a.csv stays in the folder') },
        files: [],
      })
      expect(left(folder)).toEqual(['a.csv'])
      expect(await inbox()).toMatchObject([{ kind: 'order-file' }])
      db.exec('DROP TRIGGER unwritable')
      // Not at each look: the next one is seconds away.
      await settle()
      expect(await open()).toEqual([])
      timers.pass(5_000)
      await settle()
      expect(await open()).toEqual(['SO-1'])
      expect(readdirSync(folder)).toEqual(['done'])
      expect(await inbox()).toEqual([])
    })
  })

  it('says which column of a map is wrong, which row could not be read, and reads the file again when that is mended', async () => {
    const { folder, settle, run, open, inbox, failure, read } = await withFeed(await testSandbox())
    const wrong = mapOf({
      columns: mapOf().columns.map((one) => (one.field === 'cargo.weight' ? { ...one, header: 'Gross' } : one)),
    })
    await run('orders.configureFeed', { isOn: true, folder, map: wrong })
    const failed = (await read('a.csv', batchCsv([order('SO-1')]))).files[0]
    expect(failed).toMatchObject({
      state: 'failed',
      error: { code: 'MAP_INCOMPLETE', details: { headers: ['Gross'] } },
    })
    expect(left(folder, 'failed')).toEqual(['a.csv'])
    expect(await inbox()).toMatchObject([{ kind: 'order-file', label: 'a.csv' }])
    await run('orders.configureFeed', { isOn: true, folder, map: mapOf() })
    await run('orders.readAgain', { fileId: failed?.fileId ?? '' })
    await settle()
    expect(await open()).toEqual(['SO-1'])
    expect(await failure('orders.readAgain', { fileId: failed?.fileId ?? '' })).toMatchObject({ code: 'NOT_FOUND' })

    const rows = batchCsv([order('SO-2'), order('SO-3', { 'Weight each': 'heavy' }), order('')])
    const half = await read('b.csv', rows)
    expect(half.files[0]).toMatchObject({
      state: 'done',
      added: 1,
      refused: 2,
      problems: [
        { row: 3, column: 'Weight each' },
        { row: 4, column: null },
      ],
    })
    // Put back, it is read again: what the rows lacked may be here by now.
    expect((await read('b.csv', rows)).files[0]).toMatchObject({ state: 'done', added: 0, same: 1, refused: 2 })
    const cut = await read('c.xml', '<orders><order><ref>1</ref>')
    expect(cut.files[0]).toMatchObject({ state: 'failed', error: { code: 'UNREADABLE_FILE' } })
    expect(await failure('orders.configureFeed', { isOn: true, folder: 'orders' })).toMatchObject({
      code: 'INVALID_INPUT',
    })
    expect(await failure('orders.configureFeed', { isOn: true, folder: join(folder, 'a') })).toMatchObject({
      code: 'INVALID_INPUT',
    })
  })

  it('takes no part of an order that has more lines than a booking', async () => {
    const { open, read } = await withFeed(await testSandbox())
    const lines = Array.from({ length: 130 }, () => order('SO-1', { Quantity: '1' }))
    const { files } = await read('long.csv', batchCsv([...lines, order('SO-2')]))
    expect(files[0]).toMatchObject({ added: 1, refused: 1, problems: [{ row: 2 }] })
    expect(await open()).toEqual(['SO-2'])
  })

  it('takes no order whose rows are not next to each other: each would be a part of it', async () => {
    const { open, read } = await withFeed(await testSandbox())
    const broken = order('so-2', { 'Weight each': 'heavy' })
    const { files } = await read(
      'sorted.csv',
      batchCsv([order('SO-1'), order('SO-2'), order('SO-3'), broken, order('SO-1')]),
    )
    expect(files[0]).toMatchObject({ added: 1, refused: 4 })
    expect(files[0]?.problems.map(({ row, column }) => [row, column])).toEqual(
      [2, 3, 5, 6].map((row) => [row, 'Reference']),
    )
    expect(files[0]?.problems[0]?.message).toContain('Sort the file by reference')
    expect(await open()).toEqual(['SO-3'])
  })

  it('asks about an order of which more was added behind those of its file', async () => {
    const { open, read } = await withFeed(await testSandbox())
    const rows = [order('SO-1'), order('SO-2')]
    await read('a.csv', batchCsv(rows))
    const { files } = await read('a.csv', batchCsv([...rows, order('SO-1', { 'Weight each': '44' })]))
    expect(files[0]).toMatchObject({ added: 0, same: 2, asked: 1, refused: 0 })
    expect((await open()).sort()).toEqual(['SO-1', 'SO-2'])
  })

  it('reads that one of the failed files of one name again that a person chose', async () => {
    const { folder, run, open, read, settle } = await withFeed(await testSandbox())
    const columns = mapOf().columns.map((one) => (one.field === 'cargo.weight' ? { ...one, header: 'Gross' } : one))
    await run('orders.configureFeed', { isOn: true, folder, map: mapOf({ columns }) })
    await read('orders.csv', batchCsv([order('SO-1')]))
    const second = (await read('orders.csv', batchCsv([order('SO-2')]))).files[0]
    await read('orders.csv', batchCsv([order('SO-3')]))
    await run('orders.configureFeed', { isOn: true, folder, map: mapOf() })
    await run('orders.readAgain', { fileId: second?.fileId ?? '' })
    await settle()
    expect(await open()).toEqual(['SO-2'])
    expect(left(folder, 'failed')).toHaveLength(2)
  })

  it('waits for a map, and shows the first rows of the newest file as one would read them', async () => {
    const { folder, run, open, read } = await withFeed(await testSandbox(), { map: null })
    const unread = await read('a.csv', batchCsv([order('SO-1'), order('SO-2', { 'Consignee zip': '90210' })]))
    expect(unread).toMatchObject({ state: 'no-map', waiting: 1 })
    const preview = await run('orders.previewFeed', { folder })
    expect(preview).toMatchObject({
      name: 'a.csv',
      orders: [{ row: 2, reference: 'SO-1', consigneeName: 'Globex Corporation' }],
      problems: [{ row: 3, column: 'Consignee zip' }],
      suggested: { cargoLines: 'by-reference', defaults: { rateRule: 'cheapest' } },
    })
    expect(preview.suggested?.defaults.pickupDate).toBeUndefined()
    expect(await open()).toEqual([])
    await run('orders.configureFeed', { isOn: true, folder, map: preview.suggested })
    expect(await open()).toEqual(['SO-1'])
  })

  it('that goes away is told of in the inbox, and is watched again when it is back', async () => {
    const { folder, open, inbox, run, read } = await withFeed(await testSandbox())
    renameSync(folder, `${folder}-away`)
    expect(await run('orders.look', {})).toMatchObject({ state: 'gone', error: { code: 'FOLDER_GONE' } })
    expect(await inbox()).toMatchObject([{ kind: 'order-file', label: folder }])
    mkdirSync(folder)
    expect(await read('a.csv', batchCsv([order('SO-1')]))).toMatchObject({ state: 'watching', error: null })
    expect(await open()).toEqual(['SO-1'])
    expect(await inbox()).toEqual([])
  })

  it.skipIf(process.getuid?.() === 0)(
    'that nothing may be moved in is read once all the same, and says so',
    async () => {
      const { folder, put, settle, open } = await withFeed(await testSandbox())
      put('a.csv', batchCsv([order('SO-1')]))
      chmodSync(folder, 0o555)
      expect(await settle()).toMatchObject({ state: 'gone', error: { details: { name: 'a.csv' } } })
      expect((await settle()).files).toHaveLength(1)
      expect(await open()).toEqual(['SO-1'])
      chmodSync(folder, 0o755)
      expect(existsSync(join(folder, 'a.csv'))).toBe(true)
    },
  )
})

describe('A scan of an order that nobody booked', () => {
  it('shows it, and a person quotes and books it by the rules', async () => {
    const { run, open, read } = await withFeed(await testSandbox())
    await read('a.csv', batchCsv([order('SO-1')]))
    const scan = await run('pack.scan', { code: 'SO-1' })
    expect(scan).toMatchObject({ kind: 'order', order: { reference: 'SO-1', source: 'a.csv' }, refusal: null })
    const orderId = scan.kind === 'order' ? scan.order.orderId : ''
    const offer = await run('orders.quote', { orderId })
    expect(offer.rateId).toBe(offer.quote.rates[0]?.rateId)
    const booked = await run('orders.book', { orderId, quoteId: offer.quote.id, rateId: offer.rateId })
    expect(booked).toMatchObject({ reference: 'SO-1', state: 'BOOKED' })
    // Handed in again it is the same booking.
    expect((await run('orders.book', { orderId, quoteId: offer.quote.id, rateId: offer.rateId })).bookingId).toBe(
      booked.bookingId,
    )
    expect(await open()).toEqual([])
    expect(await run('orders.get', { orderId })).toMatchObject({ state: 'booked', bookingId: booked.bookingId })
    expect((await run('pack.scan', { code: 'SO-1' })).kind).toBe('printing')
  })

  it('is quoted at the service that its file names, and at no other of that carrier', async () => {
    const { run, read } = await withFeed(await testSandbox())
    const named = (reference: string, service: string) =>
      order(reference, { Provider: 'Northline Freight', Service: service })
    await read(
      'a.csv',
      batchCsv([named('SO-1', 'LTL_GUARANTEED'), named('SO-2', 'LTL_STANDARD'), named('SO-3', 'AIR')]),
    )
    const offered = async (code: string) => {
      const scan = await run('pack.scan', { code })
      const orderId = scan.kind === 'order' ? scan.order.orderId : ''
      const { quote, rateId } = await run('orders.quote', { orderId })
      return quote.rates.find((rate) => rate.rateId === rateId)
    }
    for (const [code, service] of [
      ['SO-1', 'LTL_GUARANTEED'],
      ['SO-2', 'LTL_STANDARD'],
    ] as const) {
      expect(await offered(code)).toMatchObject({ carrierName: 'Northline Freight', service })
    }
    await expect(offered('SO-3')).rejects.toMatchObject({ code: 'NO_RATE_FITS' })
  })

  it('books it and prints its label where a person allowed that, up to an amount, and never above', async () => {
    const { run, folder, open, read } = await withFeed(await testSandbox())
    await read('a.csv', batchCsv([order('SO-1'), order('SO-2'), order('SO-3')]))
    await run('settings.update', { operatorName: 'Dana' })
    const allow = (minor: number) =>
      run('orders.configureFeed', { isOn: true, folder, map: mapOf(), scanRule: { most: usd(minor) } })
    await allow(100)
    expect(await run('pack.scan', { code: 'SO-1' })).toMatchObject({
      kind: 'order',
      refusal: { code: 'APPROVAL_NEEDED', details: { most: usd(100) } },
    })
    expect(await open()).toHaveLength(3)
    const { settings } = await allow(500_000)
    expect(settings.scanRule).toMatchObject({ most: usd(500_000) })
    // A list of codes is no scan: it books nothing.
    const list = await run('printLists.add', { codes: ['SO-2'] })
    expect(list.items).toMatchObject([{ problem: { details: { kind: 'order' } } }])
    const scans = await Promise.all([run('pack.scan', { code: 'so-1' }), run('pack.scan', { code: 'SO-1' })])
    expect(scans.map(({ kind }) => kind).sort()).toEqual(['in-queue', 'printing'])
    expect(await run('bookings.list', {})).toHaveLength(1)
    // What a rule forbids is not booked by a scan either.
    await run('rules.save', { name: 'Ask', isOn: true, does: { kind: 'approve', above: usd(0) } })
    expect(await run('pack.scan', { code: 'SO-2' })).toMatchObject({
      kind: 'order',
      refusal: { code: 'APPROVAL_NEEDED' },
    })
    expect((await open()).sort()).toEqual(['SO-2', 'SO-3'])
  })

  it('is booked by a quote of what it is now, and by no older one', async () => {
    const { run, failure, read } = await withFeed(await testSandbox())
    await read('a.csv', batchCsv([order('SO-1')]))
    const [row] = (await run('orders.list', { show: 'open' })).rows
    const orderId = row?.orderId ?? ''
    const old = await run('orders.quote', { orderId })
    await read('b.csv', batchCsv([order('SO-1', { 'Weight each': '900' })]))
    const { other: later } = await run('orders.get', { orderId })
    await run('orders.answer', { orderId, answer: 'take', version: later?.version ?? '?' })
    expect(await failure('orders.book', { orderId, quoteId: old.quote.id, rateId: old.rateId })).toMatchObject({
      code: 'WRONG_STATE',
      details: { order: { reference: 'SO-1', content: { request: { cargo: [{ weight: 900 }] } } } },
    })
    expect(await run('bookings.list', {})).toEqual([])
    // Nor for another day than the order has by now.
    const { request } = old.quote
    const other = await run('quotes.request', {
      ...request,
      cargo: request.cargo.map((line) => ({ ...line, weight: 900 })),
      shipDate: '2026-11-04',
    })
    const ofOther = { orderId, quoteId: other.id, rateId: other.rates[0]?.rateId ?? '' }
    expect(await failure('orders.book', ofOther)).toMatchObject({ code: 'WRONG_STATE' })
    const { quote, rateId } = await run('orders.quote', { orderId })
    expect(await run('orders.book', { orderId, quoteId: quote.id, rateId })).toMatchObject({ reference: 'SO-1' })
  })

  it('is booked at the rate that was shown, and at no other that the rules or the order choose by then', async () => {
    const { run, failure, read } = await withFeed(await testSandbox())
    await read('a.csv', batchCsv([order('SO-1')]))
    const [row] = (await run('orders.list', { show: 'open' })).rows
    const orderId = row?.orderId ?? ''
    const { quote, rateId, order: before } = await run('orders.quote', { orderId })
    const shown = { orderId, quoteId: quote.id, rateId }
    const other = quote.rates.find(({ carrierName }) => carrierName !== quote.rates[0]?.carrierName)
    const carrier = other?.carrierName ?? ''
    const [rule] = await run('rules.save', { name: 'Theirs', isOn: true, does: { kind: 'prefer', carrier } })
    const refused = { code: 'WRONG_STATE', details: { orderId } }
    expect(await failure('orders.book', shown)).toMatchObject(refused)
    await run('rules.remove', { ruleId: rule?.ruleId ?? '' })
    // A word of the order itself chooses another one as well.
    const { request, pickupDate } = before.content
    const { shipDate: _, ...typed } = request
    const edited = { ...typed, reference: 'SO-1', pickupDate, rateRule: carrier }
    await run('orders.save', { orderId, order: edited })
    expect(await failure('orders.book', shown)).toMatchObject(refused)
    expect(await run('bookings.list', {})).toEqual([])
    const now = await run('orders.quote', { orderId })
    const booked = await run('orders.book', { orderId, quoteId: now.quote.id, rateId: now.rateId })
    expect(booked).toMatchObject({ carrierName: carrier, total: now.total })
    // Handed in again it is that booking, whatever is chosen by then.
    await run('rules.save', { name: 'Not theirs', isOn: true, does: { kind: 'block', carrier } })
    const again = { orderId, quoteId: now.quote.id, rateId: now.rateId }
    expect((await run('orders.book', again)).bookingId).toBe(booked.bookingId)
  })

  it('is told what stands against it when the service cannot be asked', async () => {
    const sandbox = await testSandbox()
    const { run, folder, read } = await withFeed(sandbox)
    await read('a.csv', batchCsv([order('SO-1')]))
    await run('orders.configureFeed', { isOn: true, folder, map: mapOf(), scanRule: { most: usd(500_000) } })
    await sandbox.close()
    expect(await run('pack.scan', { code: 'SO-1' })).toMatchObject({
      kind: 'order',
      refusal: { code: 'SERVICE_UNREACHABLE' },
    })
  })
})

describe('Orders of another system', () => {
  it('that name no day are picked up on the next one of their carrier: not once its truck has left, nor on a day without pickups', async () => {
    // Nine in the morning in Laredo: the service itself would come today.
    const { run } = await withFeed(await testSandbox({ clock: runningClock('2026-10-21T14:00:00.000Z') }))
    await run('orders.add', {
      orders: ['WMS-1', 'WMS-2', 'WMS-3'].map((reference) => ({ ...palletsToChicago(), reference })),
    })
    const book = async (reference: string, leavesBefore: string | null, closed: string[] = []) => {
      const { rows } = await run('orders.list', { show: 'open' })
      const orderId = rows.find((row) => row.reference === reference)?.orderId ?? ''
      const { quote, rateId, carrierName } = await run('orders.quote', { orderId })
      const pickupDays = [{ country: 'US' as const, carrier: carrierName, worked: [], closed }]
      if (leavesBefore !== null)
        await run('settings.update', { cutoffs: [{ carrier: carrierName, time: leavesBefore }], pickupDays })
      return (await run('orders.book', { orderId, quoteId: quote.id, rateId })).pickupDate
    }
    expect([
      await book('WMS-1', null),
      await book('WMS-2', '08:30'),
      await book('WMS-3', '08:30', ['2026-10-22']),
    ]).toEqual(['2026-10-21', '2026-10-22', '2026-10-23'])
  })

  it('are handed in by command, and known as booked when a clerk books their reference by hand', async () => {
    const { run, failure, open } = await withFeed(await testSandbox())
    const input = { ...palletsToChicago(), reference: 'WMS-1' }
    expect(await run('orders.add', { orders: [input] })).toEqual({ added: 1, same: 0, asked: 0 })
    expect(await run('orders.add', { orders: [input, { ...input, reference: 'WMS-2' }] })).toEqual({
      added: 1,
      same: 1,
      asked: 0,
    })
    const companyName = 'MÃ¼ller'
    const destinationAddress = { ...input.destinationAddress, companyName }
    expect(await failure('orders.add', { orders: [{ ...input, destinationAddress }] })).toMatchObject({
      code: 'INVALID_INPUT',
      message: expect.stringContaining('"MÃ¼ller" was encoded as UTF-8 twice; it should be "Müller"'),
    })
    expect(await failure('orders.add', { orders: [{ ...input, reference: 'Ä' }] })).toMatchObject({
      code: 'INVALID_INPUT',
    })
    const quote = await run('quotes.request', palletsToChicago())
    const { bookingId } = await run('bookings.submit', {
      submissionId: 'booked-by-hand',
      quoteId: quote.id,
      rateId: quote.rates[0]?.rateId ?? '',
      shipperInfo: { companyName: 'Acme' },
      consigneeInfo: { companyName: 'Globex' },
      reference: 'wms-1',
      instructions: '',
      pickupDate: '2026-11-23',
      labelFormat: 'ZPL',
      holdUntil: '2026-11-20',
    })
    expect(await open()).toEqual(['WMS-2'])
    // Given up before it was sent: the order is open again, under another submission.
    await run('bookings.cancel', { bookingId })
    expect((await open()).sort()).toEqual(['WMS-1', 'WMS-2'])
    const [second] = (await run('orders.list', { show: 'open' })).rows.filter(({ reference }) => reference === 'WMS-2')
    const orderId = second?.orderId ?? ''
    await run('orders.dismiss', { orderId, isDismissed: true })
    expect(await open()).toEqual(['WMS-1'])
    expect((await run('orders.list', { show: 'dismissed' })).rows).toMatchObject([{ reference: 'WMS-2' }])
    await run('orders.dismiss', { orderId, isDismissed: false })
    expect(await open()).toHaveLength(2)
  })
})
