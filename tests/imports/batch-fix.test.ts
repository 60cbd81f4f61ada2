import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { RunCommand } from '../../src-main/app/run-command.ts'
import { namesOthers } from '../../src-renderer/screens/batch/rows/row-look.ts'
import { BATCH_HEADERS, batchCells, batchCsv, handIn, handInMapped } from '../support/batch-files.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation } from '../support/test-station.ts'
import { xlsx } from '../support/xlsx.ts'

const open = async () => testStation(await testSandbox(), { background: false })

async function checked(
  run: RunCommand,
  rows: readonly (readonly string[])[],
  cargoLines: 'row' | 'by-reference' = 'row',
) {
  const { batchId, map } = await handInMapped(run, batchCsv(rows))
  await run('batches.check', { batchId, map: { ...map, cargoLines }, rules: { onError: 'skip-row' } })
  return batchId
}

const text = async (run: RunCommand, batchId: string) =>
  Buffer.from((await run('batches.resultsChunk', { batchId })).base64, 'base64').toString()

describe('what a sheet hides', () => {
  const book = () =>
    xlsx(
      [
        ['Orders of today'],
        [...BATCH_HEADERS],
        batchCells('A-1'),
        batchCells('A-2'),
        batchCells('A-3'),
        ['TOTAL', '3'],
      ],
      {
        rows: { 4: 'hidden="1"', 5: 'ht="0" customHeight="1"' },
        before: '<cols><col min="20" max="20" width="9" hidden="1"/></cols>',
      },
    )
  const references = async (run: RunCommand, batchId: string) =>
    (await run('batches.rows', { batchId })).map(({ row, reference }) => [row, reference])

  it('is counted and left out, and read when a person wants it; the headings are found below a title', async () => {
    const { run } = await open()
    const { batch, map } = await handIn(run, await book(), undefined, 'orders.xlsx')
    const { batchId } = batch
    expect(batch.form).toMatchObject({ headerRow: 2, hidden: { rows: 2, columns: 1 }, withHidden: false })
    expect(batch.form?.headers).toEqual(BATCH_HEADERS.filter((header) => header !== 'Quantity'))
    expect(map?.columns.map(({ field }) => field)).not.toContain('cargo.quantity')

    const all = await run('batches.finish', { batchId, withHidden: true })
    expect(all.batch.form).toMatchObject({
      headers: [...BATCH_HEADERS],
      hidden: { rows: 2, columns: 1 },
      withHidden: true,
    })
    expect((await run('batches.finish', { batchId })).batch.form).toEqual(all.batch.form)
    if (!all.map) throw new Error('no map was suggested')
    await run('batches.check', { batchId, map: all.map })
    expect(await references(run, batchId)).toEqual([[3, 'A-1'], [4, 'A-2'], [5, 'A-3']]) // prettier-ignore
    await expect(run('batches.finish', { batchId, withHidden: false })).rejects.toMatchObject({ code: 'WRONG_STATE' })
  })

  it.each([
    ['an old workbook', Buffer.from('d0cf11e0a1b11ae1000000', 'hex'), 'old workbook (.xls)'],
    ['a web page', '\ufeff<html><table><tr><td>a</td></tr></table></html>', 'a web page'],
  ])('is not looked for in %s under .xls', async (_, bytes, message) => {
    const { run } = await open()
    await expect(handIn(run, bytes, undefined, 'orders.xls')).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
      message: expect.stringContaining(message),
    })
  })

  it('begins where a person says that the headings are', async () => {
    const { run } = await open()
    const { batch } = await handIn(run, batchCsv([[...BATCH_HEADERS], batchCells('A-1')]))
    const { map } = await run('batches.finish', { batchId: batch.batchId, headerRow: 2 })
    if (!map) throw new Error('no map was suggested')
    await run('batches.check', { batchId: batch.batchId, map })
    expect(await references(run, batch.batchId)).toEqual([[3, 'A-1']])
  })
})

