import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { documentCommands as rows } from '../../src-shared/station/commands/document.ts'
import type { Services } from '../services.ts'

/** The commands about a shipment's documents. */
export function documentCommands({ documents }: Services): Pick<CommandHandlers, keyof typeof rows> {
  return {
    'documents.search': (query) => documents.search(query),
    'documents.list': ({ shipmentId, ...query }) => documents.list(shipmentId, query),
    'documents.generate': (request) => documents.generate(request),
    'documents.download': ({ documentId, format }) => documents.download(documentId, format),
    'documents.pages': ({ documentId, ...window }) => documents.pages(documentId, window),
    'documents.print': (input) => documents.print(input),
    'documents.replace': ({ documentId, ...source }) => documents.replace(documentId, source),
    'documents.delete': async ({ documentId }) => {
      await documents.delete(documentId)
      return { documentId }
    },
  }
}
