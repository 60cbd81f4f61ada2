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

/** The bytes of a base64 text. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let index = 0; index < text.length; index++) bytes[index] = text.charCodeAt(index)
  return bytes
}
