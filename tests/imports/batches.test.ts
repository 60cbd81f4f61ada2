import { appendFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { describe, expect, it } from 'vitest'
import { bookingOutbox } from '../support/booking-outbox.ts'
import { MOST_UNASKED_BOOKINGS, type Batch, type BatchRules } from '../../src-shared/station/batch/batch.ts'
import { openTable } from '../../src-main/imports/sheets/table-file.ts'
import { cellOfExport } from '../../src-shared/csv.ts'
import { readCsvText } from '../../src-main/imports/csv/csv-read.ts'
import { countOf, ROW_FILTERS, type RowFilter } from '../../src-renderer/screens/batch/rows/row-filter.ts'
import type { RunCommand } from '../../src-main/app/run-command.ts'
import { batchCells, batchCsv, handIn, handInMapped, runAtPrices } from '../support/batch-files.ts'
import { testSandbox } from '../support/sandbox.ts'
import { testStation, type TestStation } from '../support/test-station.ts'

async function open(dataDir?: string, sandbox?: Awaited<ReturnType<typeof testSandbox>>) {
  const service = sandbox ?? (await testSandbox())
  const station = await testStation(service, { background: false, ...(dataDir ? { dataDir } : {}) })
  return { service, ...station }
}

async function checked(run: RunCommand, rows: readonly (readonly string[])[], rules: Partial<BatchRules> = {}) {
  const { batchId, map } = await handInMapped(run, batchCsv(rows))
  return run('batches.check', { batchId, map, rules })
}

const ended = ({ run, until }: Pick<TestStation, 'run' | 'until'>, batchId: string): Promise<Batch> =>
  until('the end of the run', async () => {
    const batch = await run('batches.get', { batchId })
    return batch.state === 'RUNNING' ? null : batch
  })

async function bookings(run: RunCommand) {
  return (await run('bookings.list', { limit: 500 })).map(({ reference }) => reference).sort()
}

async function results(run: RunCommand, batchId: string): Promise<string[][]> {
  const parts: Buffer[] = []
  let piece = await run('batches.resultsChunk', { batchId })
  parts.push(Buffer.from(piece.base64, 'base64'))
  while (piece.nextOffset !== null) {
    piece = await run('batches.resultsChunk', { batchId, offset: piece.nextOffset, snapshot: piece.snapshot })
    parts.push(Buffer.from(piece.base64, 'base64'))
  }
  const rows: string[][] = []
  for await (const { cells } of readCsvText(Buffer.concat(parts).toString())) rows.push(cells)
  return rows
}

describe('a file of bookings', () => {
  it('books very many only when their number was said, and tells before what that costs', async () => {
    const { run, ...station } = await open()
    const rows = Array.from({ length: MOST_UNASKED_BOOKINGS + 1 }, (_, index) => batchCells(`M-${index}`))
    const { batchId } = await checked(run, rows)
    expect(await run('batches.estimate', { batchId })).toEqual({
      bookings: rows.length,
      missing: 0,
      totals: [],
      estimated: rows.length,
      basis: 0,
      each: null,
      total: null,
      spentToday: null,
      carriers: [{ carrier: expect.any(String), bookings: rows.length, total: null, isEstimate: true }],
      refusal: null,
    })
    for (const agreedBookings of [undefined, rows.length - 1]) {
      await expect(run('batches.run', { batchId, agreedBookings })).rejects.toMatchObject({
        code: 'MANY_BOOKINGS',
        details: { bookings: rows.length, most: MOST_UNASKED_BOOKINGS },
      })
    }
    expect(await bookings(run)).toEqual([])
    await run('batches.run', { batchId, agreedBookings: rows.length })
    expect(await ended({ run, until: station.until }, batchId)).toMatchObject({ counts: { submitted: rows.length } })
  })

  it('is told what it costs by what bookings cost lately, and what was spent today', async () => {
    const desk = await bookingOutbox()
    const { total } = await desk.booked('PO-1')
    const { batchId } = await checked(desk.station.run, [batchCells('A-1'), batchCells('A-2')])
    const minor = total?.minor ?? 0
    expect(await desk.station.run('batches.estimate', { batchId })).toMatchObject({
      bookings: 2,
      basis: 1,
      each: { minor },
      total: { minor: 2 * minor },
      spentToday: { minor },
    })
  })

  it('spends more than Settings allow only when a supervisor approves by name, and the audit log keeps who', async () => {
    const desk = await bookingOutbox()
    const { run, until } = desk.station
    const { total } = await desk.booked('PO-1')
    const each = (total?.minor ?? 0) / 100
    const { batchId } = await checked(run, [batchCells('A-1'), batchCells('A-2')])
    const limit = async (perBatch: number, perDay: number) => {
      await run('settings.update', { spendLimits: { perBatch, perDay } })
      return (await run('batches.estimate', { batchId })).refusal?.details['limit'] ?? null
    }
    expect(await limit(Math.floor(each), 0)).toBe('batch')
    expect(await limit(0, Math.floor(2 * each))).toBe('day')
    expect(await limit(Math.ceil(2 * each), Math.ceil(3 * each))).toBe(null)
    expect(await limit(Math.floor(each), 0)).toBe('batch')
    await expect(run('batches.run', { batchId })).rejects.toMatchObject({ code: 'SPEND_LIMIT' })
    expect(await bookings(run)).toEqual(['PO-1'])
    await run('batches.run', { batchId, approvedBy: 'Rosa M.' })
    const done = await until('what it spent', async () => {
      const batch = await run('batches.get', { batchId })
      return batch.state === 'DONE' && batch.bookings.BOOKED === 2 ? batch : null
    })
    expect(done.spent?.currency).toBe('USD')
    const { rows } = await run('audit.list', { subjectId: batchId })
    expect(rows.map(({ detail }) => detail?.['approvedBy'])).toContain('Rosa M.')
  })

  it('says of a day on which nobody picks up, and which one is next', async () => {
    const { run } = await open()
    const day = { 'Pickup date': '2026-11-26' }
    const batch = await checked(run, [batchCells('A-1', day), batchCells('A-2', { 'Pickup date': '2026-11-22' })])
    const wrong = await run('batches.rows', { batchId: batch.batchId, outcome: 'error' })
    expect(wrong.flatMap(({ problems }) => problems)).toMatchObject([
      { field: 'pickupDate', kind: 'pickup-holiday', params: { next: '2026-11-27' } },
      { field: 'pickupDate', kind: 'pickup-weekend', params: { next: '2026-11-23' } },
    ])
  })

  it('finds an order that Track knows and that another place booked', async () => {
    const other = await bookingOutbox()
    const { shipmentId } = await other.booked('A-1')
    const { run } = await open(undefined, other.sandbox)
    await run('shipments.refresh', { shipmentId })
    const batch = await checked(run, [batchCells('A-1'), batchCells('A-2')])
    expect(batch.counts).toMatchObject({ ok: 1, duplicates: 1 })
  })

  it('is checked without sending anything, and every row says what is wrong with it', async () => {
    const { run } = await open()
    const batch = await checked(run, [
      batchCells('A-1'),
      batchCells('A-2', { 'Weight each': '1.23.4', 'Consignee country': 'Germany' }),
      batchCells('A-1'),
      batchCells('A-3', { 'Pickup date': '02/30/2099' }),
    ])
    expect(batch).toMatchObject({ state: 'CHECKED', counts: { rows: 4, ok: 1, errors: 2, duplicates: 1, waiting: 4 } })
    expect(await bookings(run)).toEqual([])
    const wrong = await run('batches.rows', { batchId: batch.batchId, outcome: 'error' })
    expect(wrong.flatMap(({ problems }) => problems)).toMatchObject([
      {
        row: 3,
        column: 'Consignee country',
        field: 'consignee.country',
        message: '"Germany" must be one of US, MX, CA',
      },
      {
        row: 3,
        column: 'Weight each',
        field: 'cargo.weight',
        message: expect.stringContaining('is not a number'),
      },
      { row: 5, column: 'Pickup date', field: 'pickupDate', message: expect.stringContaining('is not a real date') },
    ])
  })

  it('is booked offline, each row once, and run again books nothing more', async () => {
    const { run, until, service } = await open()
    await service.close()
    const rows = Array.from({ length: 70 }, (_, index) => batchCells(`PO-${index}`))
    const { batchId } = await checked(run, rows)
    await run('batches.run', { batchId, agreedBookings: rows.length })
    expect(await ended({ run, until }, batchId)).toMatchObject({ state: 'DONE', counts: { submitted: 70, waiting: 0 } })
    expect(await bookings(run)).toHaveLength(70)
    await expect(run('batches.run', { batchId })).rejects.toMatchObject({ code: 'WRONG_STATE' })
    expect(await bookings(run)).toHaveLength(70)
  })

  it('does not start while a row is wrong, unless wrong rows are to be left out', async () => {
    const { run, until } = await open()
    const rows = [batchCells('A-1'), batchCells('A-2', { Quantity: 'two' }), batchCells('A-3')]
    const strict = await checked(run, rows)
    await expect(run('batches.run', { batchId: strict.batchId })).rejects.toMatchObject({ code: 'BATCH_STOPPED' })
    expect(await bookings(run)).toEqual([])
    const { batchId } = await checked(run, rows, { onError: 'skip-row' })
    await run('batches.run', { batchId })
    expect(await ended({ run, until }, batchId)).toMatchObject({ state: 'DONE', counts: { submitted: 2, skipped: 1 } })
    expect(await bookings(run)).toEqual(['A-1', 'A-3'])
  })

  it('asks about references that were used before, and books them under a suffix only when told to', async () => {
    const { run, until } = await open()
    const first = await checked(run, [batchCells('A-1')])
    await run('batches.run', { batchId: first.batchId })
    await ended({ run, until }, first.batchId)

    const { batchId } = await checked(run, [batchCells('a-1'), batchCells('A-2'), batchCells('A-2')])
    const used = await run('batches.rows', { batchId, outcome: 'duplicate' })
    expect(used.map(({ row, sameAs }) => [row, sameAs])).toEqual([
      [2, null],
      [4, 3],
    ])
    await run('batches.run', { batchId })
    expect(await ended({ run, until }, batchId)).toMatchObject({
      state: 'PAUSED',
      reason: { code: 'ANSWER_NEEDED' },
      counts: { unanswered: 2, submitted: 1 },
    })
    await run('batches.answer', { batchId, rows: [2], answer: 'skip' })
    await run('batches.answer', { batchId, answer: 'create' })
    await run('batches.run', { batchId })
    expect(await ended({ run, until }, batchId)).toMatchObject({ state: 'DONE', counts: { submitted: 2, skipped: 1 } })
    expect(await bookings(run)).toEqual(['A-1', 'A-2', 'A-2-2'])
  })

  it('asks about no reference that was used in practice alone, and in practice about none that was really used', async () => {
    const { run, until } = await open()
    const { baseUrl, apiKey } = await testSandbox()
    const book = async (batchId: string) => {
      await run('batches.run', { batchId })
      return (await ended({ run, until }, batchId)).counts
    }
    const file = (...references: string[]) =>
      checked(
        run,
        references.map((reference) => batchCells(reference)),
      )
    expect(await book((await file('A-1')).batchId)).toMatchObject({ submitted: 1 })

    await run('environment.use', { kind: 'service', baseUrl, apiKey })
    expect(await book((await file('A-1', 'B-1')).batchId)).toMatchObject({ submitted: 2, duplicates: 0 })
    expect((await file('B-1', 'C-1')).counts).toMatchObject({ ok: 1, duplicates: 1 })
    const later = await file('C-1')

    await run('environment.use', { kind: 'embedded' })
    expect(await book((await file('B-1', 'C-1')).batchId)).toMatchObject({ submitted: 2, duplicates: 0 })
    await run('environment.use', { kind: 'service', baseUrl, apiKey })
    expect(await book(later.batchId)).toMatchObject({ submitted: 1, duplicates: 0 })
  })

  it('that was interrupted goes on where it stopped after a restart, and doubles no row', async () => {
    const first = await open()
    await first.service.close()
    const rows = Array.from({ length: 480 }, (_, index) => batchCells(`PO-${index}`))
    const { batchId } = await checked(first.run, rows)
    // Some rows are in, others are not; the end comes between. Told, not asked for: a busy machine asks too late.
    const booked = new Promise<void>((resolve) => {
      first.station.subscribe(({ name }) => name === 'bookings.changed' && resolve())
    })
    await first.run('batches.run', { batchId, agreedBookings: rows.length })
    await booked
    await first.close()

    const { run, until } = await open(first.dataDir, first.service)
    expect(await run('batches.get', { batchId })).toMatchObject({ state: 'PAUSED', reason: { code: 'INTERRUPTED' } })
    // Clicked twice: whichever comes first.
    await Promise.any([run('batches.run', { batchId }), run('batches.run', { batchId })])
    expect(await ended({ run, until }, batchId)).toMatchObject({ state: 'DONE', counts: { submitted: 480 } })
    expect(new Set(await bookings(run)).size).toBe(480)
    expect(await bookings(run)).toHaveLength(480)
  })

  it('begun before the ledger was restored from a backup goes on only when a person has compared it', async () => {
    const first = await open()
    await first.service.close()
    const { batchId } = await checked(first.run, [batchCells('A-1')])
    await first.close()
    const db = new Database(join(first.dataDir, 'ledger.db'))
    db.prepare('INSERT INTO restoration (at, backup_at) VALUES (@at, @at)').run({
      at: first.service.clock.now().toISOString(),
    })
    db.close()
    const { run, until } = await open(first.dataDir, first.service)
    await expect(run('batches.run', { batchId })).rejects.toMatchObject({ code: 'LEDGER_RESTORED' })
    expect(await bookings(run)).toEqual([])
    // Each row is looked for at the service first, and waits while that cannot be asked.
    await run('batches.run', { batchId, isComparedWithService: true })
    expect(await ended({ run, until }, batchId)).toMatchObject({ state: 'PAUSED', counts: { waiting: 1 } })
    await first.service.reopen()
    await run('batches.run', { batchId, isComparedWithService: true })
    expect(await ended({ run, until }, batchId)).toMatchObject({ state: 'DONE' })
  })

  it('lying on this machine is booked from without a screen, and its results are written to a path', async () => {
    const { run, until, station, dataDir, service } = await open()
    await service.close()
    const path = join(dataDir, 'orders.csv')
    writeFileSync(path, batchCsv([batchCells('A-1')]))
    const { batches } = station.services
    const { batchId } = await batches.openFile(path, 'orders.csv')
    const { map } = await run('batches.finish', { batchId })
    if (!map) throw new Error('no map')
    await run('batches.check', { batchId, map })
    await run('batches.run', { batchId })
    await ended({ run, until }, batchId)
    const target = join(dataDir, 'results.csv')
    await batches.writeResults(batchId, target)
    expect(readFileSync(target, 'utf8')).toContain('QUEUED,A-1')
    await expect(batches.openFile(join(dataDir, 'none.csv'), 'none')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(batches.openFile(dataDir, 'folder')).rejects.toMatchObject({ code: 'UNREADABLE_FILE' })
  })

  it('can be paused and gone on with, and cancelled: what was submitted stays', async () => {
    const { run, until, service } = await open()
    await service.close()
    const rows = Array.from({ length: 400 }, (_, index) => batchCells(`PO-${index}`))
    const { batchId } = await checked(run, rows)
    await run('batches.run', { batchId, agreedBookings: rows.length })
    const paused = await run('batches.pause', { batchId })
    expect(paused.state).toBe('PAUSED')
    const { submitted } = paused.counts
    expect(paused.counts.waiting).toBe(400 - submitted)
    await run('batches.run', { batchId })
    const cancelled = await run('batches.cancel', { batchId })
    expect(cancelled.state).toBe('CANCELLED')
    expect(cancelled.counts.submitted).toBeGreaterThanOrEqual(submitted)
    expect(
      (await run('audit.list', { subjectKind: 'batch', subjectId: batchId })).rows.map(({ action }) => action),
    ).toEqual(['cancelled', 'running', 'paused', 'running', 'checked', 'received', 'begun'])
    await expect(run('batches.run', { batchId })).rejects.toMatchObject({ code: 'WRONG_STATE' })
    expect(await ended({ run, until }, batchId)).toMatchObject({ state: 'CANCELLED' })
  })

  it('quotes the rows that name a rule, takes the rate the rule says, and waits when the service is away', async () => {
    const { run, until, service } = await open()
    const rule = (text: string) => ({ Provider: '', Service: '', 'Rate rule': text, Accessorials: 'liftgate delivery' })
    const { batchId } = await checked(
      run,
      [
        batchCells('Q-1', rule('cheapest')),
        batchCells('Q-2', rule('No such carrier')),
        batchCells('Q-3', rule('fastest')),
      ],
      { onError: 'skip-row' },
    )
    await service.close()
    await expect(run('batches.quote', { batchId })).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' })
    await expect(run('batches.run', { batchId })).rejects.toMatchObject({ code: 'QUOTES_NEEDED' })
    await service.reopen()
    await runAtPrices(run, batchId)
    expect(await ended({ run, until }, batchId)).toMatchObject({ state: 'DONE' })
    const failed = await run('batches.rows', { batchId, state: 'failed' })
    expect(failed).toHaveLength(1)
    expect(failed[0]).toMatchObject({ row: 3, error: { code: 'NO_RATE_FITS' } })
    const history = await run('quotes.list', {})
    // What a file asked for buries no quote of a person.
    expect(history.rows).toEqual([])
  })

  const quoted = { Provider: '', Service: '', 'Rate rule': 'cheapest' }

  it('is quoted before it is approved: what is shown by carrier is what is spent', async () => {
    const { run, until, station, service } = await open()
    const { batchId } = await checked(run, [
      batchCells('Q-1', quoted),
      batchCells('Q-2', { ...quoted, 'Weight each': '900' }),
      batchCells('Q-3', { ...quoted, 'Rate rule': 'fastest' }),
      batchCells('Q-4'),
    ])
    expect((await run('batches.get', { batchId })).prices).toMatchObject({ bookings: 4, missing: 3, direct: 1 })
    const { prices, quoting } = await run('batches.quote', { batchId })
    expect({ prices, quoting }).toMatchObject({
      prices: { bookings: 4, missing: 0, direct: 1, totals: [{ currency: 'USD' }], isAgreed: false },
      quoting: null,
    })
    const rows = await run('batches.rows', { batchId })
    const shown = rows.slice(0, 3).map(({ quote }) => quote?.total.minor ?? 0)
    const estimate = await run('batches.estimate', { batchId })
    const total = shown.reduce((sum, minor) => sum + minor, 0)
    expect(estimate).toMatchObject({ missing: 0, estimated: 1, totals: [{ minor: total, currency: 'USD' }] })
    expect(estimate.carriers.filter(({ isEstimate }) => isEstimate)).toMatchObject([{ bookings: 1, total: null }])

    // Nobody has agreed to it yet, or to another sum.
    for (const agreedTotals of [undefined, [{ minor: total - 1, currency: 'USD' }]]) {
      await expect(run('batches.run', { batchId, agreedTotals })).rejects.toMatchObject({
        code: 'TOTAL_NOT_AGREED',
        details: { totals: estimate.totals },
      })
    }
    expect(await bookings(run)).toEqual([])
    // The quotes that were shown are those that are booked: none is asked for again.
    await service.fault({ method: 'POST', path: '/quote', times: 1, fault: { kind: 'status', status: 500 } })
    await run('batches.run', { batchId, agreedTotals: estimate.totals })
    await ended({ run, until }, batchId)
    expect(await service.faultsWaiting()).toBe(1)
    station.services.outbox.kick()
    await until('the answers', async () =>
      (await run('batches.get', { batchId })).bookings.BOOKED === 4 ? true : null,
    )
    const booked = await run('batches.rows', { batchId })
    expect(booked.slice(0, 3).map(({ booking }) => booking?.total?.minor)).toEqual(shown)
  })

  it('shows before it is booked what each row is, and what it costs', async () => {
    const { run } = await open()
    const { batchId } = await checked(run, [batchCells('Q-1', { ...quoted, Accessorials: 'liftgate delivery' })])
    const facts = {
      isDirect: false,
      carrier: '',
      rule: 'cheapest',
      shipper: 'Acme Machine',
      consignee: 'Globex Corporation',
      pickupDate: '2026-11-23',
      freight: { pieces: 2, weightLb: 1000, classes: [], accessorials: ['LIFTGATE_DELIVERY'], insuredFor: 0 },
    }
    const [before] = await run('batches.rows', { batchId })
    expect(before).toMatchObject({ facts: { ...facts, pickupDate: expect.any(String) }, quote: null })
    await run('batches.quote', { batchId })
    const [after] = await run('batches.rows', { batchId })
    expect(after).toMatchObject({ quote: { carrier: expect.any(String), total: { currency: 'USD' } } })
  })

  it('knows what the service refuses before anything is booked, and the corrected cell is asked about again', async () => {
    const { run, until } = await open()
    const { batchId } = await checked(run, [
      batchCells('Q-1', quoted),
      batchCells('Q-2', { ...quoted, 'Consignee city': 'Chcago' }),
      batchCells('Q-3', { ...quoted, 'Weight each': '12000' }),
      batchCells('Q-4', { ...quoted, 'Rate rule': 'FedEx Freight' }),
    ])
    expect(await run('batches.quote', { batchId })).toMatchObject({ counts: { ok: 1, errors: 3, waiting: 4 } })
    const wrong = await run('batches.rows', { batchId, outcome: 'error' })
    expect(wrong.map(({ problems, error }) => [problems[0]?.column, problems[0]?.cell, error?.code])).toEqual([
      ['Consignee city', 'Chcago', 'INVALID_ADDRESS'],
      [null, null, 'NO_RATES_AVAILABLE'],
      ['Rate rule', 'FedEx Freight', 'NO_RATE_FITS'],
    ])
    await expect(runAtPrices(run, batchId)).rejects.toMatchObject({ code: 'BATCH_STOPPED' })
    expect(await bookings(run)).toEqual([])

    const fixed = await run('batches.fix', { batchId, row: 3, column: 'Consignee city', value: 'Chicago' })
    expect(fixed).toMatchObject({ counts: { errors: 2 }, prices: { bookings: 2, missing: 1 } })
    await run('batches.rules', { batchId, rules: { onError: 'skip-row' } })
    await runAtPrices(run, batchId)
    expect(await ended({ run, until }, batchId)).toMatchObject({
      state: 'DONE',
      counts: { submitted: 2, failed: 2, mayRetry: 1 },
    })
    // Offers change: the row may be tried again, and is asked for again first.
    expect(await run('batches.retryFailed', { batchId })).toMatchObject({
      counts: { errors: 1, waiting: 1 },
      prices: { missing: 1 },
    })
    const asked = await run('batches.quote', { batchId })
    expect(asked).toMatchObject({ counts: { failed: 1, waiting: 1, mayRetry: 1 } })
  })

  it('keeps prices that were asked for when the asking is stopped, and forgets them with a new check', async () => {
    const { run, until, service, ...first } = await open()
    const rows = Array.from({ length: 12 }, (_, index) => batchCells(`Q-${index}`, quoted))
    const { batchId, map } = await checked(run, rows)
    await service.fault({ method: 'POST', path: '/quote', delayMs: 100, times: 100 })
    const asking = run('batches.quote', { batchId })
    await until('a price', async () => (((await run('batches.get', { batchId })).quoting ?? 0) > 0 ? true : null))
    await expect(run('batches.run', { batchId })).rejects.toMatchObject({ code: 'QUOTES_NEEDED' })
    const stopped = await run('batches.pause', { batchId })
    expect(await asking).toMatchObject({ state: 'CHECKED', quoting: null })
    const { missing = 0 } = stopped.prices ?? {}
    expect(missing).toBeGreaterThan(0)
    expect(missing).toBeLessThan(rows.length)
    await service.clearFaults()
    const kept = await run('batches.rows', { batchId })
    await first.close()

    const again = await open(first.dataDir, service)
    const { prices } = await again.run('batches.quote', { batchId })
    expect(prices).toMatchObject({ missing: 0, bookings: rows.length })
    const asked = await again.run('batches.rows', { batchId })
    const of = ({ quote }: (typeof asked)[number]) => quote?.validUntil
    expect(asked.map(of).slice(0, rows.length - missing)).toEqual(kept.map(of).slice(0, rows.length - missing))
    if (!map) throw new Error('it was checked')
    expect((await again.run('batches.check', { batchId, map })).prices).toMatchObject({ missing: rows.length })
  })

  it('whose quotes are over books at what was agreed to, and waits when a row has become dearer', async () => {
    const desk = await bookingOutbox()
    const before = desk.station
    const { batchId } = await checked(before.run, [batchCells('Q-1', quoted), batchCells('Q-2', quoted)])
    await before.run('batches.quote', { batchId })
    const { totals } = await before.run('batches.estimate', { batchId })
    const [first, second] = await before.run('batches.rows', { batchId })
    await before.close()
    const now = second?.quote?.total ?? { minor: 0, currency: '' }
    // As if the second had been quoted lower than the service quotes it once the hour is over.
    const ledger = new Database(join(before.dataDir, 'ledger.db'))
    const lower = { minor: now.minor - 100, currency: now.currency }
    ledger.prepare('UPDATE batch_row SET minor = ? WHERE batch_id = ? AND row = 3').run(lower.minor, batchId)
    ledger.close()
    desk.clock.advance(2 * 60 * 60 * 1000)
    const { run, until } = await testStation(desk.sandbox, { clock: desk.clock, dataDir: before.dataDir })
    const agreedTotals = totals.map(({ minor, currency }) => ({ minor: minor - 100, currency }))
    await run('batches.run', { batchId, agreedTotals })
    const paused = await ended({ run, until }, batchId)
    expect(paused).toMatchObject({
      state: 'PAUSED',
      reason: { code: 'PRICE_ROSE', details: { row: 3, was: lower, now } },
      counts: { submitted: 1, waiting: 1 },
      prices: { bookings: 1, missing: 0, totals: [now], isAgreed: false },
    })
    expect(first?.quote?.total).toEqual(now)
    await expect(run('batches.run', { batchId })).rejects.toMatchObject({ code: 'TOTAL_NOT_AGREED' })
    await run('batches.run', { batchId, agreedTotals: [now] })
    expect(await ended({ run, until }, batchId)).toMatchObject({ state: 'DONE', counts: { submitted: 2 } })
  })

  it('whose quotes are over keeps what was agreed to, so that a rise within the tolerance does not count twice', async () => {
    const desk = await bookingOutbox()
    const before = desk.station
    const { batchId } = await checked(before.run, [batchCells('Q-1', quoted)])
    await before.run('batches.quote', { batchId })
    const [now] = (await before.run('batches.estimate', { batchId })).totals
    if (!now) throw new Error('it has a price')
    await before.run('settings.update', { priceTolerance: 5 })
    await before.close()
    const ledger = new Database(join(before.dataDir, 'ledger.db'))
    const agreed = { ...now, minor: now.minor - 100 }
    ledger.prepare('UPDATE batch_row SET minor = ? WHERE batch_id = ?').run(agreed.minor, batchId)
    ledger.close()
    desk.clock.advance(2 * 60 * 60 * 1000)
    const { run, until, station } = await testStation(desk.sandbox, { clock: desk.clock, dataDir: before.dataDir })
    await run('batches.run', { batchId, agreedTotals: [agreed] })
    expect(await ended({ run, until }, batchId)).toMatchObject({ state: 'DONE' })
    const [{ bookingId } = { bookingId: '' }] = await run('bookings.list', {})
    expect(await station.services.bookings.get(bookingId)).toMatchObject({ total: now, agreed })
  })

  it('takes other rules without being checked anew, and keeps the answers that were given', async () => {
    const { run, until, service } = await open()
    await service.close()
    const rows = [batchCells('A-1'), batchCells('A-1'), batchCells('A-2', { Quantity: 'two' })]
    const { batchId } = await checked(run, rows)
    await run('batches.answer', { batchId, answer: 'create' })
    const rules = { onError: 'skip-row', onDuplicate: 'ask' } as const
    expect(await run('batches.rules', { batchId, rules })).toMatchObject({ state: 'CHECKED', rules })
    await run('batches.run', { batchId })
    const done = await ended({ run, until }, batchId)
    expect(done).toMatchObject({
      state: 'DONE',
      counts: { submitted: 2, skipped: 1 },
      bookings: { QUEUED: 2, BOOKED: 0 },
    })
    await expect(run('batches.rules', { batchId, rules })).rejects.toMatchObject({ code: 'WRONG_STATE' })
  })

  it('shows what became of the booking of each row, and only those of the states asked for', async () => {
    const { run, until, station } = await open()
    const { batchId } = await checked(run, [batchCells('A-1'), batchCells('A-2', { Provider: 'No such carrier' })])
    await run('batches.run', { batchId })
    await ended({ run, until }, batchId)
    station.services.outbox.kick()
    await until('the answers', async () => {
      const { bookings } = await run('batches.get', { batchId })
      return bookings.BOOKED + bookings.REJECTED === 2 ? true : null
    })
    const [first, second] = await run('batches.rows', { batchId })
    expect(first?.booking).toMatchObject({ state: 'BOOKED', reference: 'A-1', total: { currency: 'USD' }, error: null })
    expect(first?.booking?.trackingNumber).not.toBeNull()
    expect(second?.booking).toMatchObject({ state: 'REJECTED', shipmentId: null })
    expect(await run('batches.rows', { batchId, bookingStates: ['REJECTED', 'UNKNOWN'] })).toEqual([second])
    expect(await run('batches.rows', { batchId, bookingStates: ['QUEUED'] })).toEqual([])
  })

  it('counts each row once while it runs, and every number of the screen is as long as its list', async () => {
    const { run, until } = await open()
    const rows = [...Array.from({ length: 60 }, (_, index) => batchCells(`R-${index}`)), batchCells('R-0')]
    const { batchId } = await checked(run, rows, { onDuplicate: 'ask' })
    void run('batches.run', { batchId, agreedBookings: rows.length })
    const adds = ({ counts, bookings }: Batch) => {
      expect(Object.values(bookings).reduce((sum, count) => sum + count, 0)).toBe(counts.submitted)
      expect(counts.waiting + counts.submitted + counts.skipped + counts.failed).toBe(rows.length)
    }
    const batch = await until('the end of the run', async () => {
      const now = await run('batches.get', { batchId })
      adds(now)
      return now.counts.submitted === 60 && now.state === 'PAUSED' ? now : null
    })
    await run('batches.answer', { batchId, answer: 'skip', rows: [62] })
    for (const [name, query] of Object.entries(ROW_FILTERS)) {
      const shown = await run('batches.rows', { batchId, ...query })
      const counted = countOf(await run('batches.get', { batchId }), name as RowFilter)
      expect({ name, rows: shown.length }).toEqual({ name, rows: counted })
    }
    adds(batch)
  })

  it('lies here unchecked when its check is broken off, and nothing of it can be run', async () => {
    const { run, until } = await open()
    const { batchId, map, rules } = await checked(
      run,
      Array.from({ length: 2000 }, (_, index) => batchCells(`PO-${index}`)),
    )
    if (!map) throw new Error('no map')
    const again = run('batches.check', { batchId, map, rules })
    const refused = expect(again).rejects.toMatchObject({ code: 'WRONG_STATE' })
    await until('the check', async () => ((await run('batches.get', { batchId })).checking === null ? null : true))
    expect(await run('batches.pause', { batchId })).toMatchObject({ state: 'RECEIVING', checking: null })
    await refused
    await expect(run('batches.run', { batchId })).rejects.toMatchObject({ code: 'WRONG_STATE' })
    expect(await run('batches.check', { batchId, map, rules })).toMatchObject({
      state: 'CHECKED',
      counts: { ok: 2000 },
    })
  })

  it('gives its results with the file’s own columns, and no cell is a formula', async () => {
    const { run, until, dataDir, service } = await open()
    await service.close()
    const rows = [
      batchCells('A-1', { 'Consignee company': '=HYPERLINK("http://evil")' }),
      batchCells('A-2', { Quantity: '+x' }),
    ]
    const { batchId } = await checked(run, rows, { onError: 'skip-row' })
    await run('batches.run', { batchId })
    await ended({ run, until }, batchId)
    const [header, first, second] = await results(run, batchId)
    expect(header?.slice(0, 2)).toEqual(['Reference', 'Pickup date'])
    expect(header?.slice(-8)).toEqual([
      'state',
      'booked reference',
      'shipmentId',
      'trackingNumber',
      'total',
      'currency',
      'error code',
      'error message',
    ])
    expect(first).toContain('\'=HYPERLINK("http://evil")')
    expect(first?.slice(-8, -6)).toEqual(['QUEUED', 'A-1'])
    const nothing = Array<string>(5).fill('')
    expect(second?.slice(-8)).toEqual(['SKIPPED', ...nothing, 'INVALID_INPUT', expect.stringContaining('Quantity')])
    // As a workbook nothing needs an apostrophe: what is text there is never run.
    const book = join(dataDir, 'results.xlsx')
    const { base64, nextOffset } = await run('batches.resultsChunk', { batchId, format: 'xlsx' })
    expect(nextOffset).toBeNull()
    writeFileSync(book, Buffer.from(base64, 'base64'))
    const reported: string[][] = []
    for await (const { cells } of (await openTable(book, 'results.xlsx')).rows('point')) reported.push(cells)
    expect(reported.map((cells) => cells.slice(0, 1))).toEqual([['Reference'], ['A-1'], ['A-2']])
    expect(reported[0]).toEqual(header)
    expect(reported[1]).toContain('=HYPERLINK("http://evil")')
    expect(reported[2]).toEqual(second?.map((cell) => cellOfExport(cell)))
    await expect(run('batches.resultsChunk', { batchId, offset: 5, snapshot: 'gone' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await run('batches.remove', { batchId })
    expect(readdirSync(join(dataDir, 'batches'))).toEqual([])
    expect(await bookings(run)).toEqual(['A-1'])
  })

  it('joins rows of one reference that stand together into one booking with several cargo lines', async () => {
    const { run, until, service } = await open()
    await service.close()
    const { batchId, map } = await handInMapped(
      run,
      batchCsv([batchCells('A-1'), batchCells('A-1', { 'Weight each': '20' }), batchCells('A-2'), batchCells('A-1')]),
    )
    const { counts } = await run('batches.check', {
      batchId,
      map: { ...map, cargoLines: 'by-reference' },
      rules: { onDuplicate: 'skip' },
    })
    expect(counts).toMatchObject({ rows: 3, ok: 2, duplicates: 1 })
    await run('batches.run', { batchId })
    await ended({ run, until }, batchId)
    expect(await bookings(run)).toEqual(['A-1', 'A-2'])
    expect((await results(run, batchId)).map((row) => row.at(-8))).toEqual([
      'state',
      'QUEUED',
      'QUEUED',
      'QUEUED',
      'SKIPPED',
    ])
  })

  it('takes its shipper from the address book', async () => {
    const { run } = await open()
    const saved = await run('addressBook.save', {
      name: 'Plant',
      address: { address1: '1 Dock Rd', city: 'Laredo', state: 'TX', postalCode: '78040', country: 'US' },
    })
    if (saved.kind !== 'saved') throw new Error('not saved')
    const noShipper = { 'Shipper address': '', 'Shipper city': '', 'Shipper state': '', 'Shipper zip': '' }
    const { batchId, map } = await handInMapped(run, batchCsv([batchCells('A-1', noShipper)]))
    const check = (shipperAddressId?: string) =>
      run('batches.check', { batchId, map: { ...map, defaults: { ...map.defaults, shipperAddressId } } })
    expect((await check()).counts.errors).toBe(1)
    expect((await check('adr_none')).counts.errors).toBe(1)
    const [row] = await run('batches.rows', { batchId })
    expect(row?.problems.map(({ message }) => message)).toEqual(['address adr_none is not in the address book'])
    expect((await check(saved.address.addressId)).counts.ok).toBe(1)
  })
})

describe('handing in a file', () => {
  it('takes chunks in order only, and the last one again is no mistake', async () => {
    const { run } = await open()
    const { batchId } = await run('batches.begin', { name: 'orders.csv' })
    const base64 = Buffer.from(batchCsv([batchCells('A-1')])).toString('base64')
    await expect(run('batches.append', { batchId, index: 1, base64 })).rejects.toMatchObject({
      details: { expected: 0 },
    })
    const first = await run('batches.append', { batchId, index: 0, base64 })
    expect(await run('batches.append', { batchId, index: 0, base64 })).toEqual(first)
    const other = Buffer.from('other').toString('base64')
    await expect(run('batches.append', { batchId, index: 0, base64: other })).rejects.toMatchObject({
      code: 'WRONG_STATE',
    })
    await run('batches.finish', { batchId })
    await expect(run('batches.append', { batchId, index: 1, base64 })).rejects.toMatchObject({ code: 'WRONG_STATE' })
  })

  it('refuses what is no table, by name', async () => {
    const { run } = await open()
    await expect(handIn(run, '')).rejects.toMatchObject({ code: 'UNREADABLE_FILE', details: { why: 'empty' } })
    await expect(handIn(run, 'a,b\r\n')).rejects.toMatchObject({ code: 'UNREADABLE_FILE', details: { why: 'no rows' } })
    await expect(handIn(run, 'a,b\r\n"1,2\r\n')).rejects.toMatchObject({ code: 'UNREADABLE_FILE', details: { row: 2 } })
    await expect(run('batches.append', { batchId: '../../ledger', index: 0, base64: 'AAAA' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    await expect(run('batches.append', { batchId: 'b', index: 0, base64: 'no base64!' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })

  it('says which fields have no column before any row is looked at', async () => {
    const { run } = await open()
    const { batch } = await handIn(run, 'Reference,City\r\nA,Chicago\r\n')
    const map = { columns: [{ header: 'Reference', field: 'reference' }], numbers: 'point', dates: 'mdy' } as const
    await expect(
      run('batches.check', {
        batchId: batch.batchId,
        map: { ...map, columns: [...map.columns, { header: 'Town', field: 'consignee.city' }] },
      }),
    ).rejects.toMatchObject({
      code: 'MAP_INCOMPLETE',
      details: {
        headers: ['Town'],
        fields: expect.arrayContaining(['consignee.address1', 'cargo.weight', 'rateRule']),
      },
    })
    await expect(
      run('batches.check', {
        batchId: batch.batchId,
        map: { ...map, columns: [...map.columns, { header: 'City', field: 'reference' }] },
      }),
    ).rejects.toMatchObject({ code: 'INVALID_INPUT', message: expect.stringContaining('reference is mapped twice') })
  })

  it('is not booked from when it was changed afterwards', async () => {
    const { run, dataDir } = await open()
    const { batchId } = await checked(run, [batchCells('A-1')])
    appendFileSync(join(dataDir, 'batches', `${batchId}.csv`), batchCsv([batchCells('A-9')]))
    await expect(run('batches.run', { batchId })).rejects.toMatchObject({
      code: 'UNREADABLE_FILE',
      details: { why: 'changed' },
    })
    expect(await bookings(run)).toEqual([])
  })

  it('keeps a column map under a name and offers it for the next file of that form', async () => {
    const { run } = await open()
    const { map } = await handInMapped(run, batchCsv([batchCells('A-1')]))
    await run('columnMaps.save', { name: 'Orders', map: { ...map, numbers: 'comma' } })
    const [saved] = await run('columnMaps.save', { name: 'ORDERS', map: { ...map, numbers: 'comma', dates: 'dmy' } })
    const next = await handIn(run, batchCsv([batchCells('A-2')]))
    expect(next.fitting).toEqual([saved?.mapId])
    expect(next.map).toMatchObject({ numbers: 'comma', dates: 'dmy' })
    expect(await run('columnMaps.remove', { mapId: saved?.mapId ?? '' })).toEqual([])
  })
})
