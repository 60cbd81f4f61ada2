/**
 * Reads a number as typed: digits, one decimal point, commas only where thousands end, as both the United States and
 * Mexico write them. Empty is undefined; anything else is NaN, so that "1,5" is asked about and never read as 15.
 */
export function parseNumber(text: string): number | undefined {
  const trimmed = text.trim()
  if (trimmed === '') return undefined
  const isPlain = /^\d+(\.\d*)?$|^\.\d+$/.test(trimmed)
  const isGrouped = /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(trimmed)
  return isPlain || isGrouped ? Number(trimmed.replaceAll(',', '')) : Number.NaN
}
