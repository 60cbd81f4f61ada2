import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { labelStore } from '../../src-main/store/ledger/booking/labels.ts'
import { hashOf, keepBytes } from '../../src-main/store/ledger/document-bytes.ts'
import { openLedger, type Ledger } from '../../src-main/store/ledger/ledger.ts'
import { statement } from '../../src-main/store/statement.ts'
import { inTransaction } from '../../src-main/store/transaction.ts'
import { FakeClock } from '../support/fake-clock.ts'
import { pictureLabel } from '../support/picture-label.ts'
import { busy, median, type BenchResult, type Sizes } from './ratio.ts'

interface DocumentSizes {
  labels: number
  /** So many of them are kept in one transaction. */
  batch: number
}

export const DOCUMENTS: Sizes<DocumentSizes> = {
  full: { labels: 4_000, batch: 100 },
  short: { labels: 40, batch: 20 },
}

/** Labels kept packed, beside the same ones kept as they came: what both take of the disk and of the processor. */
export async function benchDocuments({ labels: count, batch }: DocumentSizes): Promise<BenchResult[]> {
  const labels = Array.from({ length: count }, (_, n) => labelOf(n))
  const plain = await figuresOf(labels, batch, (ledger, bytes) => {
    const sha256 = hashOf(bytes)
    statement(ledger.db, 'INSERT INTO document_bytes VALUES (?, ?)').run(sha256, bytes)
    return sha256
  })
  const packed = await figuresOf(labels, batch, (ledger, bytes) => keepBytes(ledger.db, bytes))
  const mean = (labels.reduce((sum, { length }) => sum + length, 0) / count / 1000).toFixed(1)
  const beside = (name: string, unit: string, of: (figures: Figures) => number): BenchResult => ({
    name: `${name}, labels of ${mean} kB`,
    figures: `${of(packed).toFixed(1)} ${unit}, as they came ${of(plain).toFixed(1)}`,
    measured: [of(packed), of(plain)],
    ratio: of(packed) / of(plain),
    aim: null,
  })
  return [
    beside('kept on the disk, packed', 'kB', ({ bytes }) => bytes),
    beside('keeping one, packed', 'us of CPU', ({ keep }) => keep),
    beside('reading one, unpacked', 'us of CPU', ({ read }) => read),
  ]
}

/** Of 20: 9 in ZPL with pictures in hex, 6 with pictures in Z64, 5 that are as dense as PDF. */
function labelOf(n: number): Buffer {
  const nth = n % 20
  if (nth < 9) return pictureLabel(`Globex ${n}`)
  return nth < 15 ? pictureLabel(`Globex ${n}`, 'Z64') : randomBytes(12_000)
}

interface Figures {
  /** Kilobytes of the ledger's file, microseconds of CPU; each of one label. */
  bytes: number
  keep: number
  read: number
}

async function figuresOf(
  labels: readonly Buffer[],
  atOnce: number,
  keep: (ledger: Ledger, bytes: Buffer) => string,
): Promise<Figures> {
  const dir = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  const ledger = await openLedger(dir, new FakeClock('2026-11-21T15:00:00.000Z'))
  const size = () => {
    ledger.emptyJournal()
    return statSync(join(dir, 'ledger.db')).size
  }
  try {
    const before = size()
    const label = ledger.db.prepare(
      `INSERT INTO label (environment, shipment_id, piece, document_id, format, sha256) VALUES ('embedded', ?, 1, 'D', 'ZPL', ?)`,
    )
    const kept: number[] = []
    const read: number[] = []
    const store = labelStore(ledger.db, new FakeClock())
    for (let from = 0; from < labels.length; from += atOnce) {
      const batch = labels.slice(from, from + atOnce)
      const work = () => batch.forEach((bytes, n) => label.run(`SHP-${from + n}`, keep(ledger, bytes)))
      kept.push(await busy(() => inTransaction(ledger.db, work)))
    }
    const bytes = (size() - before) / labels.length / 1000
    for (let from = 0; from < labels.length; from += atOnce) {
      read.push(
        await busy(async () => {
          for (let n = from; n < from + atOnce; n++) await store.of('embedded', `SHP-${n}`)
        }),
      )
    }
    const each = (ms: readonly number[]) => (median(ms) * 1000) / atOnce
    return { bytes, keep: each(kept), read: each(read) }
  } finally {
    ledger.close()
    rmSync(dir, { recursive: true, force: true })
  }
}