describe('a cell that is put right', () => {
  it('is read instead of the file, which stays as it was handed in, and the audit log keeps it', async () => {
    const { run, until, dataDir } = await open()
    const batchId = await checked(run, [
      batchCells('A-1', { Quantity: 'two', 'Consignee zip': '6065' }),
      batchCells('A-2'),
    ])
    const [wrong] = await run('batches.rows', { batchId, outcome: 'error' })
    expect(wrong?.problems.map(({ column, cell }) => [column, cell])).toEqual([
      ['Quantity', 'two'],
      ['Consignee zip', '6065'],
    ])
    expect(await run('batches.errorColumns', { batchId })).toEqual([
      { column: 'Consignee zip', rows: 1 },
      { column: 'Quantity', rows: 1 },
    ])

    // Still wrong, in another way; then right, one cell after the other.
    await run('batches.fix', { batchId, row: 2, column: 'Quantity', value: '2.5' })
    const [still] = await run('batches.rows', { batchId, column: 'Quantity' })
    expect(still?.problems[0]).toMatchObject({ kind: 'whole', cell: '2.5' })
    await run('batches.fix', { batchId, row: 2, column: 'Quantity', value: '3' })
    expect(await run('batches.rows', { batchId, column: 'Quantity' })).toEqual([])
    const right = await run('batches.fix', { batchId, row: 2, column: 'Consignee zip', value: '60601' })
    expect(right.counts).toMatchObject({ ok: 2, errors: 0, waiting: 2 })

    // A second check of the same file has not forgotten them, and neither the run nor the results have.
    const { map } = await run('batches.get', { batchId })
    if (!map) throw new Error('it was checked')
    expect((await run('batches.check', { batchId, map })).counts).toMatchObject({ ok: 2, errors: 0 })
    await run('batches.run', { batchId })
    await until('its end', async () => ((await run('batches.get', { batchId })).state === 'DONE' ? true : null))
    const booked = await run('bookings.list', {})
    expect(booked.map(({ reference }) => reference).sort()).toEqual(['A-1', 'A-2'])
    const results = await text(run, batchId)
    expect(results).toContain(',60601,')
    expect(results).not.toContain(',6065,')
    const file = readdirSync(join(dataDir, 'batches')).find((name) => name === `${batchId}.csv`) ?? ''
    expect(readFileSync(join(dataDir, 'batches', file), 'utf8')).toContain('two')

    const { rows } = await run('audit.list', { subjectId: batchId })
    expect(rows.filter(({ action }) => action === 'corrected')).toHaveLength(3)
    expect(rows.find(({ action }) => action === 'corrected')).toMatchObject({
      detail: { row: 2, column: 'Consignee zip', value: '60601', cells: 1 },
    })
    // What was booked is not fixed any more.
    await expect(run('batches.fix', { batchId, row: 2, column: 'Quantity', value: '9' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })

  it('is filled down to the cells below with an error in the same column, and to no other', async () => {
    const { run } = await open()
    const wrong = { Quantity: 'two' }
    const batchId = await checked(run, [
      batchCells('A-1', wrong),
      batchCells('A-2', wrong),
      batchCells('A-3', { Quantity: '7' }),
      batchCells('A-4', { ...wrong, 'Weight each': 'x' }),
    ])
    const { counts } = await run('batches.fix', { batchId, row: 3, column: 'Quantity', value: '5', isFilledDown: true })
    expect(counts).toMatchObject({ ok: 2, errors: 2 })
    expect(await run('batches.errorColumns', { batchId })).toEqual([
      { column: 'Quantity', rows: 1 },
      { column: 'Weight each', rows: 1 },
    ])
    const results = await text(run, batchId)
    expect(results.split('\r\n').map((line) => line.split(',')[BATCH_HEADERS.indexOf('Quantity')])).toEqual([
      'Quantity',
      'two',
      '5',
      '7',
      '5',
      undefined,
    ])
  })

  it('belongs to its own line where several are one booking, and a reference that joins them is the file’s', async () => {
    const { run } = await open()
    const batchId = await checked(
      run,
      [batchCells('A-1'), batchCells('A-1', { 'Weight each': 'x' }), batchCells('Ä-2')],
      'by-reference',
    )
    await run('batches.fix', { batchId, row: 3, column: 'Weight each', value: '20' })
    expect(await run('batches.rows', { batchId, column: 'Weight each' })).toEqual([])
    await expect(run('batches.fix', { batchId, row: 4, column: 'Reference', value: 'A-2' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
      details: { row: 4, column: 'Reference' },
    })
  })

  it('is one of several that an error names, whichever was wrong', async () => {
    const { run } = await open()
    const batchId = await checked(run, [
      batchCells('A-1', { 'Consignee city': 'New Orleans', 'Consignee state': 'TX', 'Consignee zip': '70112' }),
      batchCells('A-2', { 'Consignee state': 'ON', 'Consignee city': 'Toronto', 'Consignee zip': 'M5V 2T6' }),
    ])
    const named = async (row: number) =>
      (await run('batches.cells', { batchId, row })).filter(({ isWrong }) => isWrong).map(({ column }) => column)
    expect((await named(2)).toSorted()).toEqual(['Consignee city', 'Consignee state', 'Consignee zip'])
    expect(await named(3)).toEqual(expect.arrayContaining(['Consignee country', 'Consignee state']))

    const [row] = await run('batches.rows', { batchId, outcome: 'error' })
    const { map } = await run('batches.get', { batchId })
    if (!row) throw new Error('it has an error')
    expect([namesOthers(row, map), namesOthers(row, { columns: [] })]).toEqual([true, false])

    await run('batches.fixRow', { batchId, row: 2, cells: [{ row: 2, column: 'Consignee state', value: 'LA' }] })
    expect((await run('batches.get', { batchId })).counts).toMatchObject({ ok: 1, errors: 1 })
  })

  it('is a reference that an order lacks; a booking needs none', async () => {
    const { run } = await open()
    const { batchId, map } = await handInMapped(run, batchCsv([batchCells('A-1'), batchCells(''), batchCells(' ')]))
    expect((await run('batches.check', { batchId, map })).counts).toMatchObject({ ok: 3, errors: 0, free: 1 })

    const rules = { isForOrders: true }
    const { counts } = await run('batches.check', { batchId, map, rules })
    expect(counts).toMatchObject({ ok: 1, errors: 2, free: 1 })
    const [wrong] = await run('batches.rows', { batchId, outcome: 'error' })
    expect(wrong?.problems).toMatchObject([{ row: 3, column: 'Reference', cell: '', kind: 'required' }])
    const still = await run('batches.fix', { batchId, row: 3, column: 'Reference', value: ' ' })
    expect(still.counts).toMatchObject({ ok: 1, errors: 2 })
    const right = await run('batches.fix', { batchId, row: 3, column: 'Reference', value: 'A-2' })
    expect(right.counts).toMatchObject({ ok: 2, errors: 1, free: 2 })

    const columns = map.columns.filter(({ field }) => field !== 'reference')
    await expect(run('batches.check', { batchId, map: { ...map, columns }, rules })).rejects.toMatchObject({
      code: 'MAP_INCOMPLETE',
      details: { fields: ['reference'] },
    })
  })

  it('makes a row a duplicate when its reference becomes one that is used', async () => {
    const { run } = await open()
    const batchId = await checked(run, [batchCells('A-1'), batchCells('Ä-1')])
    const batch = await run('batches.fix', { batchId, row: 3, column: 'Reference', value: 'a-1' })
    expect(batch.counts).toMatchObject({ ok: 1, errors: 0, duplicates: 1, unanswered: 1 })
  })

  it('is refused where there is no error', async () => {
    const { run } = await open()
    const batchId = await checked(run, [batchCells('A-1'), batchCells('A-2', { 'Weight each': 'x' })])
    for (const [row, column] of [
      [2, 'Weight each'],
      [3, 'Quantity'],
      [3, 'Nothing'],
      [99, 'Weight each'],
    ] as const) {
      await expect(run('batches.fix', { batchId, row, column, value: '1' })).rejects.toMatchObject({
        code: 'INVALID_INPUT',
        details: { row, column },
      })
    }
    expect((await run('batches.get', { batchId })).counts).toMatchObject({ ok: 1, errors: 1 })
  })
})

describe('a row that was refused after the run began', () => {
  const open = async () => testStation(await testSandbox())
  const ran = async ({ run, until }: Awaited<ReturnType<typeof open>>, batchId: string) => {
    await run('batches.run', { batchId })
    return until('every answer', async () => {
      const batch = await run('batches.get', { batchId })
      const { BOOKED, REJECTED } = batch.bookings
      return batch.state === 'DONE' && BOOKED + REJECTED === batch.counts.submitted ? batch : null
    })
  }
  const rejected = async (station: Awaited<ReturnType<typeof open>>) => {
    const batchId = await checked(station.run, [batchCells('A-1', { 'Consignee city': 'Chcago' }), batchCells('A-2')])
    expect(await ran(station, batchId)).toMatchObject({ bookings: { BOOKED: 1, REJECTED: 1 } })
    return batchId
  }

  it('is fixed in place and booked by the next run, once', async () => {
    const station = await open()
    const { run } = station
    const batchId = await rejected(station)
    const cells = await run('batches.cells', { batchId, row: 2 })
    expect(cells).toContainEqual({ row: 2, column: 'Quantity', field: 'cargo.quantity', value: '2', isWrong: false })
    expect(cells.filter(({ isWrong }) => isWrong)).toEqual([
      { row: 2, column: 'Consignee city', field: 'consignee.city', value: 'Chcago', isWrong: true },
    ])

    // Wrong in another way, it says so and is fixed again; the rest of the batch stays as it is.
    const cell = { row: 2, column: 'Quantity', value: 'two' }
    const wrong = await run('batches.fixRow', {
      batchId,
      row: 2,
      cells: [{ row: 2, column: 'Consignee city', value: 'Chicago' }, cell],
    })
    expect(wrong).toMatchObject({ state: 'PAUSED', reason: null, counts: { errors: 1, waiting: 1, submitted: 1 } })
    const fixed = await run('batches.fix', { batchId, ...cell, value: '3' })
    expect(fixed).toMatchObject({ counts: { ok: 2, waiting: 1 }, bookings: { BOOKED: 1, REJECTED: 0 } })

    expect(await ran(station, batchId)).toMatchObject({ bookings: { BOOKED: 2, REJECTED: 0 } })
    const [first, second] = await run('batches.rows', { batchId })
    expect([first, second].map((row) => row?.booking)).toMatchObject([
      { state: 'BOOKED', reference: 'A-1-2' },
      { state: 'BOOKED', reference: 'A-2' },
    ])
    const booked = (await run('bookings.list', {})).filter(({ state }) => state === 'BOOKED')
    expect(booked).toHaveLength(2)
    for (const row of [2, 3]) {
      const refused = { code: 'INVALID_INPUT', details: { row } }
      await expect(run('batches.cells', { batchId, row })).rejects.toMatchObject(refused)
      await expect(run('batches.fixRow', { batchId, row, cells: [{ ...cell, row }] })).rejects.toMatchObject(refused)
    }
  })

  it('is refused a cell of another row, and one whose column has no field', async () => {
    const station = await open()
    const batchId = await rejected(station)
    for (const cell of [
      { row: 3, column: 'Quantity' },
      { row: 2, column: 'Nothing' },
    ]) {
      await expect(
        station.run('batches.fixRow', { batchId, row: 2, cells: [{ ...cell, value: '1' }] }),
      ).rejects.toMatchObject({ code: 'INVALID_INPUT', details: cell })
    }
    expect(await station.run('batches.get', { batchId })).toMatchObject({ state: 'DONE', counts: { waiting: 0 } })
  })

  /** The refused row's booking, corrected on Book. */
  const bookedByHand = async ({ run, until }: Awaited<ReturnType<typeof open>>) => {
    const refused = (await run('bookings.list', {})).find(({ state }) => state === 'REJECTED')
    const bookingId = refused?.bookingId ?? ''
    const { direct } = await run('bookings.content', { bookingId })
    if (!direct) throw new Error('it was booked without a quote')
    const copy = await run('bookings.copy', {
      bookingId,
      submissionId: 'booked-by-hand',
      changes: { request: { ...direct, destinationAddress: { ...direct.destinationAddress, city: 'Chicago' } } },
    })
    await until('the copy', async () =>
      (await run('bookings.get', { bookingId: copy.bookingId })).state === 'BOOKED' ? true : null,
    )
  }
  const city = { row: 2, column: 'Consignee city', value: 'Chicago' }

  it('and booked by hand meanwhile is asked about before it is booked again', async () => {
    const station = await open()
    const batchId = await rejected(station)
    await bookedByHand(station)
    expect(await station.run('batches.fixRow', { batchId, row: 2, cells: [city] })).toMatchObject({
      counts: { duplicates: 1, unanswered: 1, waiting: 1 },
    })
  })

  it('and booked by hand after it was fixed, under a suffix, is asked about by the run', async () => {
    const station = await open()
    const { run, until } = station
    const batchId = await rejected(station)
    expect(await run('batches.fixRow', { batchId, row: 2, cells: [city] })).toMatchObject({
      counts: { ok: 2, duplicates: 0, waiting: 1 },
    })
    await bookedByHand(station)
    const booked = await run('bookings.list', {})
    await run('batches.run', { batchId })
    const { counts } = await until('the end of the run', async () => {
      const batch = await run('batches.get', { batchId })
      return batch.state === 'RUNNING' ? null : batch
    })
    expect(counts).toMatchObject({ duplicates: 1, unanswered: 1, waiting: 1 })
    expect(await run('bookings.list', {})).toHaveLength(booked.length)
  })
})

describe('a workbook', () => {
  it('is a batch like a CSV: typed cells, rows by their numbers, results', async () => {
    const { run, dataDir } = await open()
    const typed = batchCells('A-1').map((cell, column) => {
      if (BATCH_HEADERS[column] === 'Weight each') return { xml: '<c><v>500.25</v></c>' }
      return BATCH_HEADERS[column] === 'Pickup date' ? { xml: '<c s="1"><v>46349</v></c>' } : cell
    })
    const empty = BATCH_HEADERS.map(() => '')
    const book = await xlsx([[...BATCH_HEADERS], typed, empty, batchCells('A-2', { Quantity: 'two' })], {
      formats: ['yyyy-mm-dd'],
    })
    const { batch, map } = await handIn(run, book, 400_000, 'orders.xlsx')
    expect(batch.form).toMatchObject({ isTyped: true, headers: [...BATCH_HEADERS] })
    if (!map) throw new Error('no map was suggested')
    const { batchId } = batch
    // A map of another file may say how its text writes numbers; these were numbers.
    const { counts } = await run('batches.check', { batchId, map: { ...map, numbers: 'comma' } })
    expect(counts).toMatchObject({ rows: 2, ok: 1, errors: 1 })
    const [wrong] = await run('batches.rows', { batchId, outcome: 'error' })
    expect(wrong).toMatchObject({ row: 4, problems: [{ row: 4, column: 'Quantity', cell: 'two' }] })
    expect(await text(run, batchId)).toContain('2026-11-23')
    // The workbook itself is gone: whoever asks to be forgotten is found in the rows.
    expect(readdirSync(join(dataDir, 'batches')).filter((name) => name.endsWith('.original'))).toEqual([])
  })

  it('that is none is told, and told again', async () => {
    const { run } = await open()
    const { batchId } = await run('batches.begin', { name: 'orders.xlsx' })
    await run('batches.append', { batchId, index: 0, base64: Buffer.from('PK').toString('base64') })
    for (const _ of [1, 2]) {
      await expect(run('batches.finish', { batchId })).rejects.toMatchObject({ code: 'UNREADABLE_FILE' })
    }
  })
})
