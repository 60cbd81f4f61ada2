/** Words of a name that stay small behind the first. */
const SMALL = new Set(['de', 'del', 'la', 'las', 'el', 'los', 'y', 'of', 'the', 'and'])

/** A city as people write it, from the capitals of the postal tables: "NUEVO LAREDO" -> "Nuevo Laredo". */
export function placeName(capitals: string): string {
  if (capitals !== capitals.toUpperCase()) return capitals
  return capitals
    .toLowerCase()
    .split(' ')
    .map((word, index) => (index > 0 && SMALL.has(word) ? word : startBig(word)))
    .join(' ')
}

function startBig(word: string): string {
  return word
    .replaceAll(/(^|[-'’./(])(\p{L})/gu, (_match, before: string, letter: string) => before + letter.toUpperCase())
    .replace(/^Mc(\p{L})/u, (_match, letter: string) => `Mc${letter.toUpperCase()}`)
}
