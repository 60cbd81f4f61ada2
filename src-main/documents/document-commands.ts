import type { CommandHandlers } from '../../src-shared/station/commands.ts'
import type { documentCommands as rows } from '../../src-shared/station/commands/document.ts'
import type { Services } from '../app/services.ts'

/** The commands about a shipment's documents. */
export function documentCommands({
  documents,
  templateTexts,
}: Pick<Services, 'documents' | 'templateTexts'>): Pick<CommandHandlers, keyof typeof rows> {
  return {
    'documents.search': (query) => documents.search(query),
    'documents.list': ({ shipmentId, ...query }) => documents.list(shipmentId, query),
    'documents.generate': async ({ typed, ...request }) => {
      const document = await documents.generate(request)
      await templateTexts.keep(document.documentId, typed)
      return document
    },
    'documents.download': ({ documentId, format }) => documents.download(documentId, format),
    'documents.pages': ({ documentId, ...window }) => documents.pages(documentId, window),
    'documents.print': (input) => documents.print(input),
    'documents.replace': async ({ documentId, typed, ...source }) => {
      const document = await documents.replace(documentId, source)
      await templateTexts.keep(document.documentId, typed)
      return document
    },
    'documents.typed': async ({ documentId }) => ({ typed: await templateTexts.get(documentId) }),
    'documents.delete': async ({ documentId }) => {
      await documents.delete(documentId)
      await templateTexts.forget(documentId)
      return { documentId }
    },
  }
}
