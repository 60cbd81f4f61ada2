import { expect, onTestFinished, test } from 'vitest'
import { openSandboxDatabase } from '../../src-sandbox/database.ts'
import { documentFor, findDocument } from '../../src-sandbox/documents/store.ts'
import { firstVersionFolder } from './first-version.ts'

test('documents of the first version keep their ids and links, and are the ones found for the same order', () => {
  const dataDir = firstVersionFolder((old) => {
    old.exec(`
    INSERT INTO document (document_id, shipment_id, type, format, size, piece, token, created_at, url_expires_at, content)
      VALUES ('DOC-PDF', 'SHP-1', 'SHIPPING_LABEL', 'PDF', '4x6', 1, 'secret', 5, 1000, x'00'),
             ('DOC-ZPL', 'SHP-1', 'SHIPPING_LABEL', 'ZPL', '4x6', 1, 'secret', 5, 1000, NULL);
  `)
  })

  const db = openSandboxDatabase(dataDir)
  onTestFinished(() => void db.close())
  expect(findDocument(db, 'DOC-PDF')).toMatchObject({ dpi: 0, token: 'secret', urlExpiresAt: 1000, source: null })
  const order = { type: 'SHIPPING_LABEL', format: 'ZPL', size: '4x6', dpi: 203, piece: 1 } as const
  expect(documentFor(db, 'SHP-1', order, 10)).toMatchObject({ documentId: 'DOC-ZPL', token: 'secret' })
})
