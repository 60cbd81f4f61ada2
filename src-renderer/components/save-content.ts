import type { DocumentContent } from '../../src-shared/station/document.ts'

/** Hands a document to the person as a download. */
export function saveContent({ name, contentType, bytes }: DocumentContent): void {
  const url = URL.createObjectURL(new Blob([bytesOf(bytes)], { type: contentType }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads it after the click; a minute is far more than it needs.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  return Uint8Array.from(text, (char) => char.charCodeAt(0))
}
