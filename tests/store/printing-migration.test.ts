import Database from 'better-sqlite3'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openLedger } from '../../src-main/store/ledger/ledger.ts'
import { first } from '../../src-main/store/ledger/migrations/01-first.ts'
import { printJobStore } from '../../src-main/store/ledger/print/print-jobs.ts'
import { printerStore } from '../../src-main/store/ledger/print/printers.ts'
import { virtualProfile } from '../../src-main/printing/printers/printers.ts'
import { printerOptionsSchema } from '../../src-shared/station/printing/printer-settings.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { tempDir } from '../support/temp-dir.ts'

const AT = '2026-11-20T10:00:00.000Z'

/** A ledger of the first version with a printer and a job in every state, as that version wrote it. */
function firstVersion(dir: string): void {
  const db = new Database(join(dir, 'ledger.db'))
  db.exec(first)
  db.pragma('user_version = 1')
  db.exec(`INSERT INTO document_bytes VALUES ('aa', x'5e58415e585a');
    INSERT INTO printer VALUES ('prn_1', 'Dock 1', 'ZPL', 203, 4, 6, '{"kind":"tcp","uri":"tcp://127.0.0.1:9100"}', 1)`)
  const insert = db.prepare(
    `INSERT INTO print_job (job_id, printer_id, printer_name, shipment_id, title, purpose, reason, copies, labels, sha256,
       bytes, bytes_sent, state, confirmed_by, error, created_at, updated_at)
     VALUES (?, 'prn_1', 'Dock 1', 'SHP-1', 'PO-1', 'label', NULL, 1, 1, 'aa', 6, ?, ?, ?, NULL, '${AT}', '${AT}')`,
  )
  insert.run('queued', 0, 'QUEUED', null)
  insert.run('sent', 6, 'SENT', null)
  insert.run('by-printer', 6, 'PRINTED', 'printer')
  insert.run('by-operator', 6, 'PRINTED', 'operator')
  insert.run('unknown', 3, 'UNKNOWN', null)
  insert.run('failed', 0, 'FAILED', null)
  db.close()
}

test('print jobs and printers of a ledger of the first version are all there, with what was known of them', async () => {
  const dir = tempDir()
  firstVersion(dir)
  const clock = new FakeClock(AT)
  const ledger = await openLedger(dir, clock)
  try {
    const jobs = await printJobStore(ledger.db, clock).list(10)
    expect(jobs.map(({ jobId, state, proof, detail }) => [jobId, state, proof?.kind ?? detail])).toEqual([
      // What asks first, then what is on its way, then the newest.
      ['unknown', 'UNKNOWN', null],
      ['queued', 'QUEUED', null],
      ['failed', 'FAILED', null],
      ['by-operator', 'PRINTED', 'operator'],
      ['by-printer', 'PRINTED', 'receipt'],
      ['sent', 'SENT', 'handed-over'],
    ])
    const printers = printerStore(ledger.db, clock, () => virtualProfile('prn_2'))
    expect(await printers.care('prn_1')).toEqual({
      options: printerOptionsSchema.parse({}),
      isQueuePaused: false,
    })
    expect((await printJobStore(ledger.db, clock).takeNext('prn_1')).next?.job.jobId).toBe('queued')
  } finally {
    ledger.close()
  }
})
