/**
 * One code for each piece, in the order of the labels: the first barcode of a label that is on no other. Empty where
 * the labels cannot be distinguished, or are not one for each piece.
 * @param read the texts of the barcodes of each label
 */
export function pieceCodesOf(read: readonly (readonly string[])[], pieces: number | null): string[] {
  if (read.length !== pieces) return []
  const codes = read.map((texts, label) =>
    texts.find((text) => read.every((others, other) => other === label || !others.includes(text))),
  )
  const known = codes.filter((code) => code !== undefined)
  return known.length === pieces ? known : []
}
