import { nextTurn } from '../../src-node/runtime/wait.ts'
import { z } from 'zod'
import type { SandboxDatabase } from '../database.ts'
import type { ShipmentRecord } from '../shipments/store.ts'
import { statement } from '../statement.ts'
import type { PdfRaster } from './raster/pdf-raster.ts'
import { renderDocument, renderPdf } from './renderers.ts'
import type { DocumentRecord } from './store.ts'
import { digestOf, subjectOf } from './subject.ts'

/** What bytes are made with. */
export interface Workshop {
  db: SandboxDatabase
  raster: PdfRaster
}

const contentSchema = z.object({ content: z.instanceof(Uint8Array) })

/**
 * A document's bytes: made when first asked for, the same from then on, and made again once the shipment or the data that
 * they show has changed. In another format than it is kept in, a generated document is made each time.
 * @throws FreightFailure DOCUMENT_GENERATION_FAILED
 */
export async function contentOf(
  { db, raster }: Workshop,
  document: DocumentRecord,
  shipment: ShipmentRecord,
  now: number,
): Promise<Uint8Array> {
  const subject = subjectOf(db, shipment, document.source, now)
  const digest = digestOf(subject)
  const { documentId, format, dpi } = document
  const read = () =>
    contentSchema.optional().parse(
      statement(
        db,
        `SELECT content FROM document
           WHERE document_id = @documentId AND format = @format AND dpi = @dpi AND made_from = @digest
             AND content IS NOT NULL`,
      ).get({ documentId, format, dpi, digest }),
    )?.content
  const kept = read()
  if (kept) return kept
  // Between one document and the next of a long list, other requests have their turn.
  await nextTurn()
  const made = await renderDocument(subject, document, raster)
  // Another request may have made it in the meantime; the first one is kept.
  statement(
    db,
    `UPDATE document SET content = @made, made_from = @digest
     WHERE document_id = @documentId AND format = @format AND dpi = @dpi AND deleted_at IS NULL
       AND (content IS NULL OR made_from IS NOT @digest)`,
  ).run({ made, digest, documentId, format, dpi })
  return read() ?? made
}

/** A small picture of a document's first page. */
export async function thumbnailOf(
  { db, raster }: Workshop,
  document: DocumentRecord,
  shipment: ShipmentRecord,
  now: number,
): Promise<Uint8Array> {
  return raster.thumbnail(await renderPdf(subjectOf(db, shipment, document.source, now), document))
}
