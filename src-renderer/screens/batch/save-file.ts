/** Gives the browser a file to keep. */
export function saveFile(name: string, pieces: BlobPart[], type: string): void {
  const url = URL.createObjectURL(new Blob(pieces, { type }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
