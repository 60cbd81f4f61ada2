import { join } from 'node:path'
import { createArchives } from '../../src-main/data/archives.ts'
import { createSecondPlace } from '../../src-main/data/off-machine-backup.ts'
import { bookingStore } from '../../src-main/booking/bookings.rows.ts'
import type { Ledger } from '../../src-main/data/ledger/ledger.ts'
import { labelBytes } from '../../src-main/data/retention/bytes.rows.ts'
import type { Clock } from '../../src-main/kernel/clock.ts'
import type { AtStep } from '../../src-main/kernel/sqlite/at-step.ts'
import { systemFiles } from '../../src-main/kernel/sqlite/files.ts'
import { labelStore } from '../../src-main/labels/labels.rows.ts'
import { settingStore } from '../../src-main/settings/settings.rows.ts'
import { newBooking } from '../support/bookings.ts'
import { countingIds } from '../support/fake-clock.ts'

// A process that is to die uses this too: nothing of the test runner is here.

/** A booking of the open ledger that the service has, and its label. */
export async function bookWithLabel(ledger: Ledger, clock: Clock, id: string, bytes: Buffer): Promise<void> {
  await bookingStore(ledger.db, clock).submit(newBooking(id))
  ledger.db
    .prepare("UPDATE booking SET state = 'BOOKED', shipment_id = ?, due_at = NULL WHERE booking_id = ?")
    .run(`SHP-${id}`, `bkg_${id}`)
  const label = { documentId: `DOC-${id}`, format: 'ZPL' as const, bytes }
  await labelStore(ledger.db, clock).keep('embedded', `SHP-${id}`, [label])
}

/** The years of an open ledger that are in files of their own. */
export const archivesOf = (ledger: Ledger, dataDir: string, clock: Clock, atStep?: AtStep) =>
  createArchives({
    dataDir,
    files: systemFiles,
    settings: settingStore(ledger.db, clock),
    takeFull: ledger.backups.takeFull,
    archivedBytes: labelBytes(ledger.db, clock).archived,
    clock,
    ...(atStep && { atStep }),
  })

type SecondPlaceOptions = Parameters<typeof createSecondPlace>[0]

/** The second place of the backups of an open ledger, without archives or notices. */
export const secondPlaceOf = (
  ledger: Ledger,
  dataDir: string,
  clock: Clock,
  more: Pick<SecondPlaceOptions, 'passphrase'> & Partial<SecondPlaceOptions>,
) =>
  createSecondPlace({
    backupDir: join(dataDir, 'backups'),
    archiveDir: join(dataDir, 'archives'),
    archives: async () => [],
    settings: settingStore(ledger.db, clock),
    stationName: async () => 'Dock 3',
    clock,
    ids: countingIds(),
    report: () => undefined,
    withdraw: async () => undefined,
    ...more,
  })
