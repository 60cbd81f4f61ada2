import { join } from 'node:path'
import Database from 'better-sqlite3'
import { MIGRATIONS } from '../../src-sandbox/migrations.ts'
import { tempDir } from '../support/temp-dir.ts'

/** A data folder as the first version left it, with one shipment, SHP-1, and what `fill` adds. */
export function firstVersionFolder(fill: (db: Database.Database) => void): string {
  const dataDir = tempDir()
  const db = new Database(join(dataDir, 'sandbox.db'))
  db.exec(MIGRATIONS[0])
  db.pragma('user_version = 1')
  db.exec(`
    INSERT INTO shipment (shipment_id, tracking_number, pro_number, bol_number, status, provider, service, total_cents,
        currency, weight_lb, pieces, label_format, pickup_day, origin, destination, cargo, shipper, consignee,
        estimated_pickup, estimated_delivery, created_at, updated_at)
      VALUES ('SHP-1', 'T1', 'P1', 'B1', 'PENDING', 'X', 'Y', 1, 'USD', 1, 1, 'PDF', '2026-11-20', '{}', '{}', '[]', '{}',
        '{}', 0, 0, 0, 0);
  `)
  fill(db)
  db.close()
  return dataDir
}
