import { createRoute, type OpenAPIHono } from '@hono/zod-openapi'
import { z } from 'zod'
import {
  documentQuerySchema,
  documentSchema,
  LABEL_FORMATS,
  type LabelFormat,
} from '../../src-shared/freight/document.ts'
import { successSchema } from '../../src-shared/freight/envelope.ts'
import { assertCanRender } from '../documents/renderers.ts'
import { contentOf, documentFor, findDocument, type DocumentRecord } from '../documents/store.ts'
import { CONTENT_TYPES, documentView, filenameOf } from '../documents/view.ts'
import { success } from '../http/answer.ts'
import { FreightFailure, invalidField } from '../http/failure.ts'
import { isSameSecret } from '../http/secret.ts'
import { requireShipment } from '../shipments/store.ts'
import type { Service } from './service.ts'

const documentRoute = createRoute({
  method: 'get',
  path: '/documents/{id}',
  summary: 'A document, or with download=true its content',
  request: {
    params: z.object({ id: z.string() }),
    query: documentQuerySchema.extend({ token: z.string().optional() }),
  },
  responses: {
    200: {
      description: 'The document; with download=true its content',
      content: {
        'application/json': { schema: successSchema(documentSchema) },
        'application/octet-stream': { schema: z.string() },
      },
    },
  },
})

export function serveDocuments(app: OpenAPIHono, { db, clock, apiUrl }: Service): void {
  app.openapi(documentRoute, async (c) => {
    const now = clock.now()
    const { id } = c.req.valid('param')
    const { token, format, download = false } = c.req.valid('query')
    const asked = findDocument(db, id)
    if (!asked) throw notFound(id, 'There is no such document.', 'DOCUMENT_NOT_FOUND')
    if (token !== undefined) assertLiveUrl(asked, token, now)

    const shipment = requireShipment(db, asked.shipmentId)
    const wanted = format === undefined ? asked.format : formatNamed(format)
    assertCanRender(asked.type, wanted)
    if (asked.size !== '4x6' && wanted !== 'PDF') throw invalidField('format', `${wanted} is made in 4x6 only.`)
    const document = documentFor(db, asked.shipmentId, { ...asked, format: wanted }, now)
    const content = await contentOf(db, document, shipment)
    if (!download) return c.json(success(clock, documentView(apiUrl(), document, shipment, content.length)), 200)
    return new Response(new Uint8Array(content), {
      headers: {
        'Content-Type': CONTENT_TYPES[document.format],
        'Content-Disposition': `attachment; filename="${filenameOf(document, shipment)}"`,
        'Cache-Control': 'private, no-store',
      },
    })
  })
}

/** A URL's token is that of its document and has not run out. */
function assertLiveUrl(document: DocumentRecord, token: string, now: number): void {
  if (!isSameSecret(token, document.token)) {
    throw notFound(document.documentId, 'The link is not valid or has been replaced by a newer one.', 'URL_INVALID')
  }
  if (document.urlExpiresAt <= now) {
    throw notFound(document.documentId, 'The link has expired; list the labels again for a new one.', 'URL_EXPIRED')
  }
}

function notFound(documentId: string, message: string, reason: string): FreightFailure {
  return new FreightFailure('DOCUMENT_NOT_FOUND', message, { documentId, reason })
}

/** Formats are in lower case in this query and in upper case everywhere else. */
function formatNamed(text: string): LabelFormat {
  return LABEL_FORMATS.find((format) => format.toLowerCase() === text) ?? 'PDF'
}
