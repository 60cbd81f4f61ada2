import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import { fallbackName, normaliseDocument } from '../freight/normalise-document.ts'
import { safeFileName } from '../freight/file-name.ts'
import type { Services } from '../services.ts'

type Names = 'documents.list' | 'documents.generate' | 'documents.download' | 'documents.delete'

/** The commands about a shipment's documents. Content is asked for by id: no URL of an answer is followed. */
export function documentCommands({ environments }: Services): Pick<CommandHandlers, Names> {
  const client = () => environments.link().client
  return {
    'documents.list': async ({ shipmentId, ...query }) =>
      (await client().listShipmentDocuments(shipmentId, query)).map((document) =>
        normaliseDocument(document, shipmentId),
      ),
    'documents.generate': async (request) =>
      normaliseDocument(await client().generateDocument(request), request.shipmentId),
    'documents.download': async ({ documentId, format }) => {
      const { bytes, contentType, filename } = await client().downloadDocument(documentId, { format })
      return {
        name: safeFileName(filename, fallbackName(documentId, 'document', format ?? extensionOf(contentType))),
        contentType,
        bytes: Buffer.from(bytes).toString('base64'),
      }
    },
    'documents.delete': async ({ documentId }) => {
      await client().deleteDocument(documentId)
      return { documentId }
    },
  }
}

function extensionOf(contentType: string): string {
  if (contentType === 'application/pdf') return 'pdf'
  return contentType.startsWith('image/') ? contentType.slice('image/'.length) : 'bin'
}
