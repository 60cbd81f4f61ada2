import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { expect, onTestFinished, test } from 'vitest'
import { openSandboxDatabase } from '../../src-sandbox/database.ts'
import { documentFor, findDocument } from '../../src-sandbox/documents/store.ts'
import { MIGRATIONS } from '../../src-sandbox/migrations.ts'

test('documents of the first version keep their ids and links, and are the ones found for the same order', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'waybill-documents-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const old = new Database(join(dataDir, 'sandbox.db'))
  old.exec(MIGRATIONS[0])
  old.pragma('user_version = 1')
  old.exec(`
    INSERT INTO shipment (shipment_id, tracking_number, pro_number, bol_number, status, provider, service, total_cents,
        currency, weight_lb, pieces, label_format, pickup_day, origin, destination, cargo, shipper, consignee,
        estimated_pickup, estimated_delivery, created_at, updated_at)
      VALUES ('SHP-1', 'T1', 'P1', 'B1', 'PENDING', 'X', 'Y', 1, 'USD', 1, 1, 'PDF', '2026-11-20', '{}', '{}', '[]', '{}',
        '{}', 0, 0, 0, 0);
    INSERT INTO document (document_id, shipment_id, type, format, size, piece, token, created_at, url_expires_at, content)
      VALUES ('DOC-PDF', 'SHP-1', 'SHIPPING_LABEL', 'PDF', '4x6', 1, 'secret', 5, 1000, x'00'),
             ('DOC-ZPL', 'SHP-1', 'SHIPPING_LABEL', 'ZPL', '4x6', 1, 'secret', 5, 1000, NULL);
  `)
  old.close()

  const db = openSandboxDatabase(dataDir)
  onTestFinished(() => void db.close())
  expect(findDocument(db, 'DOC-PDF')).toMatchObject({ dpi: 0, token: 'secret', urlExpiresAt: 1000, source: null })
  const order = { type: 'SHIPPING_LABEL', format: 'ZPL', size: '4x6', dpi: 203, piece: 1 } as const
  expect(documentFor(db, 'SHP-1', order, 10)).toMatchObject({ documentId: 'DOC-ZPL', token: 'secret' })
})
