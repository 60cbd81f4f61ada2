/** Not a table: one cell, or one row that may or may not be the header. */
const isTable = (text: string): boolean => text.trim().split(/\r\n|\r|\n/).length > 1

/** Pasted content as a file: a copied file, or rows of a spreadsheet as text. Null: it is neither. */
export function pastedFiles(
  data: { files: ArrayLike<File>; getData: (kind: string) => string },
  now: Date,
): File[] | null {
  const files = Array.from(data.files)
  const text = data.getData('text/plain')
  // A spreadsheet puts a picture of the cells beside their text.
  if (isTable(text)) return [new File([text], pastedName(now), { type: 'text/tab-separated-values' })]
  return files.length > 0 ? files : null
}

/** "pasted-2026-11-23-0915.tsv", by this machine's clock. */
function pastedName(now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0')
  const day = [now.getFullYear(), two(now.getMonth() + 1), two(now.getDate())].join('-')
  return `pasted-${day}-${two(now.getHours())}${two(now.getMinutes())}.tsv`
}
