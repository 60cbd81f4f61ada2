/**
 * The SQL condition that a column holds one of these words, from the same list that a machine's predicate asks: in the order
 * of a partial index, SQLite takes that index. The words are our own; a value from outside is bound, never written out.
 */
export function isIn(column: string, words: readonly string[]): string {
  return `${column} IN (${listed(words)})`
}

/** The condition that it holds none of them. */
export function isNotIn(column: string, words: readonly string[]): string {
  return `${column} NOT IN (${listed(words)})`
}

function listed(words: readonly string[]): string {
  const strange = words.find((word) => !/^[A-Za-z_-]+$/.test(word))
  if (strange !== undefined) throw new Error(`${strange} is no word of a state`)
  return words.map((word) => `'${word}'`).join(', ')
}
