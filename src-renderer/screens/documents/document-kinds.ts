import type { Document } from '../../../src-shared/station/documents/document.ts'
import { TEMPLATES, type Template } from '../../../src-shared/freight/document-generate.ts'
import type { Locale } from '../../locale/locale.svelte.ts'

/** The template that a document was made from; null: it follows from the shipment, and cannot be replaced or deleted. */
export function templateOf({ type }: Pick<Document, 'type'>): Template | null {
  return TEMPLATES.find((template) => template === type) ?? null
}

/**
 * "Shipping label 2 of 3" where a shipment has more of a kind than one. The same papers in another format are no further
 * ones: six pieces as PDF and as ZPL are labels 1 to 6, twice.
 */
export function documentLabel(
  locale: Pick<Locale, 'word' | 't'>,
  document: Pick<Document, 'documentId' | 'type' | 'format'>,
  documents: readonly Pick<Document, 'documentId' | 'type' | 'format'>[],
): string {
  const name = locale.word('doc.type', document.type)
  const alike = documents.filter(({ type, format }) => type === document.type && format === document.format)
  const number = alike.findIndex(({ documentId }) => documentId === document.documentId) + 1
  return alike.length > 1 && number > 0 ? locale.t('doc.numbered', { type: name, number, count: alike.length }) : name
}

/** The name of a printed sheet in the queue: its kind and its shipment. */
export function printTitle(locale: Pick<Locale, 'word'>, { type, name }: Document, reference: string | null): string {
  return [locale.word('doc.type', type), reference ?? name].join(' ').slice(0, 120)
}

/** How large a file is, in the unit that leaves few digits. */
export function sizeText(locale: Pick<Locale, 'number'>, bytes: number): string {
  if (bytes < 1024) return `${locale.number(bytes)} B`
  if (bytes < 1024 * 1024) return `${locale.number(bytes / 1024, 0)} kB`
  return `${locale.number(bytes / 1024 / 1024, 1)} MB`
}
