import type { DocumentContent } from '../src-shared/station/documents/document.ts'

/** Hands a file to the person as a download. */
export function saveFile(name: string, content: BlobPart[], contentType: string): void {
  const url = URL.createObjectURL(new Blob(content, { type: contentType }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads it after the click; a minute is far more than it needs.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** Hands a document to the person as a download. */
export function saveContent({ name, contentType, bytes }: DocumentContent): void {
  saveFile(name, [bytesOf(bytes)], contentType)
}

/** Of base64. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
}
