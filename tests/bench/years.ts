import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bookingStore } from '../../src-main/store/ledger/booking/bookings.ts'
import { openLedger } from '../../src-main/store/ledger/ledger.ts'
import { growLedger } from '../support/grown-ledger.ts'
import { elapsed, type BenchResult } from './ratio.ts'

const SIZES = [10_000, 200_000]
const LABEL_BYTES = 12_000
const clock = { now: () => new Date('2026-11-21T15:00:00.000Z') }

interface Figures {
  cold: number
  warm: number
  scan: number
}

/** Opening a ledger of years and the first scan in it, beside those of a small one. */
export async function benchYears(): Promise<BenchResult[]> {
  const figures: Figures[] = []
  for (const bookings of SIZES) figures.push(await figuresOf(bookings))
  const [small, large] = figures
  if (small === undefined || large === undefined) throw new Error('no figures')
  const row = (name: string, of: keyof Figures): BenchResult => ({
    name: `${name}, ${SIZES.join(' -> ')} bookings`,
    figures: `${small[of].toFixed(1)} -> ${large[of].toFixed(1)} ms`,
    ratio: large[of] / small[of],
    aim: { words: '<= 2', met: large[of] <= 2 * small[of] },
  })
  return [row('open cold', 'cold'), row('open warm', 'warm'), row('first scan, cold', 'scan')]
}

async function figuresOf(bookings: number): Promise<Figures> {
  const dir = mkdtempSync(join(tmpdir(), 'waybill-bench-'))
  const file = join(dir, 'ledger.db')
  try {
    const made = await openLedger(dir, clock)
    await growLedger(made.db, { bookings, labelBytes: LABEL_BYTES })
    made.close()
    // The file leaves the system's cache; where there is no such dd, "cold" is warm.
    execFileSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' })
    const cold = await openAndScan(dir)
    const warm = await openAndScan(dir)
    return { cold: cold.open, warm: warm.open, scan: cold.scan }
  } finally {
    rmSync(dir, { recursive: true, force: true })
  }
}

async function openAndScan(dir: string): Promise<{ open: number; scan: number }> {
  const startedAt = performance.now()
  const ledger = await openLedger(dir, clock)
  const open = performance.now() - startedAt
  try {
    return { open, scan: await elapsed(() => bookingStore(ledger.db, clock).findByCode('embedded', 'PRO5000')) }
  } finally {
    ledger.close()
  }
}
