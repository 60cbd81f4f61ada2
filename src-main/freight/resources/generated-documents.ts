import { z } from 'zod'
import type { generateRequestSchema } from '../../../src-shared/freight/document-generate.ts'
import { documentAnswer, type DocumentAnswer } from '../answer/document.ts'
import { dataOf, doneSchema } from '../answer/envelope.ts'
import { callOf } from '../http/call.ts'
import type { Transport } from '../http/transport.ts'

export type GenerateDocument = z.input<typeof generateRequestSchema>

/** POST /documents/generate. Repeated only when surely unsent: twice would make two documents. */
export async function generateDocument(transport: Transport, request: GenerateDocument): Promise<DocumentAnswer> {
  const { data } = await transport.json(callOf('generateDocument', { body: request }), dataOf(documentAnswer))
  return data
}

/** The answer of PUT is not shown: a success that describes nothing has replaced the document all the same. */
const replacedSchema = z.union([dataOf(documentAnswer).transform(({ data }) => data), doneSchema.transform(() => null)])

/** PUT /documents/{id} with other data; null when the service does not describe the document. Twice changes nothing. */
export async function replaceDocument(
  transport: Transport,
  documentId: string,
  request: Pick<GenerateDocument, 'data' | 'templateData'>,
): Promise<DocumentAnswer | null> {
  return transport.json(callOf('replaceDocument', { words: { id: documentId }, body: request }), replacedSchema)
}

/** DELETE /documents/{id}. */
export async function deleteDocument(transport: Transport, documentId: string): Promise<void> {
  await transport.json(callOf('deleteDocument', { words: { id: documentId } }), doneSchema)
}
