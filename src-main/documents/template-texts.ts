import type { TemplateTexts } from '../../src-shared/station/documents/document.ts'
import type { TemplateTextStore } from './template-texts.rows.ts'

export type TemplateTextLoader = ReturnType<typeof createTemplateTexts>

/**
 * What people typed into the templates of documents. By then the service has made or deleted the document: texts that
 * cannot be written are reported as a fault and not as a failure of the command, which would be repeated.
 */
export function createTemplateTexts({
  texts,
  onFault,
}: {
  texts: TemplateTextStore
  onFault: (error: unknown) => void
}) {
  return {
    get: texts.get,
    keep: async (documentId: string, typed: TemplateTexts | undefined): Promise<void> => {
      if (typed) await texts.save(documentId, typed).catch(onFault)
    },
    forget: (documentId: string): Promise<void> => texts.remove(documentId).catch(onFault),
  }
}
