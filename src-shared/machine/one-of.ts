/** Is this word one of these? For lists of states, which the compiler knows, and words that came from outside. */
export function isOneOf<T extends string>(word: string, list: readonly T[]): word is T {
  return list.some((known) => known === word)
}
