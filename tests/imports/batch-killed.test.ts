import { describe, expect, it, onTestFinished } from 'vitest'
import type { Batch, BatchRow } from '../../src-shared/station/batch/batch.ts'
import { readCsvText } from '../../src-main/imports/csv/csv-read.ts'
import type { RunCommand } from '../../src-main/app/run-command.ts'
import { startService } from '../world/processes/service-handle.ts'
import { batchCells, batchCsv, handInMapped, runAtPrices } from '../support/batch-files.ts'
import { tempDir } from '../support/temp-dir.ts'
import { until } from '../support/until.ts'
import { live, settle, type Life } from './station-lives.ts'
import { full } from '../support/full.ts'

const ROWS = 48
const WRONG_ROW = 10
const DOUBLED_ROW = 20
const QUOTED = { Provider: '', Service: '', 'Rate rule': 'cheapest' }
/** Every second row is quoted first; one cannot be read, and one has the reference of the row before it. */
function file(): string {
  return batchCsv(
    Array.from({ length: ROWS }, (_, index) => {
      const row = index + 2
      const change = row % 2 === 0 ? QUOTED : {}
      if (row === WRONG_ROW) return batchCells(`PO-${row}`, { ...change, Quantity: 'two' })
      return batchCells(`PO-${row === DOUBLED_ROW ? row - 1 : row}`, change)
    }),
  )
}

/** Lets the run get as far as that many rows, and kills the station without warning. */
async function killAfter({ station, run }: Life, batchId: string, submitted: number): Promise<Batch> {
  const seen = await until(`${submitted} rows`, async () => {
    const batch = await run('batches.get', { batchId })
    return batch.counts.submitted >= submitted ? batch : null
  })
  await station.kill()
  return seen
}

async function resultsByRow(run: RunCommand, batchId: string): Promise<Map<number, string[]>> {
  const { base64, nextOffset } = await run('batches.resultsChunk', { batchId })
  expect(nextOffset).toBeNull()
  const lines = new Map<number, string[]>()
  for await (const { row, cells } of readCsvText(Buffer.from(base64, 'base64').toString())) lines.set(row, cells)
  return lines
}

const referenceOf = ({ row, reference, booking }: BatchRow) => booking?.reference ?? reference ?? `row ${row}`

describe('a batch whose station is killed in the middle', () => {
  it(
    'goes on after each restart, and every row is booked exactly once or visibly not',
    full(
      'two kills in the middle of slow calls; the days of tests/world kill stations that run files, tests/imports/batches.test.ts ends one between rows',
      {
        timeout: 120_000,
      },
    ),
    async () => {
      const service = await startService(tempDir())
      onTestFinished(() => service.close())
      // Slow enough that each kill finds rows that wait, rows being quoted and bookings on their way.
      await service.fault({ method: 'POST', path: '/quote', delayMs: 20, times: 1000 })
      await service.fault({ method: 'POST', path: '/book-shipment', delayMs: 60, times: 1000 })
      const dataDir = tempDir()

      const first = await live(service, dataDir)
      const { batchId, map } = await handInMapped(first.run, file())
      const rules = { onError: 'skip-row', onDuplicate: 'skip' } as const
      await first.run('batches.check', { batchId, map, rules })
      await runAtPrices(first.run, batchId)
      const atFirstKill = await killAfter(first, batchId, 6)
      expect(atFirstKill).toMatchObject({ state: 'RUNNING' })
      expect(atFirstKill.counts.waiting).toBeGreaterThan(0)

      const second = await live(service, dataDir)
      const found = await second.run('batches.get', { batchId })
      expect(found).toMatchObject({ state: 'PAUSED', reason: { code: 'INTERRUPTED' } })
      expect(found.counts.waiting).toBeGreaterThan(0)
      await second.run('batches.run', { batchId })
      const atSecondKill = await killAfter(second, batchId, found.counts.submitted + 8)
      expect(atSecondKill.counts.waiting).toBeGreaterThan(0)

      const last = await live(service, dataDir)
      await last.run('batches.run', { batchId })
      await until('the end of the run', async () =>
        (await last.run('batches.get', { batchId })).state === 'DONE' ? true : null,
      )
      await service.clearFaults()
      await settle(last)

      const rows = await last.run('batches.rows', { batchId, limit: 500 })
      expect(rows.map(({ row }) => row)).toEqual(Array.from({ length: ROWS }, (_, index) => index + 2))
      expect(rows.filter(({ state }) => state !== 'submitted').map(({ row, state }) => [row, state])).toEqual([
        [WRONG_ROW, 'skipped'],
        [DOUBLED_ROW, 'skipped'],
      ])
      const results = await resultsByRow(last.run, batchId)
      const shown = new Set<string>()
      for (const row of rows) {
        const atService = await service.shipmentsOf(referenceOf(row))
        if (row.row === DOUBLED_ROW) continue
        expect(shown).not.toContain(referenceOf(row))
        shown.add(referenceOf(row))
        const isBooked = row.booking?.state === 'BOOKED'
        expect({ row: row.row, shipments: atService.length }).toEqual({ row: row.row, shipments: isBooked ? 1 : 0 })
        if (isBooked) expect(atService[0]?.shipmentId).toBe(row.booking?.shipmentId)
        // What is not booked says so: on screen and in the results file, in a word of its own.
        else expect(['NEEDS_DECISION', undefined]).toContain(row.booking?.state)
        expect(results.get(row.row)?.slice(-8)[0]).toBe(row.booking?.state ?? 'SKIPPED')
      }
      const booked = rows.filter(({ booking }) => booking?.state === 'BOOKED')
      expect(booked.length).toBeGreaterThan(ROWS / 2)
      expect(await service.countShipments()).toBe(booked.length)
      const { bookings } = await last.run('batches.get', { batchId })
      expect(bookings.BOOKED).toBe(booked.length)
      expect(bookings.BOOKED + bookings.NEEDS_DECISION).toBe(ROWS - 2)
    },
  )
})
