/**
 * A count as a printer reads it: digits, with blanks around them. Null for anything else, where a printer would stop at the
 * first other character, and a program might not: `1e3`, `0x3e8`, `1.5`, `-1`, nothing at all.
 */
export function countOf(text: string): number | null {
  if (!/^ *\d+ *$/.test(text)) return null
  const count = Number(text)
  return Number.isSafeInteger(count) ? count : null
}
